"""The bot `strong`: deals what it cannot see, plays its most promising moves on, and compares the ends.

Identities are dealt as the moves so far suggest. In these deals every player, this seat too, lays the card
that is best for the moment, for a color with what a spectator would believe about the others. The constants
were tuned by matches against `sensible` (tests/bench/bench_lite_bots.py).
"""

from collections.abc import Iterator, Sequence
from heapq import nlargest
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
DEALS = 8  # in which each of them is played on
DEPTH = 5  # moves after it, of all seats
RIVAL_WEIGHT = 0.7  # value of a rival's point relative to an own one
LEAST_WEIGHT = 0.02  # colors of less weight are not counted

BACKS: dict[Face, list[Face]] = {
    up.public: [card.private for sides in CARDS for card in sides.values() if card.public == up.public]
    for sides in CARDS
    for up in sides.values()
}

Weights = Sequence[float]  # value of a point of each color, in the order of COLORS
Ranked = tuple[float, Place]


def choose(view: View, _legal: Sequence[Place], rng: Random) -> Place:
    """Returns the move with the best mean lead over the strongest rival; at least one other seat plays."""
    me, beliefs = view.to_act[0], identity_beliefs(view)
    state = _deal(view, beliefs, rng)
    candidates = nlargest(CANDIDATES, _moves(state, _weights(state, me, beliefs)), key=itemgetter(0))
    leads = dict.fromkeys((move for _, move in candidates), 0)
    for _ in range(DEALS):
        state = _deal(view, beliefs, rng)
        for move in leads:
            leads[move] += _lead(_played_on(apply(state, me, move).state, beliefs), me)
    return max(leads, key=lambda move: leads[move])


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


def _played_on(state: State, beliefs: Beliefs) -> State:
    """Returns the state some moves later, or at the end."""
    weights = [_weights(state, Seat(seat), beliefs) for seat in range(len(state.hands))]
    for _ in range(DEPTH):
        if not to_act(state):
            break
        _, move = max(_moves(state, weights[state.to_play]), key=itemgetter(0))
        state = apply(state, state.to_play, move).state
    return state


def _lead(state: State, seat: Seat) -> int:
    """Returns the seat's points less those of its strongest rival."""
    layers = Layers(state.area)
    points = [layers.points(COLORS.index(color)) for color in state.identities]
    return points.pop(seat) - max(points)
