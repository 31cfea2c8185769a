"""Evaluates all legal moves of a seat by the search of `strong`, for points alone."""

from collections.abc import Sequence
from random import Random

from engine.cat_in_the_box.bots.search import Extra, Outcome, Search
from engine.cat_in_the_box.bots.strong import WORK
from engine.cat_in_the_box.moves import CatMove
from engine.cat_in_the_box.view_types import View
from engine.evaluation import MoveEvaluation, PositionEvaluation
from engine.types import Seat

GLANCE = 8  # deals in which every legal move is tried


def evaluate(
    view: View,
    seat: Seat,
    legal: Sequence[CatMove],
    rng: Random,
    *,
    effort: float = 1.0,
    played: CatMove | None = None,
    complete: bool = False,  # noqa: ARG001 (no move is ever left out)
) -> PositionEvaluation:
    """Returns the expected points of the round, and the chances of an own `paradox` and of the `bonus`."""
    search = Search(view, seat, rng, Extra())
    candidates = search.promising(legal)
    if played is not None and played not in candidates:
        candidates.append(played)
    rounds = search.affordable_rounds(round(WORK * effort))
    search.simulate(legal, GLANCE)
    best = search.best_of(candidates, rounds - GLANCE * len(legal), kept=played)
    reference = search.outcomes[best]
    found = [_evaluation(move, search.outcomes[move], reference) for move in legal]
    return PositionEvaluation(tuple(sorted(found, key=lambda one: (one.move != best, -one.points))))


def _evaluation(move: CatMove, own: Sequence[Outcome], best: Sequence[Outcome]) -> MoveEvaluation:
    """Estimates a move by the means of the best one and the difference in the deals that both have seen.

    A move that was dropped early is not the best one, whatever its few deals say.
    """
    points, paradox, bonus = (
        mean_of(best) + mean_of(own) - mean_of(best[: len(own)]) for mean_of in (_points, _paradox, _bonus)
    )
    chances = {"paradox": _probability(paradox), "bonus": _probability(bonus)}
    return MoveEvaluation(move, round(min(points, _points(best)), 3), chances, len(own))


def _points(outcomes: Sequence[Outcome]) -> float:
    return sum(outcome.points for outcome in outcomes) / len(outcomes)


def _paradox(outcomes: Sequence[Outcome]) -> float:
    return sum(outcome.paradox for outcome in outcomes) / len(outcomes)


def _bonus(outcomes: Sequence[Outcome]) -> float:
    return sum(outcome.bonus for outcome in outcomes) / len(outcomes)


def _probability(estimate: float) -> float:
    return round(max(0.0, min(1.0, estimate)), 3)
