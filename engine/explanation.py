"""Why one move is better than another: a measure in which they differ, with both values."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.evaluation import MoveEvaluation
from engine.types import Move, Seat

POINTS = "points"
WIN = "win"  # the chance to win the game, in games that evaluate it


class Explanation(NamedTuple):
    """What a better move is about; the client has a text for each theme and each measure."""

    theme: str
    measure: str  # "points", or the name of a chance in `MoveEvaluation`
    best: float  # the measure of the better move …
    other: float  # … and of the other one


# Takes a seat's view, and the evaluations of the better move and of the other one.
Explain = Callable[[Any, Seat, MoveEvaluation, MoveEvaluation], Explanation]

# Takes a view and two moves; returns whether one evaluation holds for both.
Alike = Callable[[Any, Any, Any], bool]


def measured(evaluation: MoveEvaluation, measure: str) -> float:
    """Returns the points or one of the chances of a move."""
    return evaluation.points if measure == POINTS else evaluation.chances[measure]


def equal(_view: object, one: Move, other: Move) -> bool:
    """Returns whether two moves are the same."""
    return one == other
