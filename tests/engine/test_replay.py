"""Replaying records: different results, refused moves, abandoned games, steps."""

import json
from collections.abc import Callable

import pytest

from engine.errors import RecordError, RefusedMove
from engine.record import ReplayPosition, describe_position, read_record, replay, result_of
from engine.types import Json
from tests.engine.builders import GAME
from tests.engine.records import finished, record

RESULTS: dict[str, Callable[[Json], object]] = {
    "scores": lambda result: result["scores"].reverse(),
    "winners": lambda result: result["winners"].append(3),
    "rounds": lambda result: result["rounds"].pop(),
    "missing": lambda result: result.pop("scores"),
    "more": lambda result: result.update(won=True),
    "types": lambda result: result.update(scores=[float(score) for score in result["scores"]]),
}


@pytest.mark.parametrize("change", RESULTS.values(), ids=RESULTS)
def test_different_result_is_an_error_of_the_record(change: Callable[[Json], object]) -> None:
    written = finished()
    change(written["result"])
    with pytest.raises(RecordError):
        list(replay(read_record(written)))


def refused_at(written: Json) -> tuple[int, str]:
    """Returns the ply at which a replay is refused, and the code."""
    seen: list[ReplayPosition] = []
    with pytest.raises(RefusedMove) as refusal:
        seen.extend(replay(read_record(written)))
    return seen[-1].ply, refusal.value.code


ENTRIES: list[tuple[object, str]] = [
    ([0, {"kind": "set_aside", "card": 11}], "C5"),
    ([0, {"kind": "bid", "tricks": 1}], "wrong_phase"),
    ([4, {"kind": "set_aside", "card": 1}], "malformed"),
    ([-1, {"kind": "set_aside", "card": 1}], "malformed"),
    ([True, {"kind": "set_aside", "card": 1}], "malformed"),
    (["0", {"kind": "set_aside", "card": 1}], "malformed"),
    ([None, {"kind": "set_aside", "card": 1}], "malformed"),
    ([None, {"kind": "abandon", "why": "late"}], "malformed"),
    ([None, {"kind": "time_up"}], "malformed"),
    ([0, {"kind": "abandon"}], "malformed"),
    ([0, {"kind": "set_aside", "card": 1, "color": "red"}], "malformed"),
    ([0], "malformed"),
    ([0, {"kind": "set_aside", "card": 1}, 1], "malformed"),
    ({"seat": 0}, "malformed"),
    (None, "malformed"),
    ("abandon", "malformed"),
]


@pytest.mark.parametrize(("entry", "code"), ENTRIES, ids=[str(entry) for entry, _ in ENTRIES])
def test_refused_move_is_reported_with_its_ply(entry: object, code: str) -> None:
    first = finished()["moves"][0]
    other = {"seed": finished()["seed"], "moves": [first, entry]}
    expected = "not_to_act" if first[0] == 0 and code in {"C5", "wrong_phase"} else code
    assert refused_at(record(**other)) == (1, expected)


def test_moves_after_the_end_are_refused() -> None:
    written = finished()
    written["moves"].append([0, {"kind": "bid", "tricks": 1}])
    assert refused_at(written) == (len(written["moves"]) - 1, "game_over")
    written["moves"][-1] = [None, {"kind": "abandon"}]
    assert refused_at(written) == (len(written["moves"]) - 1, "game_over")


def test_abandoned_game_ends_as_abandoned() -> None:
    written = finished()
    written["moves"] = [*written["moves"][:7], [None, {"kind": "abandon"}]]
    written["result"] = {"abandoned": True}
    *_, end = replay(read_record(written))
    assert (end.ply, result_of(GAME, end)) == (8, {"abandoned": True})
    assert describe_position(GAME, end) == {"ply": 8, "to_act": [], "legal": {}}


def test_moves_after_abandonment_are_refused() -> None:
    written = finished()
    written["result"] = None
    written["moves"].insert(7, [None, {"kind": "abandon"}])
    assert refused_at(written) == (8, "game_over")
    written["moves"][8] = [None, {"kind": "abandon"}]
    assert refused_at(written) == (8, "game_over")


def test_no_seat_acts_in_an_abandoned_game() -> None:
    """No seat is to act in the position before a move that comes too late."""
    written = finished() | {"result": None}
    written["moves"] = [written["moves"][0], [None, {"kind": "abandon"}], written["moves"][1]]
    positions = replay(read_record(written))
    steps = [describe_position(GAME, next(positions)) for _ in range(3)]
    assert [bool(step["to_act"]) for step in steps] == [True, True, False]
    with pytest.raises(RefusedMove):
        next(positions)


def test_step_lists_seats_and_moves_in_order() -> None:
    """Sorted by `json.dumps(move, sort_keys=True)`."""
    written = finished()
    for position in replay(read_record(written)):
        step = describe_position(GAME, position)
        assert list(step) == ["ply", "to_act", "legal"]
        assert list(step["legal"]) == [str(seat) for seat in sorted(step["to_act"])]
        for moves in step["legal"].values():
            texts = [json.dumps(move, sort_keys=True) for move in moves]
            assert texts == sorted(set(texts))
            assert texts
