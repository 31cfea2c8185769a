"""Notes of players on moves."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, false, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class NoteRow(Base):
    """A note; only its author reads it, unless it is shared and the game is over."""

    __tablename__ = "journal"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[UUID] = mapped_column(
        ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # number of moves before it
    text: Mapped[str] = mapped_column(String(300))
    shared: Mapped[bool] = mapped_column(server_default=false())
    at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
