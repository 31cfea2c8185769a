"""Shuffling and dealing (L3-L6), from a seed or from a record's deals."""

from typing import NamedTuple

from engine.cat_box_lite.deck import CARDS, COLORS, Card, Color
from engine.errors import RecordError
from engine.shuffle import Stream
from engine.types import DealSource, ExplicitDeals, Seat

SIDES = ("a", "b")


class Deal(NamedTuple):
    """All that is random except the first seat."""

    identities: tuple[Color, ...]  # by seat
    cards: tuple[Card, ...]  # the removed one, two for each seat, the first one laid, then the pile


def to_explicit_deals(seats: int, draws: DealSource) -> ExplicitDeals:
    """Derives the deal from a seed; returns explicit deals unchanged."""
    if isinstance(draws, ExplicitDeals):
        return draws
    first = Seat(Stream(draws, "first").below(seats))
    identities = Stream(draws, "identities").shuffle(COLORS)[:seats]
    deck, sides = Stream(draws, "deck").shuffle(range(len(CARDS))), Stream(draws, "sides")
    cards = [[number, SIDES[sides.below(2)]] for number in deck]
    return ExplicitDeals(first, ({"identities": identities, "cards": cards},))


def parse_deal(seats: int, draws: ExplicitDeals) -> Deal:
    """Parses the only deal of a game (L3, L4). Raises RecordError."""
    if len(draws.deals) != 1:
        raise RecordError("the cards are dealt once")
    written: object = draws.deals[0]
    if not isinstance(written, dict) or set(written) != {"identities", "cards"}:
        raise RecordError("a deal has exactly the keys identities and cards")
    identities, cards = written["identities"], written["cards"]
    if not isinstance(identities, list) or not all(color in COLORS for color in identities):
        raise RecordError(f"identities are colors: {COLORS}")
    if len(identities) != seats or len(set(identities)) != seats:
        raise RecordError("each seat has an identity of its own (L3)")
    if not isinstance(cards, list) or not all(_is_card(card) for card in cards):
        raise RecordError('a card is written [number, "a" or "b"]')
    if sorted(number for number, _ in cards) != list(range(len(CARDS))):
        raise RecordError(f"a deck has each card from 0 to {len(CARDS) - 1} once")
    return Deal(tuple(identities), tuple(CARDS[number][side] for number, side in cards))


def _is_card(card: object) -> bool:
    if not isinstance(card, list) or len(card) != 2:
        return False
    number, side = card
    return type(number) is int and 0 <= number < len(CARDS) and side in SIDES
