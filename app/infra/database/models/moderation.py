"""Administrators, bans and the audit log."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class AdminRow(Base):
    """An administrator made with the command line."""

    __tablename__ = "admins"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)


class BanRow(Base):
    """A ban or mute of a player or a network; lifting it deletes the row."""

    __tablename__ = "bans"
    __table_args__ = (CheckConstraint("(player_id IS NULL) <> (network IS NULL)", name="whom"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    network: Mapped[str | None] = mapped_column(String(50))  # in CIDR notation
    about: Mapped[str] = mapped_column(String(50))  # the player's name, or the network
    muted: Mapped[bool]  # may connect, but not write
    why: Mapped[str] = mapped_column(String(300))
    since: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    until: Mapped[datetime | None] = mapped_column(UtcDateTime)  # null: permanent


class AuditEntryRow(Base):
    """An action of an administrator; never deleted."""

    __tablename__ = "acts"

    id: Mapped[int] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    admin: Mapped[str] = mapped_column(String(40))  # name at that time; empty: command line
    act: Mapped[str] = mapped_column(String(16))
    about: Mapped[str] = mapped_column(String(50))  # a name, a network or the code of a table
    why: Mapped[str] = mapped_column(String(300))
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
