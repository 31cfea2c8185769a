"""Bodies of the hint endpoint."""

from typing import Any

from app.core.schemas import StrictModel
from app.tables.game.move_comparison import MoveComparison


class Hint(StrictModel):
    """The move that the game's evaluation recommends to a seat."""

    move: dict[str, Any]
    comparison: MoveComparison | None  # with the next best move; none if all legal moves are the same
