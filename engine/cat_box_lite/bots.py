"""`sensible` for Cat Box Lite: lays what helps its own color and covers what it takes for its rivals'.

Who a rival is it tells from what that seat laid: each card speaks for the colors that gained by it. As others
may tell the same of it, it prefers a card by which another color gains as much as its own, the more so the
longer the game still goes on. The weights were found by play (tests/bench/bench_lite_bots.py).
"""

from collections.abc import Sequence
from math import exp
from random import Random

from engine.cat_box_lite.board import EMPTY, NEIGHBORS, Area, cell_at, lay
from engine.cat_box_lite.deck import COLORS, Color, Face
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.view_types import View
from engine.groups import largest_group

TRUST = 0.35  # in what a rival's card says: how fast a guess becomes sure
COVER = 0.6  # what a rival's point is worth to oneself, for all rivals together
SHOUT = 0.3  # points that it costs, with a whole game to go, to gain one more than any other color

Scores = dict[Color, int]


def choose(view: View, legal: Sequence[Place], rng: Random) -> Place:
    """The legal move that promises most; chance decides among equals."""
    outlook, promises = Outlook(view), dict[tuple[Face, int, int], float]()
    best: list[tuple[float, float, Place]] = []
    for move in legal:
        laid = (_face(view, move), move.column, move.row)  # several slots may hold the same face
        if laid not in promises:
            promises[laid] = outlook.promise(*laid)
        best.append((promises[laid], rng.random(), move))
    return max(best, key=lambda one: one[:2])[2]


def _face(view: View, move: Place) -> Face:
    hand = view.hands[str(move.holder)] if move.face == "public" else view.backs
    assert hand is not None, "a seat to act sees its own cards"
    return hand[move.slot]


class Outlook:
    """What the seat to play can tell about the game."""

    def __init__(self, view: View) -> None:
        assert view.identity is not None
        self.mine: Color = view.identity
        self.others = [color for color in COLORS if color != self.mine]
        self.area, self.scores = EMPTY, dict.fromkeys(COLORS, 0)
        said = {seat: dict.fromkeys(self.others, 0.0) for seat in range(view.seats) if seat != view.to_act[0]}
        for card in view.laid.values():
            before = self.scores
            self.area, self.scores = self._after(card.face, card.column, card.row)
            if card.seat in said:
                for color in self.others:
                    said[card.seat][color] += self.scores[color] - before[color]
        self.rivals = _guess(list(said.values()))
        self.left = (view.turns - view.turn) / view.turns

    def promise(self, face: Face, column: int, row: int) -> float:
        """What the position after a move is worth, in points."""
        _, scores = self._after(face, column, row)
        gain = scores[self.mine] - self.scores[self.mine]
        loudest_other = max(scores[color] - self.scores[color] for color in self.others)
        shouted = max(0, gain - loudest_other)
        rivals = sum(chance * scores[color] for color, chance in self.rivals.items())
        return scores[self.mine] - COVER * rivals - SHOUT * self.left * shouted

    def _after(self, face: Face, column: int, row: int) -> tuple[Area, Scores]:
        """The area with one more card, and every color's score."""
        cell = cell_at(column, row)
        assert cell is not None
        area = lay(self.area, face, cell)
        points = [cats.bit_count() + largest_group(cats, NEIGHBORS).bit_count() for cats in area]
        return area, dict(zip(COLORS, points, strict=False))


def _guess(said: list[dict[Color, float]]) -> dict[Color, float]:
    """How likely each color is some rival's, all rivals together: the chances add up to one."""
    chances: dict[Color, float] = {}
    for spoken in said:
        weights = {color: exp(TRUST * gained) for color, gained in spoken.items()}
        for color, weight in weights.items():
            chances[color] = chances.get(color, 0) + weight / sum(weights.values()) / len(said)
    return chances
