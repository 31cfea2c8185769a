"""Imported games."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json

WITHOUT_DEAL = text("deal IS NULL")  # queries must repeat it literally


class ImportRow(Base):
    """An imported record; without a player, everybody who has the code may see it."""

    __tablename__ = "imports"
    __table_args__ = (
        Index("ix_imports_without_deal", "id", postgresql_where=WITHOUT_DEAL, sqlite_where=WITHOUT_DEAL),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # longer than codes of tables
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    record: Mapped[Json] = mapped_column(JSON)  # validated, with the result
    moves: Mapped[int]  # made by seats
    deal: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # app.tables.deal_guard.digest
    places: Mapped[list[list[int]] | None] = mapped_column(JSON)  # by seat: score and place; empty: no end
    size: Mapped[int | None]  # bytes; like the next two, null if stored by the previous version
    summary: Mapped[Json | None] = mapped_column(JSON)  # game, seats and result, for lists
    digest: Mapped[str | None] = mapped_column(String(64))  # SHA-256 of the record
    added_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class ImportPackRow(Base):
    """The cards of a player's pack that came with an imported record, under the name of its content."""

    __tablename__ = "import_packs"

    import_id: Mapped[int] = mapped_column(ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True, index=True)
    game: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(60))
    language: Mapped[str] = mapped_column(String(8))
    cards: Mapped[list[Any]] = mapped_column(JSON)  # [text, letters] of each
