"""Games that ended, as lists show them; all of it follows from tables and their records."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime

LISTED = text("listed")  # word for word in the query, or no index is used


class FinishedGameRow(Base):
    """One game."""

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
    listed: Mapped[bool]  # for everybody: a public game with an end, that others may see
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    moves: Mapped[int]
    result: Mapped[list[list[int]]] = mapped_column(JSON)  # by seat: score and place; empty without an end
    substituted: Mapped[list[int] | None] = mapped_column(JSON)  # seats for which a bot played some moves


class FinishedGamePlayerRow(Base):
    """One person's part in it."""

    __tablename__ = "played"
    __table_args__ = (
        Index("ix_played_player_id", "player_id", "finished_at", "table_id"),
        Index(
            "ix_played_listed",
            "player_id",
            "finished_at",
            "table_id",
            postgresql_where=LISTED,
            sqlite_where=LISTED,
        ),
    )

    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False, index=True
    )
    game: Mapped[str] = mapped_column(String(32))
    listed: Mapped[bool]
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
