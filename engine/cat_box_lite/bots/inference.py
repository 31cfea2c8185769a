"""How likely each identity of each seat is, by the places it chose for its cards (all public, L15)."""

from math import exp

from engine.cat_box_lite.board import EMPTY, cell_at, lay, places
from engine.cat_box_lite.bots.layers import Layers
from engine.cat_box_lite.deck import COLORS, Face, may_cover
from engine.cat_box_lite.view_types import View
from engine.groups import bits

OTHERS_WEIGHT = 0.25  # value of another color's point to a player, relative to an own one
SHARPNESS = 0.9  # how strictly players prefer places of higher value, per point
LEAST = 1e-4  # probability that remains for every color

Beliefs = list[list[float]]  # by seat: the probability of each color, in the order of COLORS


def identity_beliefs(view: View) -> Beliefs:
    """Returns what a spectator may believe about the identity of each seat."""
    beliefs = [[1.0] * len(COLORS) for _ in range(view.seats)]
    area = EMPTY
    for card in view.laid.values():
        cell = cell_at(card.column, card.row)
        assert cell is not None, "a laid card is on the board"
        if card.seat is not None:
            likely = _likelihoods(Layers(area), places(area).up_to(may_cover(card.face)), card.face, cell)
            beliefs[card.seat] = [old * new for old, new in zip(beliefs[card.seat], likely, strict=True)]
        area = lay(area, card.face, cell)
    return [[LEAST + one / sum(belief) for one in belief] for belief in beliefs]


def _likelihoods(layers: Layers, cells: int, face: Face, chosen: int) -> list[float]:
    """Returns for each color how likely its player lays the face on the chosen one of these cells."""
    weights = {}
    for cell in bits(cells):
        points = [layers.points_after(color, face, cell) for color in range(len(COLORS))]
        others = OTHERS_WEIGHT * sum(points)
        weights[cell] = [exp(SHARPNESS * ((1 + OTHERS_WEIGHT) * own - others)) for own in points]
    totals = map(sum, zip(*weights.values(), strict=True))
    return [weight / total for weight, total in zip(weights[chosen], totals, strict=True)]
