"""B34, B35: which moves belong to a step, and the order of refusals."""

from typing import Any

import pytest

from engine.braincat.state import State
from engine.errors import MalformedMove
from engine.moves import parse_move, write_move
from engine.types import Move
from tests.engine.braincat.builders import GAME, PLAIN, deal, opened, parse, refused

WORDS = ("volunteer", "=a", "ready", "wait", ">0", "?red", "?0", "stay", "lot", "out012", "@0")
CO = "0:=a 0:ready 0:>0"
TEAMS = "0:=a 0:ready 0:>0 time time 0:>2 time time 0:>3 time time 0:>4 time time"
STEPS: dict[str, tuple[State, set[str]]] = {
    "cat": (opened("discovery", 3, cats="volunteers"), {"volunteer"}),
    "pack": (opened("discovery", 3), {"=a"}),
    "clue_pack": (opened("discovery", 3, packs={"a": PLAIN, "b": PLAIN}, schizo=True, text="0:=b"), {"=a"}),
    "look": (opened("discovery", 3, deal(), text="0:=a"), {"ready"}),
    "paw": (opened("discovery", 3, deal(), text="0:=a 0:ready"), {">0"}),
    "debate": (opened("discovery", 3, deal(), text=CO), {"ready", "wait", "?red", "?0"}),
    "keep": (opened("teams", 6, deal(6), text=CO), {"?red", "?0", "stay", "lot", "@0"}),
    "lay_out": (opened("teams", 6, deal(6), text=TEAMS), {"out012"}),
    "pick": (opened("teams", 6, deal(6), text=TEAMS + " 0:out012"), {"?red", "?0", "lot", "@0"}),
    "choice": (opened("individual", 3, deal(4), text="0:=a 0:>0"), {"stay", "@0"}),
}
LIMITS = {"cat": 60, "debate": 240, "keep": 120, "pick": 120, "choice": 120}


def code(state: State, word: str) -> str | None:
    """Returns the code with which a move is refused, None if it is legal."""
    seat, move = parse(state, word)
    legal = seat is not None and move in GAME.legal_moves(state, seat)
    return None if legal else refused(state, word)


@pytest.mark.parametrize("step", STEPS)
def test_b34_moves_of_a_step(step: str) -> None:
    """All other kinds are of another phase, for the seats to act; for others `not_to_act` comes first."""
    state, own = STEPS[step]
    assert state.phase.name == step
    acting = GAME.to_act(state)
    for word in WORDS:
        for seat in state.setting.seats:
            found = code(state, f"{seat}:{word}")
            if seat not in acting:
                assert found == "not_to_act"
            else:
                assert (found == "wrong_phase") == (word not in own)


@pytest.mark.parametrize("step", STEPS)
def test_b34_limits(step: str) -> None:
    """`time_up` is of the wrong phase in a step without a limit."""
    state, _ = STEPS[step]
    assert GAME.time_limit(state) == LIMITS.get(step)
    if step not in LIMITS:
        assert refused(state, "time") == "wrong_phase"


@pytest.mark.parametrize("step", STEPS)
def test_b34_every_seat_to_act_has_a_legal_move_and_no_other_seat_has(step: str) -> None:
    state, _ = STEPS[step]
    for seat in state.setting.seats:
        assert bool(GAME.legal_moves(state, seat)) == (seat in GAME.to_act(state))


def test_b35_when_the_game_is_over() -> None:
    over = opened("discovery", 2, text="-1")
    assert GAME.to_act(over) == ()
    assert GAME.legal_moves(over, over.setting.seats[0]) == ()
    assert GAME.time_limit(over) is None
    assert {refused(over, word) for word in ("0:ready", "1:=b", "time", "+1", "-0", "-9")} == {"game_over"}


MOVES: dict[str, dict[str, Any]] = {
    "0:volunteer": {"kind": "volunteer"}, "0:=jobs": {"kind": "choose_pack", "pack": "jobs"},
    "0:ready": {"kind": "ready"}, "0:wait": {"kind": "wait"}, "0:>0": {"kind": "point", "at": 0},
    "0:?red": {"kind": "vote", "choice": "red"}, "0:?5": {"kind": "vote", "choice": "5"},
    "0:stay": {"kind": "stay"}, "0:lot": {"kind": "draw_lot"},
    "0:out134": {"kind": "lay_out", "masters": [1, 3, 4]}, "time": {"kind": "time_up"},
    "-2": {"kind": "leave", "seat": 2}, "+2": {"kind": "return", "seat": 2},
}  # fmt: skip


@pytest.mark.parametrize("word", MOVES)
def test_moves_are_read_and_written(word: str) -> None:
    seat, move = parse(STEPS["pack"][0], word)
    kinds: tuple[type[Move], ...] = GAME.move_types if seat is not None else GAME.seatless_moves
    assert write_move(move) == MOVES[word]
    assert parse_move(MOVES[word], kinds) == move


@pytest.mark.parametrize(
    ("step", "kind"), [("keep", "place_totem"), ("pick", "pick"), ("choice", "place_token")]
)
def test_moves_to_a_master_are_read_and_written(step: str, kind: str) -> None:
    _, move = parse(STEPS[step][0], "1:@3")
    assert write_move(move) == {"kind": kind, "master": 3}
    assert parse_move(write_move(move), GAME.move_types) == move


@pytest.mark.parametrize(
    "written",
    [
        {"kind": "volunteer", "seat": 0}, {"kind": "choose_pack"}, {"kind": "choose_pack", "pack": 1},
        {"kind": "choose_pack", "pack": None}, {"kind": "point", "at": "0"}, {"kind": "point", "at": 0.0},
        {"kind": "point", "at": True}, {"kind": "vote", "choice": 0}, {"kind": "vote", "choice": "6"},
        {"kind": "vote", "choice": "Red"}, {"kind": "vote", "choice": None},
        {"kind": "vote", "choice": ["red"]},
        {"kind": "place_totem", "master": "1"}, {"kind": "lay_out", "masters": "134"},
        {"kind": "lay_out", "masters": [1, 3, True]}, {"kind": "lay_out", "masters": [1, 3, 4.0]},
        {"kind": "lay_out", "masters": None}, {"kind": "lay_out", "masters": {"1": 1}}, {"kind": "lay_out"},
        {"kind": "time_up"}, {"kind": "leave", "seat": 0}, {"kind": "abandon"},
        {"kind": "token", "master": 1},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_move_of_a_seat_is_malformed(written: object) -> None:
    with pytest.raises(MalformedMove):
        parse_move(written, GAME.move_types)


@pytest.mark.parametrize(
    "written",
    [
        {"kind": "ready"}, {"kind": "time_up", "seat": 0}, {"kind": "leave"}, {"kind": "leave", "seat": "0"},
        {"kind": "leave", "seat": True}, {"kind": "return", "seat": None}, {"kind": "return", "seat": 1.0},
        {"kind": "vote", "choice": "red"}, None, [], "time_up",
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_seatless_move_is_malformed(written: object) -> None:
    with pytest.raises(MalformedMove):
        parse_move(written, GAME.seatless_moves)
