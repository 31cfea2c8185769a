"""Games from elsewhere: each is its record."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base, Moment
from engine.types import Json


class ImportRow(Base):
    """A record on somebody's shelf, or on nobody's: then whoever has its code may see it."""

    __tablename__ = "imports"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # longer than a table's
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    record: Mapped[Json] = mapped_column(JSON)  # as it was read: sound, with its result
    moves: Mapped[int]  # of seats
    added_at: Mapped[datetime] = mapped_column(Moment, server_default=func.now())
