"""The bot `strong`: plays the round on many times in deals that its view allows, and takes the best move.

Only the declarations that the fast policy values most are tried.
"""

from collections.abc import Sequence
from random import Random

from engine.cat_in_the_box.bots.search import Extra, Search
from engine.cat_in_the_box.moves import CatMove
from engine.cat_in_the_box.view_types import View

WORK = 40_000  # simulated decisions per move

# Play from here on is worse in a simulated round than in the real one, which matters most where a bid can
# still be met or a paradox avoided.
EXTRA = Extra(bonus=1.5, paradox=-1.0)


def choose(view: View, legal: Sequence[CatMove], rng: Random, work: int = WORK) -> CatMove:
    """Returns the legal move that brought the most points in simulated rounds.

    It works as long for the only legal move as for one of two: on a busy server the players see how long it
    takes, and could tell that its hand allows one move alone.
    """
    seat = view.to_act[0]  # when all set a card aside at once, any seat that is still to do so will do
    search = Search(view, seat, rng, EXTRA)
    candidates = search.promising(legal)
    return search.best_of(candidates * 2 if len(legal) == 1 else candidates, search.affordable_rounds(work))
