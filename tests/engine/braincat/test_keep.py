"""B20-B23, B25: the turns of teams mode, with the seats of teams.py."""

import pytest

from engine.braincat.state import State
from tests.engine.braincat.builders import GAME, board, can, deal, opened, play, refused
from tests.engine.braincat.teams import BLUE_STAYS, BLUE_TO, RED_STAYS, RED_TO, START, acting


def turn(text: str = "", draws: str = "", mystery: int = 6) -> State:
    """Returns the step `keep` of turn 1 after the moves of `text`."""
    return opened("teams", 6, deal(6, mystery, draws=draws), text=START + text)


def paw(number: int) -> str:
    """Returns the move of the cat in a later turn."""
    return f"0:>{number} "


# --- votes


def test_b21_masters_0_and_1_are_opened_in_turn_1() -> None:
    state = turn()
    assert (state.phase.name, board(state).masters, board(state).places) == ("keep", (1, 2), (None, None))
    assert GAME.to_act(state) == (1, 2, 3, 4, 5)
    assert refused(state, "0:?0") == "not_to_act"


def test_b22_votes() -> None:
    """For an open master on which the own totem does not stand, or to stay; at any time otherwise."""
    state = turn("2:?0")
    assert can(state, 2) == "?1 ?stay"
    assert can(state, 4) == can(state, 1) == "?0 ?1 ?stay"
    assert [refused(state, f"2:?{vote}") for vote in ("0", "2", "5", "red", "clue")] == ["B22"] * 5
    state = turn(RED_TO.format(0) + BLUE_TO.format(1) + paw(2))
    assert board(state).places == (0, 1)
    assert can(state, 2) == "?1 ?2 ?stay"
    assert can(state, 3) == "?0 ?2 ?stay"


def test_b22_each_step_starts_without_votes() -> None:
    state = turn("2:?0 4:?0 2:@0 1:?1 3:?1 5:?stay 1:@1 0:>2")
    assert can(state, 2) == "?1 ?2 ?stay"
    assert all(vote is None for vote in state.phase.votes)


@pytest.mark.parametrize(
    ("votes", "ambassador"),
    [
        ("1:?0", "?1 ?stay"),
        ("1:?0 3:?0", "@0"),
        ("3:?0 5:?0", "@0"),
        ("3:?stay 5:?stay", "stay"),
        ("1:?0 3:?1", "?1 ?stay"),
        ("1:?0 3:?1 5:?stay", "lot"),
        ("1:?0 3:?1 5:?1", "@1"),
        ("1:?0 3:?0 3:?1", "?1 ?stay"),
        ("3:?0 3:?1 5:?1", "@1"),
    ],
)
def test_b22_settled_votes(votes: str, ambassador: str) -> None:
    """By a majority of the voters or by the votes of all; then the ambassador can only carry it out."""
    assert can(turn(votes), 1) == ambassador


def test_b22_other_voters_of_a_settled_vote_may_vote_on() -> None:
    state = turn("1:?0 3:?0")
    assert can(state, 5) == "?0 ?1 ?stay"
    assert can(state, 3) == "?1 ?stay"
    assert can(play(state, "3:?1").state, 1) == "?1 ?stay"


def test_b20_b22_refusals_of_the_ambassadors_moves() -> None:
    """By another voter B20, by the ambassador unless it carries out a settled vote B22."""
    state = turn("1:?0 3:?0")
    assert [refused(state, f"3:{word}") for word in ("@0", "stay", "lot", "@9")] == ["B20"] * 4
    assert [refused(state, f"1:{word}") for word in ("@1", "stay", "lot", "?1", "?stay", "@9")] == ["B22"] * 6
    assert [refused(state, f"2:{word}") for word in ("@0", "stay", "lot")] == ["B22"] * 3
    assert refused(state, "4:stay") == "B20"
    assert refused(state, "1:ready") == "wrong_phase"


def test_b22_two_voters_who_differ() -> None:
    """Worth a test: only `draw_lot`; with one of two votes the ambassador can but vote before time is up."""
    assert can(turn("2:?1 4:?stay"), 2) == "lot"
    state = turn("4:?1")
    assert can(state, 2) == "?0 ?1 ?stay"
    assert refused(state, "2:@1") == "B22"
    assert can(turn("2:?1"), 2) == "?0 ?stay"


