"""Parsing and serializing moves: keys and types must match exactly."""

from typing import Any

import pytest

from engine.cat_in_the_box.moves import Bid, Declare, SetAside
from engine.errors import MalformedMove
from engine.moves import parse_move, write_move
from engine.types import Move
from tests.engine.builders import GAME

MOVES: list[tuple[Move, dict[str, Any]]] = [
    (SetAside(5), {"kind": "set_aside", "card": 5}),
    (Bid(2), {"kind": "bid", "tricks": 2}),
    (Declare(5, "red"), {"kind": "declare", "card": 5, "color": "red"}),
    (Declare(0, "green"), {"kind": "declare", "card": 0, "color": "green"}),
]
MALFORMED: list[object] = [
    None, 1, True, "abandon", [], ["declare", 5, "red"], {},
    {"kind": None}, {"kind": ["bid"]}, {"kind": "pass"}, {"kind": "Bid", "tricks": 2}, {"kind": "abandon"},
    {"card": 5}, {"kind": "set_aside"}, {"kind": "set_aside", "tricks": 5}, {"kind": "bid", "card": 2},
    {"kind": "set_aside", "card": "5"}, {"kind": "set_aside", "card": 5.0},
    {"kind": "set_aside", "card": True}, {"kind": "set_aside", "card": None},
    {"kind": "set_aside", "card": [5]},
    {"kind": "bid", "tricks": False}, {"kind": "bid", "tricks": 2, "seat": 1},
    {"kind": "bid", "tricks": 2, "color": "red"},
    {"kind": "declare", "card": 5}, {"kind": "declare", "color": "red"},
    {"kind": "declare", "card": 5, "color": "purple"}, {"kind": "declare", "card": 5, "color": "Red"},
    {"kind": "declare", "card": 5, "color": 0}, {"kind": "declare", "card": 5, "color": None},
    {"kind": "declare", "card": 5, "color": ["red"]},
    {"kind": "declare", "card": 5, "color": "red", "lead": True},
]  # fmt: skip


@pytest.mark.parametrize(("move", "written"), MOVES, ids=repr)
def test_moves_are_parsed_and_serialized(move: Move, written: dict[str, Any]) -> None:
    assert parse_move(written, GAME.move_types) == move
    assert write_move(move) == written


@pytest.mark.parametrize("written", MALFORMED, ids=repr)
def test_invalid_moves_are_malformed(written: object) -> None:
    with pytest.raises(MalformedMove) as refusal:
        parse_move(written, GAME.move_types)
    assert refusal.value.code == "malformed"


@pytest.mark.parametrize("move", [move for move, _ in MOVES], ids=repr)
def test_repr_of_a_move_can_be_evaluated(move: Move) -> None:
    assert eval(repr(move)) == move


def test_moves_are_values() -> None:
    assert Declare(5, "red") == Declare(5, "red") != Declare(5, "blue")
    assert len({SetAside(5), SetAside(5), Bid(5)}) == 2
    with pytest.raises(AttributeError):
        SetAside(5).card = 6  # type: ignore[misc]
