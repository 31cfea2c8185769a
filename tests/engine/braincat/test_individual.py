"""B26-B30: individual mode; seat 0 is the first cat."""

import pytest

from engine.braincat.state import State
from tests.engine.braincat.builders import GAME, board, can, deal, opened, play, refused, result

START = "0:=a 0:>0 "


def choice(seats: int = 4, text: str = "", *, mystery: int = 1, draws: str = "") -> State:
    """Returns the first choice of the first round after the moves of `text`."""
    deals = [deal(4, mystery, draws=draws), *[deal(4, mystery)] * (seats - 1)]
    return opened("individual", seats, *deals, text=START + text)


def stays(number: int, *seats: int) -> str:
    """Returns a paw of seat 0 at a clue, and moves of seats that stay."""
    return f"0:>{number} " + "".join(f"{seat}:stay " for seat in seats)


def test_b26_all_four_masters_are_opened_after_the_blue_paw() -> None:
    """There is no step `look`."""
    state = opened("individual", 3, deal(4), text="0:=a")
    assert (state.phase.name, board(state).masters) == ("paw", ())
    state = play(state, "0:>1").state
    assert (state.phase.name, board(state).masters, board(state).unopened) == ("choice", (1, 2, 3, 4), 0)
    assert (GAME.to_act(state), GAME.time_limit(state)) == ((1, 2), 120)


def test_b27_moves() -> None:
    """Put a token, move it to another master, or leave it if it is on the board."""
    state = choice()
    assert can(state, 1) == "@0 @1 @2 @3"
    assert [refused(state, f"1:{word}") for word in ("stay", "@4", "@-1")] == ["B27"] * 3
    assert refused(state, "0:@1") == "not_to_act"
    state = play(state, "1:@2 2:@0 3:@0 0:>2").state
    assert can(state, 1) == "@0 @1 @3 stay"
    assert refused(state, "1:@2") == "B27"
    assert refused(state, "1:ready") == "wrong_phase"


def test_b27_each_acts_once_and_the_step_ends_when_all_have() -> None:
    state = choice(4, "2:@1")
    assert GAME.to_act(state) == (1, 3)
    assert refused(state, "2:@0") == "not_to_act"
    state = play(state, "3:@1 1:@1").state
    assert (state.phase.name, board(state).clues) == ("paw", (11, 12, 13))


def test_b27_four_paws_and_four_choices() -> None:
    state = choice(3, "1:@2 2:@3 " + stays(2, 1, 2) + stays(3, 1, 2))
    assert (state.finished, len(board(state).paws)) == ((), 3)
    state = play(state, "0:>4 1:stay").state
    assert (state.phase.name, len(board(state).paws)) == ("choice", 4)
    state = play(state, "2:stay").state
    assert (len(state.finished), state.phase.name, board(state).cat) == (1, "pack", 1)


def test_b27_time_up() -> None:
    """Worth a test: nobody chose in the first step, draws 2, 2, 0 for seats 1, 2, 3: seat 1 scores 1."""
    state = choice(4, "time", draws="2 2 0")
    assert board(state).places == (None, 2, 2, 0)
    assert board(state).points == (0, 1, 0, 0)
    assert [draw.bound for draw in state.current.drawn] == [4, 4, 4]


def test_b27_time_up_only_for_those_who_have_not_acted() -> None:
    """Who has a token stays, and nothing is drawn for it."""
    state = choice(4, "2:@1 time", draws="3 1")
    assert board(state).places == (None, 3, 1, 1)
    state = play(state, "0:>2 3:@0 time").state
    assert (board(state).places, state.phase.name) == ((None, 3, 1, 0), "paw")
    assert len(state.current.drawn) == 2


def test_b28_tokens_that_were_there_score_the_number_of_paws() -> None:
    state = choice(4, "1:@2 2:@2 3:@2")
    assert board(state).points == (0, 2, 1, 0)
    state = play(state, "0:>2 1:@0 2:@0 3:@0").state
    assert board(state).points == (0, 6, 3, 0)


def test_b29_the_example() -> None:
    """Choice 1: seat 1 goes to 2, seat 2, seat 3; in choice 4 seat 3 moves to 0. Master 2 is the mystery."""
    text = "1:@2 2:@2 3:@2 " + stays(2, 1, 2, 3) + stays(3, 1, 2, 3) + "0:>4 1:stay 2:stay 3:@0"
    state = choice(4, text, mystery=3)
    assert state.finished[0].points == (8, 8, 7, 0)


@pytest.mark.parametrize(("masters", "cat"), [
    ((1, 1, 1), 0), ((0, 1, 2), 6), ((0, 0, 2), 8), ((0, 0, 0), 10),
])  # fmt: skip
def test_b29_the_cat_scores_for_the_tokens_on_the_mystery_card(masters: tuple[int, ...], cat: int) -> None:
    text = " ".join(f"{seat}:@{master}" for seat, master in enumerate(masters, start=1)) + " "
    state = choice(4, text + stays(2, 1, 2, 3) + stays(3, 1, 2, 3) + stays(4, 1, 2, 3))
    assert state.finished[0].points[0] == cat


def test_b30_when_everyone_was_the_cat_the_highest_total_wins() -> None:
    """Packs may repeat; equal totals share."""
    state = choice(3, "1:@0 2:@1 " + stays(2, 1, 2) + stays(3, 1, 2) + stays(4, 1, 2))
    assert can(state, 1) == "=a"
    state = play(state, "1:=a 1:>0 0:@1 2:@2 1:>2 time 1:>3 time 1:>4 time").state
    state = play(state, "2:=a 2:>0 0:@1 1:@0 2:>2 time 2:>3 time 2:>4 time").state
    assert result(state) == {
        "rounds": [[6, 6, 0], [0, 0, 0], [0, 6, 6]],
        "scores": [6, 12, 6],
        "winners": [1],
    }


def test_b30_b36_equal_totals_share_and_seats_that_left_do_not_win() -> None:
    state = choice(4, "1:@0 2:@0 3:@3 " + stays(2, 1, 2, 3) + stays(3, 1, 2, 3) + stays(4, 1, 2, 3))
    assert state.finished[0].points == (8, 7, 6, 0)
    state = play(state, "-0 1:=a 1:>0 2:@1 3:@1 1:>2 time 1:>3 time 1:>4 time").state
    state = play(state, "2:=a 2:>0 1:@1 3:@2 2:>2 time 2:>3 time 2:>4 time").state
    state = play(state, "3:=a 3:>0 1:@1 2:@2 3:>2 time 3:>3 time 3:>4 time").state
    assert result(state)["scores"] == [8, 7, 7, 0]
    assert result(state)["winners"] == [1, 2]


def test_b36_a_seat_that_left_does_not_share_the_victory() -> None:
    text = "1:@0 2:@1 3:@3 " + stays(2, 1, 2, 3) + stays(3, 1, 2, 3) + stays(4, 1, 2, 3) + "-0 "
    text += "1:=a 1:>0 2:@1 3:@2 1:>2 time 1:>3 time 1:>4 time "
    text += "2:=a 2:>0 1:@1 3:@2 2:>2 time 2:>3 time 2:>4 time "
    state = choice(4, text + "3:=a 3:>0 1:@1 2:@2 3:>2 time 3:>3 time 3:>4 time")
    assert (result(state)["scores"], result(state)["winners"]) == ([6, 6, 0, 0], [1])
