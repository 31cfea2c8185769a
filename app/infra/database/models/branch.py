"""Tables whose game takes over the deals, and perhaps moves, of another."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, String, false
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base
from engine.types import Json


class BranchRow(Base):
    """What the table's game begins with, in the record's form; whole, as the other game may go."""

    __tablename__ = "branches"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    source: Mapped[str] = mapped_column(String(16), index=True)  # the other game's code
    duplicate: Mapped[bool]  # all its deals and no move: to be compared
    first_seat: Mapped[int]
    deals: Mapped[list[Json]] = mapped_column(JSON)
    moves: Mapped[list[Any]] = mapped_column(JSON)  # until its players go on by themselves
    ply: Mapped[int]  # so many
    public: Mapped[bool] = mapped_column(server_default=false())  # everybody finds the other game
