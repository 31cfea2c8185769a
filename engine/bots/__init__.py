"""Bots: each chooses among its legal moves by what its seat may see, and gets nothing else."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.bots import cat_box_lite, cat_in_the_box
from engine.types import Move

Bot = Callable[[Any, Sequence[Any], Random], Any]  # (view, legal moves, rng) -> one of the moves


def choose_any(_view: object, legal: Sequence[Move], rng: Random) -> Move:
    """`random`: any legal move."""
    return rng.choice(legal)


BOTS: dict[str, dict[str, Bot]] = {  # by game, the first is the one for people who do not choose
    "cat-in-the-box": {"sensible": cat_in_the_box.choose, "random": choose_any},
    "cat-box-lite": {"sensible": cat_box_lite.choose, "random": choose_any},
}
