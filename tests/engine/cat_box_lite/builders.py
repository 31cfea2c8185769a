"""Builds deals, moves and positions of Cat Box Lite from short texts.

- A deal: cards by number and public side in the deck's order, "3a 17b"; the others follow ascending, side a.
- A move: "0:1/0+(-1,2)" seat 0 plays from seat 1's hand, slot 0, the public side (+) or the private one (-),
  with the upper left square at column -1, row 2.
- An area: lines of symbols, "." for an empty square; the first symbol is column 0, row 0.
"""

import re
from typing import Any, NamedTuple

from engine.cat_box_lite import CatBoxLite
from engine.cat_box_lite.board import EMPTY, ORIGIN, SPAN, Area
from engine.cat_box_lite.deck import SQUARES
from engine.cat_box_lite.moves import Place, Side
from engine.cat_box_lite.state import State
from engine.types import ExplicitDeals, Json, Seat

GAME = CatBoxLite()
NAMES = ("Ada", "Bo", "Cy")
MOVE = re.compile(r"(\d):(-?\d+)/(-?\d+)([+-])\((-?\d+),(-?\d+)\)")


class After(NamedTuple):
    """A state and the events that led to it."""

    state: State
    events: tuple[Any, ...]


def moves(text: str) -> list[tuple[Seat, Place]]:
    """Parses moves."""
    return [_move(word) for word in text.split()]


def _move(word: str) -> tuple[Seat, Place]:
    found = MOVE.fullmatch(word)
    assert found, f"{word} is no move"
    seat, holder, slot, side, column, row = found.groups()
    face: Side = "public" if side == "+" else "private"
    return Seat(int(seat)), Place(int(holder), int(slot), face, int(column), int(row))


def play(state: State, text: str) -> After:
    """Returns the state after these moves, and all their events."""
    events: list[Any] = []
    for seat, move in moves(text):
        state, happened = GAME.apply(state, seat, move)
        events += happened
    return After(state, tuple(events))


def deal(cards: str = "", identities: str = "black white") -> Json:
    """Returns a deal in a record's form."""
    given = [[int(card[:-1]), card[-1]] for card in cards.split()]
    rest = [[number, "a"] for number in range(20) if number not in [card for card, _ in given]]
    return {"identities": identities.split(), "cards": given + rest}


def opened(cards: str = "", identities: str = "black white", first: int = 0, text: str = "") -> State:
    """Returns a game with this deal, after the moves of `text`."""
    draws = ExplicitDeals(Seat(first), (deal(cards, identities),))
    return play(GAME.start(len(identities.split()), {}, draws).state, text).state


def area(drawn: str) -> Area:
    """Parses a drawing of the play area."""
    shown = list(EMPTY)
    for row, line in enumerate(drawn.split()):
        for column, letter in enumerate(line):
            if letter != ".":
                shown[SQUARES.index(letter)] |= 1 << ORIGIN + SPAN * row + column
    return tuple(shown)


def visible(state: State) -> str:
    """Draws the play area without empty rows and columns around it."""
    at = {
        divmod(cell, SPAN): letter
        for letter, cells in zip(SQUARES, state.area, strict=True)
        for cell in range(SPAN * SPAN)
        if cells >> cell & 1
    }
    rows, columns = [row for row, _ in at], [column for _, column in at]
    return " ".join(
        "".join(at.get((row, column), ".") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )
