"""Who keeps order here, and what they did."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class AdminRow(Base):
    """An administrator, named on the server itself."""

    __tablename__ = "admins"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)


class BanRow(Base):
    """A person or an address range that may not come in, or only may say nothing. Lifted: gone."""

    __tablename__ = "bans"
    __table_args__ = (CheckConstraint("(player_id IS NULL) <> (network IS NULL)", name="whom"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    network: Mapped[str | None] = mapped_column(String(50))  # in CIDR
    about: Mapped[str] = mapped_column(String(50))  # the person's name, or the network
    muted: Mapped[bool]  # may come in, but say nothing
    why: Mapped[str] = mapped_column(String(300))
    since: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    until: Mapped[datetime | None] = mapped_column(UtcDateTime)  # none: for good


class AuditEntryRow(Base):
    """What an administrator did; it stays."""

    __tablename__ = "acts"

    id: Mapped[int] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    admin: Mapped[str] = mapped_column(String(40))  # the name then; empty: at the server itself
    act: Mapped[str] = mapped_column(String(16))
    about: Mapped[str] = mapped_column(String(50))  # a name, a network, a table's code
    why: Mapped[str] = mapped_column(String(300))
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
