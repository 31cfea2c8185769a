"""The bot `strong`: deals what it cannot see, plays its most promising moves on, and compares the ends.

The constants were tuned by matches against `sensible` (tests/bench/bench_lite_bots.py).
"""

from collections.abc import Sequence
from random import Random

from engine.cat_box_lite.bots.search import Search, lead
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.view_types import View

DEALS = 8  # in which each move is played on
DEPTH = 5  # moves after it, of all seats


def choose(view: View, _legal: Sequence[Place], rng: Random) -> Place:
    """Returns the move with the best mean lead over the strongest rival; at least one other seat plays."""
    me, search = view.to_act[0], Search(view, rng)
    leads = dict.fromkeys(search.promising(), 0)
    for _ in range(DEALS):
        for move, points in zip(leads, search.ends(list(leads), DEPTH), strict=True):
            leads[move] += lead(points, me)
    return max(leads, key=lambda move: leads[move])
