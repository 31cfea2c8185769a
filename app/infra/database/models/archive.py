"""The history of finished games, derived from tables and their records."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, PrimaryKeyConstraint, SmallInteger, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json

LISTED = text("listed")  # queries must repeat it literally


class FinishedGameRow(Base):
    """A finished game."""

    __tablename__ = "archive"
    __table_args__ = (
        Index("ix_archive_listed", "finished_at", "table_id", postgresql_where=LISTED, sqlite_where=LISTED),
        Index(
            "ix_archive_listed_game",
            "game",
            "finished_at",
            "table_id",
            postgresql_where=LISTED,
            sqlite_where=LISTED,
        ),
    )

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    game: Mapped[str] = mapped_column(String(32))
    listed: Mapped[bool]  # a public game played to its end, which everybody may find
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    moves: Mapped[int]
    result: Mapped[list[list[int]]] = mapped_column(JSON)  # by seat: score and place; empty if not finished
    substituted: Mapped[list[int] | None] = mapped_column(JSON)  # seats of which the caretaker played moves


class FinishedGamePlayerRow(Base):
    """A player of a finished game; repeats columns of the game for the indexes.

    When the game is packed, it also takes over the player's rows of `results` and `rating_changes`.
    """

    __tablename__ = "played"
    __table_args__ = (
        PrimaryKeyConstraint("player_id", "finished_at", "table_id"),  # the order of a player's list
        Index(None, "table_id"),
    )

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"))
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), autoincrement=False)
    game: Mapped[str] = mapped_column(String(32))
    listed: Mapped[bool]
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    score: Mapped[int | None]  # this and the next two: of `results`; null: the player has none, or not yet
    place: Mapped[int | None] = mapped_column(SmallInteger)
    # a list: the id of their names in `count_names`, then the counts
    counts: Mapped[Json | list[int] | None] = mapped_column(JSON(none_as_null=True))
    before: Mapped[int | None]  # this and the next: of `rating_changes`; null: unrated, or not yet
    after: Mapped[int | None]
