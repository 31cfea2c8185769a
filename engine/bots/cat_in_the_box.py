"""`sensible` for Cat in the Box."""

from collections.abc import Sequence
from random import Random

from engine.cat_in_the_box.moves import CatMove
from engine.cat_in_the_box.view_types import View


def choose(view: View, legal: Sequence[CatMove], rng: Random) -> CatMove:
    """A legal move."""
    return rng.choice(legal)
