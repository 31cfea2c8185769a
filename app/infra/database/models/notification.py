"""Whom to tell that it is their turn, and how; and what they were told."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class PushDeviceRow(Base):
    """A browser that shows its person's notices, by web push."""

    __tablename__ = "devices"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    session_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(32), primary_key=True)  # the browser's own name for itself
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    p256dh: Mapped[str] = mapped_column(String(88))
    auth: Mapped[str] = mapped_column(String(24))
    language: Mapped[str] = mapped_column(String(2))
    site: Mapped[str] = mapped_column(String(300))  # where this person reaches the server
    added_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class WebhookRow(Base):
    """Where one person at one table wants to be told, besides."""

    __tablename__ = "webhooks"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    url: Mapped[str] = mapped_column(String(1000))  # often with a password in it
    language: Mapped[str] = mapped_column(String(2))
    site: Mapped[str] = mapped_column(String(300))


class SentNotificationRow(Base):
    """That a seat was told of a turn, by whichever process was first to say that it would."""

    __tablename__ = "notices"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    told_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class NotifiedVersionRow(Base):
    """Up to which version nobody at a days table is still to be told."""

    __tablename__ = "told"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    version: Mapped[int]