@pytest.mark.parametrize(("votes", "draw", "place"), [
    ("2:?1 4:?stay", "0", 1), ("2:?1 4:?stay", "1", None), ("2:?1 4:?0", "0", 0), ("2:?1 4:?0", "1", 1),
])  # fmt: skip
def test_b22_a_lot_among_masters_ascending_then_stay(votes: str, draw: str, place: int | None) -> None:
    state = turn(f"{votes} 2:lot", draw)
    assert board(state).places[0] == place
    assert state.current.lots == (True, False)
    assert [draw.bound for draw in state.current.drawn] == [2]


def test_b22_a_lot_among_three() -> None:
    state = turn("1:?stay 3:?1 5:?0 1:lot", "2")
    assert (board(state).places[1], state.current.drawn[0].bound) == (None, 3)


def test_b22_a_family_acts_once_and_the_step_ends_when_both_have() -> None:
    state = turn(RED_TO.format(0))
    assert GAME.to_act(state) == (1, 3, 5)
    assert refused(state, "2:?1") == "not_to_act"
    assert acting(state).to_act == ("blue",)
    assert play(state, BLUE_STAYS).state.phase.name == "paw"


# --- ambassadors


def test_b20_ambassadors_take_turns() -> None:
    """Number f mod size of the family's seats of the start; if that is no voter, the next one."""
    state = turn()
    assert acting(state).ambassadors == {"red": 2, "blue": 1}
    assert acting(play(state, "-1").state).ambassadors == {"red": 2, "blue": 3}
    assert acting(play(state, "-1 +1").state).ambassadors == {"red": 2, "blue": 1}


def test_b20_ambassadors_of_later_rounds() -> None:
    first = turn(RED_TO.format(0) + BLUE_STAYS, mystery=1)
    state = play(first, paw(2) + "time time " + paw(3) + "time time " + paw(4) + "time time").state
    assert len(state.finished) == 1
    state = state._replace(setting=state.setting._replace(draws=bytes(32)))
    state = play(state, "1:=a 1:ready 1:>0").state
    assert acting(state).ambassadors == {"red": 2, "blue": 3}
    later = state._replace(ended=state.ended * 2)
    assert acting(later).ambassadors == {"red": 4, "blue": 5}
    assert acting(play(later, "-4").state).ambassadors == {"red": 0, "blue": 5}
    assert acting(state._replace(ended=state.ended * 3)).ambassadors == {"red": 0, "blue": 3}
    void = state.ended[0]._replace(outcome="void")
    assert acting(state._replace(ended=(*state.ended, void))).ambassadors == {"red": 2, "blue": 3}


def test_b22_who_leaves_is_no_voter() -> None:
    state = turn("1:?0 3:?1 -5")
    assert can(state, 1) == "lot"
    assert can(play(state, "+5").state, 1) == "?1 ?stay"
    assert can(turn("1:?0 3:?0 -3 +3"), 1) == "?1 ?stay"


# --- time


def test_b22_the_family_behind_may_wait() -> None:
    """Level: the cat's. With fewer points in the game and this round: that family."""
    assert acting(turn()).waiting == "red"
    state = turn(RED_TO.format(0) + BLUE_TO.format(0) + paw(2))
    assert (board(state).points, acting(state).waiting) == ((1, 0, 1, 0, 1, 0), "blue")


def test_b22_points_within_the_step_do_not_change_who_waits() -> None:
    """Blue's move puts red ahead, which may wait all the same."""
    state = turn(RED_TO.format(0) + BLUE_STAYS + paw(2) + BLUE_TO.format(0))
    assert board(state).points == (2, 0, 2, 0, 2, 0)
    state = play(state, "time").state
    assert (acting(state).waiting, GAME.time_limit(state)) == ("red", 15)
    assert board(state).points == (2, 0, 2, 0, 2, 0)


