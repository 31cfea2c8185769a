"""Why one move is better than another, as clients get it."""

from typing import Any

from app.core.schemas import StrictModel
from engine.explanation import Explanation
from engine.moves import write_move
from engine.types import Move


class MoveComparison(StrictModel):
    """Why the best move is better than another one."""

    measure: str  # "points" or one of the chances
    best: float
    other: float
    move: dict[str, Any]  # the other one

    @classmethod
    def of(cls, explanation: Explanation, other: Move) -> "MoveComparison":
        """Returns the comparison of the best move with the other one, explained by the game."""
        _, measure, best, value = explanation
        return cls(measure=measure, best=best, other=value, move=write_move(other))
