"""Lessons that accounts have solved."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class SolvedLessonRow(Base):
    """A solved lesson; there are at most as many of a player as the games have lessons."""

    __tablename__ = "solved_lessons"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(40), primary_key=True)
    solved_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
