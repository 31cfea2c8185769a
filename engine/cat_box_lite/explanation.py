"""Why one move is better than another in Cat Box Lite."""

from engine.cat_box_lite.bots.sensible import face_of
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.view_types import View
from engine.evaluation import MoveEvaluation
from engine.explanation import POINTS, WIN, Explanation, measured
from engine.types import Seat

NOTABLE = 0.2  # difference in the chance to win that explains a choice


def explain(_view: View, _seat: Seat, best: MoveEvaluation, other: MoveEvaluation) -> Explanation:
    """Returns the chance to win if it tells the moves apart, or else the points."""
    measure = WIN if best.chances[WIN] - other.chances[WIN] >= NOTABLE else POINTS
    return Explanation(measure, measure, measured(best, measure), measured(other, measure))


def alike(view: View, one: Place, other: Place) -> bool:
    """Returns whether two moves lay the same face in the same place, so one evaluation holds for both."""
    same_place = (one.column, one.row) == (other.column, other.row)
    return same_place and face_of(view, one) == face_of(view, other)
