"""Tables whose game takes over the deals, and perhaps moves, of another."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, String, false
from sqlalchemy.orm import Mapped, mapped_column

from app.infra.database.models.base import Base
from engine.types import Json


class BranchRow(Base):
    """Start of the table's game in the record's form; a copy, because the source game may be deleted."""

    __tablename__ = "branches"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    source: Mapped[str] = mapped_column(String(16), index=True)  # code of the other game
    duplicate: Mapped[bool]  # takes over all deals and no moves, to compare results
    first_seat: Mapped[int]
    deals: Mapped[list[Json]] = mapped_column(JSON)
    moves: Mapped[list[Any]] = mapped_column(JSON)  # moves taken over
    ply: Mapped[int]  # number of moves taken over
    public: Mapped[bool] = mapped_column(server_default=false())  # the source game is public
