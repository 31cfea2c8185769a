"""Deadlines, votes and seat requests."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import JSON, ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json


class DeadlineRow(Base):
    """The next deadline of a table with a clock; no player's time ends before `due_at`."""

    __tablename__ = "deadlines"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)


class VoteRow(Base):
    """A seat's vote about another seat, or about the whole table."""

    __tablename__ = "votes"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    about: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # a seat, or -1 for the table
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # the voter
    wish: Mapped[str] = mapped_column(String(16))
    said_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())


class SeatRequestRow(Base):
    """A guest's request for the seat of their lost session; the other players answer."""

    __tablename__ = "seat_requests"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int]
    player_id: Mapped[UUID] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    until: Mapped[datetime] = mapped_column(UtcDateTime)
    answers: Mapped[Json] = mapped_column(JSON)  # by seat number
