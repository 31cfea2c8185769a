"""Evaluates one decision, in a worker process, which therefore imports nothing but the engine."""

from collections.abc import Sequence
from random import Random

from engine.evaluation import PositionEvaluation
from engine.registry import ENTRIES
from engine.types import Move, Seat

EFFORT = 0.5  # of the usual work: four seats take less than half a minute


def evaluate(
    game: str, view: object, seat: Seat, legal: Sequence[Move], seed: int, played: Move
) -> PositionEvaluation:
    """Returns what the seat may expect of each of its moves, and of the one that it played."""
    evaluator = ENTRIES[game].evaluate
    assert evaluator is not None, "only games with an evaluator are analyzed"
    return evaluator(view, seat, legal, Random(seed), effort=EFFORT, played=played)
