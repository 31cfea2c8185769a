"""Plays moves on in deals that the view of the seat to play allows.

Identities are dealt as the moves so far suggest. In these deals every player, this seat too, lays the card
that is best for the moment, for a color with what a spectator would believe about the others.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from random import Random

from engine.cat_box_lite.board import COLUMN, EMPTY, ROW, cell_at, lay, places
from engine.cat_box_lite.bots.inference import Beliefs, identity_beliefs
from engine.cat_box_lite.bots.layers import Layers
from engine.cat_box_lite.deck import CARDS, COLORS, Card, Face, may_cover
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.rules import apply, options, to_act
from engine.cat_box_lite.state import Laid, State
from engine.cat_box_lite.view_types import View
from engine.groups import bits
from engine.types import ExplicitDeals, Seat

CANDIDATES = 12  # moves that are played on
RIVAL_WEIGHT = 0.7  # value of a rival's point relative to an own one
LEAST_WEIGHT = 0.02  # colors of less weight are not counted

BACKS: dict[Face, list[Face]] = {
    up.public: [card.private for sides in CARDS for card in sides.values() if card.public == up.public]
    for sides in CARDS
    for up in sides.values()
}

Weights = Sequence[float]  # value of a point of each color, in the order of COLORS
Ranked = tuple[float, Place]


class Search:
    """The simulations of one position."""

    def __init__(self, view: View, rng: Random) -> None:
        self._view, self._rng, self._me = view, rng, view.to_act[0]
        self.beliefs = identity_beliefs(view)

    def promising(self) -> list[Place]:
        """Returns the moves that are best for the moment, the best one first."""
        return self.ranked()[:CANDIDATES]

    def ranked(self) -> list[Place]:
        """Returns all moves, one of those that are alike, by what they are worth for the moment."""
        state = _deal(self._view, self.beliefs, self._rng)
        moves = _moves(state, _weights(state, self._me, self.beliefs))
        return [move for _, move in sorted(moves, key=itemgetter(0), reverse=True)]

    def ends(self, moves: Sequence[Place], depth: int) -> list[list[int]]:
        """Returns the points of all seats so many moves after each of these moves, in one more deal."""
        state = _deal(self._view, self.beliefs, self._rng)
        return [
            _points(_played_on(apply(state, self._me, move).state, self.beliefs, depth)) for move in moves
        ]


def lead(points: Sequence[int], seat: Seat) -> int:
    """Returns the seat's points less those of its strongest rival."""
    return points[seat] - max(one for other, one in enumerate(points) if other != seat)


def _deal(view: View, beliefs: Beliefs, rng: Random) -> State:
    """Returns a state of which the seat to play has this view; unseen cards need not form a whole deck."""
    me, area = view.to_act[0], EMPTY
    laid = tuple(Laid(card.face, card.column, card.row, card.seat) for card in view.laid.values())
    for card in laid:
        area = lay(area, card.face, _cell(card))
    hands = [[Card(face, rng.choice(BACKS[face])) for face in hand] for hand in view.hands.values()]
    assert view.backs is not None
    hands[me] = [Card(face, back) for face, back in zip(view.hands[str(me)], view.backs, strict=True)]
    tops = [view.top, *rng.choices(list(BACKS), k=view.pile)][: view.pile]
    pile = tuple(Card(face, rng.choice(BACKS[face])) for face in tops if face)
    identities = tuple(COLORS[color] for color in _identities(view, beliefs, rng))
    draws = ExplicitDeals(view.start, ())  # states that are played on are never dealt again
    return State(draws, identities, tuple(map(tuple, hands)), pile, laid, area, me)


def _cell(card: Laid) -> int:
    cell = cell_at(card.column, card.row)
    assert cell is not None, "a laid card is on the board"
    return cell


def _identities(view: View, beliefs: Beliefs, rng: Random) -> list[int]:
    """Returns a color for each seat, all different, the seat's own one among them."""
    assert view.identity is not None
    me, own = view.to_act[0], COLORS.index(view.identity)
    left = [color for color in range(len(COLORS)) if color != own]
    found = []
    for seat, belief in enumerate(beliefs):
        color = own if seat == me else rng.choices(left, [belief[color] for color in left])[0]
        found.append(color)
        left = [one for one in left if one != color]
    return found


def _weights(state: State, seat: Seat, beliefs: Beliefs) -> Weights:
    """Returns what points are worth to a seat, which believes of the others what a spectator would."""
    own = COLORS.index(state.identities[seat])
    weights = [0.0] * len(COLORS)
    for other, belief in enumerate(beliefs):
        if other != seat:
            possible = [0.0 if color == own else chance for color, chance in enumerate(belief)]
            share = RIVAL_WEIGHT / sum(possible) / (len(beliefs) - 1)
            weights = [weight - share * chance for weight, chance in zip(weights, possible, strict=True)]
    weights[own] = 1.0
    return weights


def _moves(state: State, weights: Weights) -> Iterator[Ranked]:
    """Yields the moves of the seat to play with their values; of equal faces, that of the first card."""
    layers, found = Layers(state.area), places(state.area)
    counted = [(color, weight) for color, weight in enumerate(weights) if abs(weight) > LEAST_WEIGHT]
    faces = {option.face: option for option in reversed(list(options(state, state.to_play)))}
    for face, (holder, slot, side, _) in faces.items():
        for cell in bits(found.up_to(may_cover(face))):
            value = sum([weight * layers.points_after(color, face, cell) for color, weight in counted])
            yield value, Place(holder, slot, side, COLUMN[cell], ROW[cell])


def _played_on(state: State, beliefs: Beliefs, depth: int) -> State:
    """Returns the state so many moves later, or at the end."""
    weights = [_weights(state, Seat(seat), beliefs) for seat in range(len(state.hands))]
    for _ in range(depth):
        if not to_act(state):
            break
        _, move = max(_moves(state, weights[state.to_play]), key=itemgetter(0))
        state = apply(state, state.to_play, move).state
    return state


def _points(state: State) -> list[int]:
    """Returns every seat's points."""
    layers = Layers(state.area)
    return [layers.points(COLORS.index(color)) for color in state.identities]
