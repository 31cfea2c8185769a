"""Sessions: signed-in browsers."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class SessionRow(Base):
    """A session. Ended ones are kept for a time, so that every process learns of their end."""

    __tablename__ = "sessions"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())  # accurate to an hour
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)  # the password was last proved
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)
