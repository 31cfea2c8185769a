"""Changes of credentials, shown on the player's other devices."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class SecurityEventRow(Base):
    """A change of credentials, and the session that made it."""

    __tablename__ = "security_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[UUID]  # no foreign key: the session may be deleted
    kind: Mapped[str] = mapped_column(String(16))
    before: Mapped[str] = mapped_column(String(20))  # the name; empty unless the name changed
    after: Mapped[str] = mapped_column(String(20))
    device: Mapped[str] = mapped_column(String(60))
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now(), index=True)


class DismissedEventRow(Base):
    """An event that a session no longer shows."""

    __tablename__ = "dismissals"

    event_id: Mapped[int] = mapped_column(
        ForeignKey("security_events.id", ondelete="CASCADE"), primary_key=True
    )
    session_id: Mapped[UUID] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True, index=True
    )
