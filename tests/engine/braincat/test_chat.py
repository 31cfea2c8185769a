"""B10: who may write in the chat, and who reads it."""

import pytest

from engine.braincat.state import State
from engine.errors import IllegalMove
from engine.types import Seat
from tests.engine.braincat.builders import GAME, deal, moods, opened, play

CO = "0:=a 0:ready 0:>0"


def readers(state: State) -> list[tuple[int, ...] | None]:
    """Returns the readers of each seat; none for one that may not write."""
    return [_readers_of(state, seat) for seat in state.setting.seats]


def _readers_of(state: State, seat: Seat) -> tuple[int, ...] | None:
    try:
        return GAME.chat_readers(state, seat)
    except IllegalMove:
        return ()


def test_b10_is_the_code_of_the_refusal() -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.chat_readers(opened("discovery", 3, deal(), text="0:=a"), Seat(0))
    assert refused.value.code == "B10"


def test_b10_all_write_to_all_outside_rounds_and_before_the_cards() -> None:
    assert readers(opened("discovery", 3, cats="volunteers")) == [None] * 3
    assert readers(opened("teams", 6)) == [None] * 6
    assert readers(opened("discovery", 2, text="-1")) == [None] * 2


def test_b10_while_a_round_runs_the_cat_never_writes_and_nobody_does_in_paw() -> None:
    state = opened("discovery", 3, deal(), text="0:=a")
    assert readers(state) == [(), None, None]
    assert readers(play(state, "0:ready").state) == [()] * 3
    assert readers(play(state, "0:ready 0:>0").state) == [(), None, None]


def test_b10_b19_sulky() -> None:
    assert readers(moods("M5", 3, CO)) == [()] * 3
    assert readers(moods("M4", 3, CO)) == [(), None, None]


def test_b10_each_family_to_itself_alone() -> None:
    state = opened("teams", 6, deal(6), text=CO)
    assert readers(state) == [(), (1, 3, 5), (2, 4), (1, 3, 5), (2, 4), (1, 3, 5)]
    assert GAME.chat_readers(play(state, "-4").state, Seat(2)) == (2, 4)
