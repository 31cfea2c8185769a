"""Finished games whose moves are one compressed value instead of rows."""

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime


class PackedGameRow(Base):
    """The moves of a game that is over; the table then has no row in `moves`."""

    __tablename__ = "packed_games"

    table_id: Mapped[int] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    version: Mapped[int] = mapped_column(SmallInteger)  # number of moves
    form: Mapped[int] = mapped_column(SmallInteger)  # app.tables.game.packed_moves.FORMAT
    content: Mapped[bytes] = mapped_column(LargeBinary)


class PackingStartRow(Base):
    """From when on games are packed in a format, stored by the first server that can read it."""

    __tablename__ = "packing_start"

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)  # the format
    begins_at: Mapped[datetime] = mapped_column(UtcDateTime)  # servers of the version before have stopped
