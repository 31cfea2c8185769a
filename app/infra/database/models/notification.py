"""Turn notifications: devices, webhooks, and what was sent."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class PushDeviceRow(Base):
    """A browser that gets its player's notifications by web push."""

    __tablename__ = "devices"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    session_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    device: Mapped[str] = mapped_column(String(32), primary_key=True)  # id made by the browser
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    p256dh: Mapped[str] = mapped_column(String(88))
    auth: Mapped[str] = mapped_column(String(24))
    language: Mapped[str] = mapped_column(String(2))
    site: Mapped[str] = mapped_column(String(300))  # origin by which the player reaches the server
    added_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class WebhookRow(Base):
    """An address that gets a player's notifications about one table."""

    __tablename__ = "webhooks"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    url: Mapped[str] = mapped_column(String(1000))  # may contain a secret
    language: Mapped[str] = mapped_column(String(2))
    site: Mapped[str] = mapped_column(String(300))


class SentNotificationRow(Base):
    """A seat's notification of a turn; the process that inserts the row sends it."""

    __tablename__ = "notices"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    told_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class NotifiedVersionRow(Base):
    """The version of a turn-based table up to which all notifications are sent."""

    __tablename__ = "told"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    version: Mapped[int]