def test_b22_time_up_the_other_family_acts_by_its_votes() -> None:
    """Blue does not wait: the most votes; then red alone has 15 seconds more."""
    state = turn("1:?1 2:?0")
    assert GAME.time_limit(state) == 120
    state = play(state, "time").state
    assert (board(state).places, GAME.time_limit(state)) == ((None, 1), 15)
    assert (GAME.to_act(state), acting(state).additional) == ((2, 4), True)
    state = play(state, "time").state
    assert (state.phase.name, board(state).places) == ("paw", (0, 1))


def test_b22_time_up_ties_are_broken_by_lot() -> None:
    state = turn("1:?1 5:?stay 2:?0 4:?1 time time", "1 0")
    assert board(state).places == (0, None)
    assert [draw.bound for draw in state.current.drawn] == [2, 2]


def test_b22_time_up_without_votes_both_stay() -> None:
    """Worth a test: two `time_up` without votes, and nothing is drawn."""
    state = turn("time time")
    assert (state.phase.name, board(state).places, state.current.drawn) == ("paw", (None, None), ())


def test_b22_the_waiting_family_goes_on_whenever_the_other_acted() -> None:
    """If blue acted before time was up, red has 15 seconds more all the same."""
    state = turn(BLUE_TO.format(1))
    assert GAME.time_limit(state) == 120
    state = play(state, "time").state
    assert (state.phase.name, GAME.time_limit(state), board(state).places) == ("keep", 15, (None, 1))
    assert play(state, RED_TO.format(0)).state.phase.name == "paw"


def test_b22_additional_time_is_a_step_of_its_own() -> None:
    """Its time starts again."""
    state = turn()
    after = play(state, "time").state
    assert acting(after).additional
    assert GAME.step_number(after) != GAME.step_number(state)


def test_b22_nobody_waits_if_the_waiting_family_has_acted() -> None:
    state = turn(RED_TO.format(0) + "time")
    assert (state.phase.name, board(state).places) == ("paw", (0, None))


def test_b22_the_next_step_has_its_whole_time() -> None:
    assert GAME.time_limit(turn("time time 0:>2")) == 120


# --- points and masters


def test_b23_the_example() -> None:
    """Turn 1, red goes to 0, then blue to 0: red 1. Turn 3, blue moves to 3, then red to 3: blue 3."""
    state = turn(RED_TO.format(0) + BLUE_TO.format(0))
    assert board(state).points == (1, 0, 1, 0, 1, 0)
    state = play(state, paw(2) + RED_STAYS + BLUE_STAYS + paw(3) + BLUE_TO.format(3) + RED_TO.format(3)).state
    assert board(state).points == (1, 3, 1, 3, 1, 3)
    text = RED_TO.format(0) + BLUE_TO.format(0) + paw(2) + RED_STAYS + BLUE_STAYS
    text += paw(3) + BLUE_TO.format(3) + RED_TO.format(3) + paw(4) + RED_STAYS + BLUE_STAYS
    assert turn(text, mystery=4).finished[0].points == (9, 11, 9, 11, 9, 11)


def test_b23_a_totem_that_stays_scores_nothing() -> None:
    state = turn(RED_TO.format(0) + BLUE_TO.format(0) + paw(2) + BLUE_STAYS + RED_STAYS)
    assert board(state).points == (1, 0, 1, 0, 1, 0)


def test_b23_by_lot_and_at_time_up() -> None:
    assert board(turn(RED_TO.format(1) + "1:?1 3:?0 5:?stay 1:lot", "1")).points[0] == 1
    assert board(turn(RED_TO.format(1) + "1:?1 time")).points[0] == 1


def test_b21_the_dumpster_and_the_next_master() -> None:
    """Open masters without a totem go face down and stay there."""
    state = turn(RED_TO.format(1) + BLUE_STAYS)
    assert (board(state).gone, board(state).masters, board(state).unopened) == ((0,), (1, 2, 3), 3)
    assert can(play(state, paw(2)).state, 1) == "?1 ?2 ?stay"
    state = play(state, paw(2) + RED_TO.format(2) + BLUE_STAYS + paw(3)).state
    assert (board(state).gone, state.current.open_masters) == ((0, 1), (2, 3))
    assert refused(state, "1:?1") == "B22"
