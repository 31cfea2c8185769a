"""The bot `sensible`: maximizes its own score and minimizes the scores of its rivals' likely colors.

It infers a rival's color from the gains that each color had from the rival's cards. To hide its own color, it
prefers cards from which another color gains as much, more so early in the game. The constants were tuned by
self-play (tests/bench/bench_lite_bots.py).
"""

from collections.abc import Sequence
from math import exp
from random import Random

from engine.cat_box_lite.board import EMPTY, NEIGHBORS, Area, cell_at, lay
from engine.cat_box_lite.deck import COLORS, Color, Face
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.view_types import View
from engine.groups import largest_group

CONFIDENCE = 0.35  # weight of a gain as evidence of a rival's color
RIVAL_WEIGHT = 0.6  # value of a rival's point relative to an own one, for all rivals together
EXPOSURE_COST = 0.3  # at the start of the game, per point gained more than every other color

Scores = dict[Color, int]


def choose(view: View, legal: Sequence[Place], rng: Random) -> Place:
    """Returns the legal move with the highest value, a random one of equal moves."""
    evaluation, values = Evaluation(view), dict[tuple[Face, int, int], float]()
    candidates: list[tuple[float, float, Place]] = []
    for move in legal:
        laid = (face_of(view, move), move.column, move.row)  # several slots may hold the same face
        if laid not in values:
            values[laid] = evaluation.value(*laid)
        candidates.append((values[laid], rng.random(), move))
    return max(candidates, key=lambda candidate: candidate[:2])[2]


def face_of(view: View, move: Place) -> Face:
    """Returns the face that a move lays."""
    hand = view.hands[str(move.holder)] if move.face == "public" else view.backs
    assert hand is not None, "a seat to act sees its own cards"
    return hand[move.slot]


class Evaluation:
    """Values of positions, from the view of the seat to play."""

    def __init__(self, view: View) -> None:
        assert view.identity is not None
        self.mine: Color = view.identity
        self.others = [color for color in COLORS if color != self.mine]
        self.area, self.scores = EMPTY, dict.fromkeys(COLORS, 0)
        gains = {
            seat: dict.fromkeys(self.others, 0.0) for seat in range(view.seats) if seat != view.to_act[0]
        }
        for card in view.laid.values():
            before = self.scores
            self.area, self.scores = self._after(card.face, card.column, card.row)
            if card.seat in gains:
                for color in self.others:
                    gains[card.seat][color] += self.scores[color] - before[color]
        self.rivals = _color_probabilities(list(gains.values()))
        self.left = (view.turns - view.turn) / view.turns

    def value(self, face: Face, column: int, row: int) -> float:
        """Returns the value of the position after a move, in points."""
        _, scores = self._after(face, column, row)
        gain = scores[self.mine] - self.scores[self.mine]
        best_other = max(scores[color] - self.scores[color] for color in self.others)
        exposure = max(0, gain - best_other)
        rivals = sum(probability * scores[color] for color, probability in self.rivals.items())
        return scores[self.mine] - RIVAL_WEIGHT * rivals - EXPOSURE_COST * self.left * exposure

    def _after(self, face: Face, column: int, row: int) -> tuple[Area, Scores]:
        """Returns the area with one more card, and every color's score."""
        cell = cell_at(column, row)
        assert cell is not None
        area = lay(self.area, face, cell)
        points = [cats.bit_count() + largest_group(cats, NEIGHBORS).bit_count() for cats in area]
        return area, dict(zip(COLORS, points, strict=False))


def _color_probabilities(gains: list[dict[Color, float]]) -> dict[Color, float]:
    """Returns each color's probability to be a rival's, averaged over the rivals; takes gains by rival."""
    probabilities: dict[Color, float] = {}
    for rival in gains:
        weights = {color: exp(CONFIDENCE * gained) for color, gained in rival.items()}
        for color, weight in weights.items():
            probabilities[color] = probabilities.get(color, 0) + weight / sum(weights.values()) / len(gains)
    return probabilities
