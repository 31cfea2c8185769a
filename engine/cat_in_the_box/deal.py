"""Shuffling and dealing (C1-C4), from a seed or from a record's deals."""

from collections import Counter
from functools import cache
from itertools import chain
from typing import NamedTuple

from engine.cat_in_the_box.board import COLUMN, SPACE
from engine.cat_in_the_box.moves import Color
from engine.cat_in_the_box.setups import COPIES, REVEALED, Setup
from engine.cat_in_the_box.state import Setting
from engine.errors import RecordError
from engine.shuffle import Stream
from engine.types import Json, Seat

BLOCKED_BY_COPY: tuple[Color, ...] = ("green", "yellow", "blue")  # first, second, third copy (C4)


class Deal(NamedTuple):
    """One round's cards."""

    hands: tuple[tuple[int, ...], ...]  # by seat, ascending
    revealed: tuple[int, ...]  # two seats only


def first_seat(seed: bytes, seats: int) -> Seat:
    """Returns the seat that starts round 0 (C1)."""
    return Seat(Stream(seed, "first").below(seats))


def deal(setting: Setting, round: int) -> Deal:
    """Returns the cards of a round, from 0 (C3). Raises RecordError if the record has no deal for it."""
    draws = setting.draws
    if isinstance(draws, bytes):
        return _shuffled(draws, setting, round)
    if round < len(draws.deals):
        return parse_deal(draws.deals[round], len(setting.seats), setting.setup)
    if draws.next_seed is None:
        raise RecordError(f"no deal is given for round {round}")
    return _shuffled(draws.next_seed, setting, round)


def write_deal(setting: Setting, round: int) -> Json:
    """Returns the cards of a round in the record's form; the inverse of `parse_deal`."""
    cards = deal(setting, round)
    hands = {"hands": [list(hand) for hand in cards.hands]}
    return {**hands, "revealed": list(cards.revealed)} if cards.revealed else hands


def _shuffled(seed: bytes, setting: Setting, round: int) -> Deal:
    seats, dealt = len(setting.seats), setting.setup.dealt
    cards = Stream(seed, f"round:{round}").shuffle(_deck(setting.setup.numbers))
    hands = tuple(tuple(sorted(cards[seat * dealt : (seat + 1) * dealt])) for seat in range(seats))
    return Deal(hands, tuple(cards[seats * dealt :][:REVEALED]))


@cache
def _deck(numbers: int) -> tuple[int, ...]:
    """Returns all cards, ascending."""
    return tuple(number for number in range(1, numbers + 1) for _ in range(COPIES))


def parse_deal(written: object, seats: int, setup: Setup) -> Deal:
    """Parses a deal in a record's form, `{"hands": [[…], …], "revealed": […]}`. Raises RecordError."""
    expected = {"hands", "revealed"} if seats == 2 else {"hands"}
    if not isinstance(written, dict) or set(written) != expected:
        raise RecordError(f"a deal has exactly the keys {sorted(expected)}")
    hands, revealed = written["hands"], written.get("revealed", [])
    if (
        not isinstance(hands, list)
        or len(hands) != seats
        or not all(_are_cards(h, setup.dealt) for h in hands)
    ):
        raise RecordError(f"a deal gives {setup.dealt} cards to each of {seats} seats")
    if not _are_cards(revealed, REVEALED if seats == 2 else 0):
        raise RecordError(f"{REVEALED} cards are revealed with two seats")
    dealt = Counter(chain(*hands, revealed))
    if not all(1 <= card <= setup.numbers and copies <= COPIES for card, copies in dealt.items()):
        raise RecordError(f"cards run from 1 to {setup.numbers}, {COPIES} copies each")
    return Deal(tuple(tuple(sorted(hand)) for hand in hands), tuple(revealed))


def _are_cards(cards: object, count: int) -> bool:
    return isinstance(cards, list) and len(cards) == count and all(type(card) is int for card in cards)


@cache
def blocked_spaces(setup: Setup, revealed: tuple[int, ...]) -> int:
    """Returns the spaces that are blocked from the start (C2, C4)."""
    blocked = sum(COLUMN[number] for number in range(setup.numbers + 1, setup.columns + 1))
    for number, copies in Counter(revealed).items():
        blocked |= sum(SPACE[color, number] for color in BLOCKED_BY_COPY[:copies])
    return blocked
