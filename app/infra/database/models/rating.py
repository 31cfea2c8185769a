"""Results of finished games, ratings and monthly standings."""

from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base
from engine.types import Json


class SeatResultRow(Base):
    """A player's result in a finished game, computed once from its record."""

    __tablename__ = "results"
    __table_args__ = (Index(None, "player_id", "game"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(32))
    score: Mapped[int]
    place: Mapped[int]
    counts: Mapped[Json] = mapped_column(JSON)  # engine.game.SeatResult


class CountNamesRow(Base):
    """Names of the counts of results, which packed games refer to by id. It is never changed or deleted."""

    __tablename__ = "count_names"
    __table_args__ = (UniqueConstraint("names"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    names: Mapped[str] = mapped_column(Text)  # a list as JSON


class RatingRow(Base):
    """A player's current openskill rating in a game."""

    __tablename__ = "ratings"

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    games: Mapped[int]


class RatingChangeRow(Base):
    """The points of a seat's player before and after a rated game."""

    __tablename__ = "rating_changes"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    before: Mapped[int]
    after: Mapped[int]


class MonthlyStandingRow(Base):
    """A player's rating after their last rated game of a month."""

    __tablename__ = "standings"
    __table_args__ = (Index(None, "game", "month", "points"),)

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    month: Mapped[str] = mapped_column(String(7), primary_key=True)  # like 2026-11, in UTC
    points: Mapped[int]
    games: Mapped[int]  # rated games until then
