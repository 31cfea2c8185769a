"""Puzzles, players' ratings and counts, and their answers."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json

KEY = String(80)


class PuzzleRow(Base):
    """A puzzle with its rating; it names no player and no table."""

    __tablename__ = "puzzles"
    __table_args__ = (Index(None, "game", "mu"),)

    key: Mapped[str] = mapped_column(KEY, primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    content: Mapped[Json] = mapped_column(JSON)  # as engine.puzzle_file writes it
    mu: Mapped[float]
    sigma: Mapped[float]
    shipped: Mapped[bool]  # comes with the project, not from a game on this server
    # app.tables.deal_guard.digest of a game on this server
    deal: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    # engine.puzzle.SEARCH_VERSION of the search that confirmed it; 0: a later one did not
    search: Mapped[int] = mapped_column(server_default="1")
    added_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class PuzzleSearchRow(Base):
    """A finished game in which puzzles have been looked for."""

    __tablename__ = "puzzle_searches"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )


class PuzzleStandingRow(Base):
    """A player's rating and streak in the puzzles of one game."""

    __tablename__ = "puzzle_standings"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    answered: Mapped[int]
    solved: Mapped[int]
    streak: Mapped[int]  # puzzles solved in a row
    best_streak: Mapped[int]
    # to solve next
    puzzle: Mapped[str | None] = mapped_column(ForeignKey("puzzles.key", ondelete="SET NULL"))


class PuzzleAnswerRow(Base):
    """A player's only answer to a puzzle."""

    __tablename__ = "puzzle_answers"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(ForeignKey("puzzles.key", ondelete="CASCADE"), primary_key=True)
    move: Mapped[Json] = mapped_column(JSON)
    solved: Mapped[bool]
    answered_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
