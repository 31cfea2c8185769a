"""Evaluates the moves that `strong` would try, played on to the end of the game."""

from collections.abc import Sequence
from random import Random

from engine.cat_box_lite.board import TURNS
from engine.cat_box_lite.bots.search import Search, lead
from engine.cat_box_lite.bots.sensible import face_of
from engine.cat_box_lite.deck import COLORS, Face
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.view_types import View
from engine.evaluation import MoveEvaluation, PositionEvaluation
from engine.types import Seat

DEALS = 32  # in which each move is played on, with an effort of 1


def evaluate(
    view: View,
    seat: Seat,
    legal: Sequence[Place],  # noqa: ARG001 (part of the interface)
    rng: Random,
    *,
    effort: float = 1.0,
    played: Place | None = None,
    complete: bool = False,
) -> PositionEvaluation:
    """Returns the expected lead over the strongest rival at the end, and the chance to `win`.

    A shared victory counts half. The beliefs are a spectator's, about the color of each seat.
    """
    search = Search(view, rng)
    moves = _with_played(search.ranked() if complete else search.promising(), played, view)
    leads: dict[Place, list[int]] = {move: [] for move in moves}
    for _ in range(max(1, round(DEALS * effort))):
        for move, points in zip(moves, search.ends(moves, TURNS), strict=True):
            leads[move].append(lead(points, seat))
    found = sorted((_evaluation(*one) for one in leads.items()), key=lambda one: -one.points)
    beliefs = tuple(_by_color(belief) for belief in search.beliefs)
    return PositionEvaluation(tuple(found), beliefs)


def _with_played(moves: list[Place], played: Place | None, view: View) -> list[Place]:
    """Returns the moves with the one played, instead of one that lays the same face in the same place."""
    if played is None or played in moves:
        return moves
    laid = _laid(view, played)
    return [*(move for move in moves if _laid(view, move) != laid), played]


def _laid(view: View, move: Place) -> tuple[Face, int, int]:
    return face_of(view, move), move.column, move.row


def _evaluation(move: Place, leads: Sequence[int]) -> MoveEvaluation:
    count = len(leads)
    wins = sum(1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0 for ahead in leads)
    return MoveEvaluation(move, round(sum(leads) / count, 3), {"win": round(wins / count, 3)}, count)


def _by_color(belief: Sequence[float]) -> dict[str, float]:
    """Returns the probability of each color; they add up to 1."""
    total = sum(belief)
    return {color: round(one / total, 3) for color, one in zip(COLORS, belief, strict=True)}
