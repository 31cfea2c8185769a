"""Why one move is better than another in Cat in the Box."""

from engine.cat_in_the_box.setups import MOST_TRICKS_FOR_BONUS
from engine.cat_in_the_box.view_types import View
from engine.evaluation import MoveEvaluation
from engine.explanation import POINTS, Explanation, measured
from engine.types import Seat

PARADOX, BONUS = "paradox", "bonus"
NOTABLE = 0.15  # difference in a chance that explains a choice
ESCAPED = 0.35  # chance of a paradox up to which a move is a way out of it


def explain(view: View, seat: Seat, best: MoveEvaluation, other: MoveEvaluation) -> Explanation:
    """Returns the chance in which the better move is ahead most, or the points if no chance tells."""
    ahead = {
        PARADOX: other.chances[PARADOX] - best.chances[PARADOX],
        BONUS: best.chances[BONUS] - other.chances[BONUS],
    }
    measure = max(ahead, key=ahead.__getitem__)
    if ahead[measure] < NOTABLE:
        measure = POINTS
    theme = _theme(view, seat, measure, best.chances[PARADOX])
    return Explanation(theme, measure, measured(best, measure), measured(other, measure))


def _theme(view: View, seat: Seat, measure: str, paradox: float) -> str:
    if view.phase != "play":
        return "bid" if view.phase == "bid" else "discard"
    if measure == PARADOX:
        return "escape" if paradox <= ESCAPED else "least_risk"
    if measure == POINTS:
        return POINTS
    player = view.players[str(seat)]
    if player.won == (MOST_TRICKS_FOR_BONUS if player.bid is None else player.bid):
        return "stay_away"
    return "last_trick" if view.trick == view.tricks - 1 else "reach_bonus"
