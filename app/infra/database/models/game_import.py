"""Games from elsewhere: each is its record."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json

WITHOUT_DEAL = text("deal IS NULL")  # word for word in the query, or no index is used


class ImportRow(Base):
    """A record on somebody's shelf, or on nobody's: then whoever has its code may see it."""

    __tablename__ = "imports"
    __table_args__ = (
        Index("ix_imports_without_deal", "id", postgresql_where=WITHOUT_DEAL, sqlite_where=WITHOUT_DEAL),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)  # longer than a table's
    player_id: Mapped[UUID | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    record: Mapped[Json] = mapped_column(JSON)  # as it was read: sound, with its result
    moves: Mapped[int]  # of seats
    deal: Mapped[bytes | None] = mapped_column(LargeBinary(32))  # app.tables.deal_guard.digest
    places: Mapped[list[list[int]] | None] = mapped_column(JSON)  # by seat: score and place; empty: no end
    size: Mapped[int | None]  # bytes of the record; these three: none of a server of the version before
    summary: Mapped[Json | None] = mapped_column(JSON)  # game, seats and result, for lists
    digest: Mapped[str | None] = mapped_column(String(64))  # the same for the same record
    added_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
