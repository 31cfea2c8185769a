"""The bot `casual`: plays like `sensible`, with mistakes that people make.

It underestimates paradoxes until late, overlooks some of its moves, misjudges others a little, bids by a
vague idea of its hand and sets any card aside.
"""

from collections.abc import Sequence
from random import Random

from engine.cat_in_the_box.bots.sensible import Evaluation, bid_target
from engine.cat_in_the_box.moves import Bid, CatMove, Declare
from engine.cat_in_the_box.view_types import Consequence, View

FORESIGHT = 5  # tricks before the end of the round from which it sees all of the probability of a paradox
FAR = 0.3  # share of the probability of a paradox that it sees before
OVERLOOKED = 0.1  # probability that it does not see a move
MISJUDGED = 0.3  # standard deviation of its error about a move, in points
BID_ERROR = 0.7  # standard deviation of its error about its hand, in tricks


def choose(view: View, legal: Sequence[CatMove], rng: Random) -> CatMove:
    """Returns a legal move that looks good at a careless glance."""
    if view.phase == "set_aside":
        return rng.choice(legal)
    if view.phase == "bid":
        target = bid_target(view) + rng.gauss(0, BID_ERROR)
        return min(
            (move for move in legal if isinstance(move, Bid)), key=lambda bid: abs(bid.tricks - target)
        )
    evaluation = CarelessEvaluation(view)
    declarations = [move for move in legal if isinstance(move, Declare)]
    seen = [move for move in declarations if rng.random() >= OVERLOOKED] or declarations
    return max(seen, key=lambda move: evaluation.points(move) + rng.gauss(0, MISJUDGED))


class CarelessEvaluation(Evaluation):
    """The expectations of `sensible`, with paradoxes that are far away underestimated."""

    def _paradox(self, move: Declare, consequence: Consequence) -> float:
        paradox = super()._paradox(move, consequence)
        return paradox if self.left < FORESIGHT else FAR * paradox
