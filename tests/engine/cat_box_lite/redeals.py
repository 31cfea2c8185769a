"""Redeals a game so that it looks the same to one observer: everything unknown to the observer changes (L15).

The deck is a list of places: the removed card, hands, the first card laid, the pile. The observer knows both
sides of a card, the public side, or nothing.
"""

from random import Random
from typing import NamedTuple

from engine.cat_box_lite.deck import CARDS
from engine.cat_box_lite.moves import Place
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.walks import COLORS, Walk, begin

Written = tuple[int, str]  # a card's number and the side that is up
DECK: list[Written] = [(number, side) for number in range(20) for side in "ab"]


class Known(NamedTuple):
    """An observer's knowledge of the deck, by place."""

    whole: set[int]
    up: set[int]  # their public sides; the whole ones among them


def known(game: Walk, observer: Seat | None) -> Known:
    """Returns an observer's knowledge, derived from the moves by following each card from its place."""
    hands = [[1 + 2 * seat, 2 + 2 * seat] for seat in range(game.seats)]
    opening = 1 + 2 * game.seats
    top, whole = opening + 1, set(hands[observer]) if observer is not None else set[int]()
    for _, move in game.moves:
        assert isinstance(move, Place)
        played = hands[move.holder].pop(move.slot)
        if move.face == "private":
            whole.add(played)
        if top < 20:
            hands[move.holder].append(top)
            if move.holder == observer:
                whole.add(top)
            top += 1
    return Known(whole, set(range(1, min(top + 1, 20))))


def redeal(game: Walk, observer: Seat | None, rng: Random) -> Walk:
    """Returns another game that looks the same to the observer."""
    seen, dealt = known(game, observer), [(number, side) for number, side in game.deal["cards"]]
    cards = _other_cards(dealt, seen, rng)
    identities = list(game.deal["identities"])
    if GAME.to_act(game.states[-1]):
        kept = [] if observer is None else [identities[observer]]
        others = rng.sample([color for color in COLORS if color not in kept], game.seats)
        identities = [color if seat == observer else others.pop() for seat, color in enumerate(identities)]
    other = begin(game.first, {"identities": identities, "cards": [list(card) for card in cards]})
    for seat, move in game.moves:
        other.play(seat, move)
    return other


def _other_cards(dealt: list[Written], seen: Known, rng: Random) -> list[Written]:
    """Returns cards for all places: equal where both sides are known, else with the known public side."""
    fixed = {place: dealt[place] for place in seen.whole}
    cards = dict(fixed)
    for place in rng.sample(sorted(seen.up - seen.whole), len(seen.up - seen.whole)):
        _put(place, dealt, fixed, cards, rng, set())
    left = [number for number in range(20) if number not in {number for number, _ in cards.values()}]
    rng.shuffle(left)
    return [cards[place] if place in cards else (left.pop(), rng.choice("ab")) for place in range(20)]


def _put(
    place: int,
    dealt: list[Written],
    fixed: dict[int, Written],
    cards: dict[int, Written],
    rng: Random,
    tried: set[int],
) -> bool:
    """Finds a card with the given public side by an augmenting path; a perfect matching exists."""
    fitting = [card for card in DECK if _up(card) == _up(dealt[place])]
    for card in rng.sample(fitting, len(fitting)):
        if card[0] in tried:
            continue
        tried.add(card[0])
        holder = next((at for at, other in cards.items() if other[0] == card[0]), None)
        if holder is None or (holder not in fixed and _put(holder, dealt, fixed, cards, rng, tried)):
            cards[place] = card
            return True
    return False


def _up(card: Written) -> str:
    number, side = card
    return CARDS[number][side].public
