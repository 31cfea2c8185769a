"""The moves of a table, in the order accepted."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, false, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json


class MoveRow(Base):
    """The primary key decides who was first; the unique id makes a resend harmless."""

    __tablename__ = "moves"
    __table_args__ = (UniqueConstraint("table_id", "seat", "move_id"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # the version it made, from 1
    seat: Mapped[int | None]  # none: nobody's move, as the record has it
    move: Mapped[Json] = mapped_column(JSON)
    move_id: Mapped[str] = mapped_column(String(40))
    made_at: Mapped[datetime] = mapped_column(
        UtcDateTime, server_default=func.now()
    )  # the one clock of all processes
    caretaker: Mapped[bool] = mapped_column(server_default=false())  # it played for the seat's owner
