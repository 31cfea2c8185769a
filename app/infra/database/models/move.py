"""The moves of a table, in the order accepted."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, false, func
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base, UtcDateTime
from engine.types import Json


class MoveRow(Base):
    """The primary key admits one move per version; repeated requests have the same `move_id`."""

    __tablename__ = "moves"
    __table_args__ = (UniqueConstraint("table_id", "seat", "move_id"),)

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # version that it makes, from 1
    seat: Mapped[int | None]  # null: no seat made it: a time limit, leaving, returning, the end by vote
    move: Mapped[Json] = mapped_column(JSON)
    move_id: Mapped[str] = mapped_column(String(40))
    # by the database's clock
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, server_default=func.now())
    caretaker: Mapped[bool] = mapped_column(server_default=false())  # played for the absent player
