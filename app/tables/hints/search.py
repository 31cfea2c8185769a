"""Finds a hint in a worker process, which receives only the seat's view."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.explanation import Explanation
from engine.registry import ENTRIES
from engine.types import Move, Seat

EFFORT = 0.5  # of the usual work, as for the analysis of a game


class FoundHint(NamedTuple):
    """The best move of a position, the next best one, and why the best one is better."""

    best: Move
    other: Move | None = None  # none if all legal moves are the same
    explanation: Explanation | None = None


def find_hint(game: str, view: object, seat: Seat, legal: Sequence[Move], seed: int) -> FoundHint:
    """Returns the best move by the game's evaluation of the seat's view."""
    entry = ENTRIES[game]
    assert entry.evaluate is not None, "only games with an evaluator have hints"
    assert entry.explain is not None, "a game that evaluates moves explains them"
    best, *others = entry.evaluate(view, seat, legal, Random(seed), effort=EFFORT).moves
    other = next((one for one in others if not entry.alike(view, best.move, one.move)), None)
    if other is None:
        return FoundHint(best.move)
    return FoundHint(best.move, other.move, entry.explain(view, seat, best, other))
