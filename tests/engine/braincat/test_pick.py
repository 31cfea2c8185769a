"""B24, B25: the end of a round and of a game in teams mode; with the seats of teams.py."""

import pytest

from engine.braincat.state import State
from tests.engine.braincat.builders import GAME, board, can, deal, opened, play, refused, result
from tests.engine.braincat.teams import BLUE_STAYS, BLUE_TO, RED_TO, START, acting

STAY = "time time "
LATER = "0:>2 " + STAY + "0:>3 " + STAY + "0:>4 " + STAY


def turns(first: str = STAY, later: str = LATER, *, mystery: int = 6, draws: str = "") -> State:
    """Returns the state after the four turns of the first round."""
    return opened("teams", 6, deal(6, mystery, draws=draws), text=START + first + later)


def test_b24_no_totem_was_ever_placed() -> None:
    """Worth a test: all six are dumped, ten ways to lay out."""
    state = turns()
    assert (state.phase.name, GAME.to_act(state), GAME.time_limit(state)) == ("lay_out", (0,), None)
    assert sorted(board(state).gone) == [0, 1, 2, 3, 4, 5]
    expected = "out015 out025 out035 out045 out125 out135 out145 out235 out245 out345"
    assert can(state, 0) == expected


@pytest.mark.parametrize("three", ["012", "155", "15", "0125", "510", "156", ""])
def test_b24_what_may_not_be_laid_out(three: str) -> None:
    """Not without the mystery card, not in another order, not other than three."""
    assert refused(turns(), f"0:out{three}") == "B24"


def test_b24_only_dumped_masters_are_laid_out() -> None:
    state = turns(RED_TO.format(0) + BLUE_TO.format(1))
    assert sorted(board(state).gone) == [2, 3, 4, 5]
    assert can(state, 0) == "out235 out245 out345"
    assert refused(state, "0:out025") == "B24"


def test_b24_masters_are_laid_out_ascending() -> None:
    """Also if they were dumped in another order."""
    later = "0:>2 " + RED_TO.format(2) + BLUE_STAYS + "0:>3 " + STAY + "0:>4 " + STAY
    state = turns(RED_TO.format(0) + BLUE_STAYS, later)
    assert board(state).gone == (1, 0, 3, 4, 5)
    assert can(state, 0) == "out015 out035 out045 out135 out145 out345"


@pytest.mark.parametrize(
    ("red", "blue", "mystery", "points"),
    [(0, 1, 1, (8, 0)), (0, 1, 2, (0, 8)), (0, 0, 1, (9, 8)), (1, 1, 2, (9, 8))],
)
def test_b24_a_totem_on_the_mystery_card(red: int, blue: int, mystery: int, points: tuple[int, int]) -> None:
    """Each family whose totem does scores 8; in the third and fourth case red was there first."""
    state = turns(RED_TO.format(red) + BLUE_TO.format(blue), mystery=mystery)
    assert state.finished[0].points == points * 3
    assert board(state).cat == 1


def test_b21_standing_on_the_mystery_card_early_ends_nothing() -> None:
    state = turns(RED_TO.format(0) + BLUE_STAYS, "0:>2 " + RED_TO.format(2) + BLUE_STAYS, mystery=1)
    assert (state.finished, state.phase.name) == ((), "paw")


def picking(first: str = STAY, draws: str = "", mystery: int = 6) -> State:
    """Returns the state in which masters 3, 4 and 5 are laid out."""
    return play(turns(first, draws=draws, mystery=mystery), "0:out345").state


def test_b24_the_family_ahead_picks_first() -> None:
    """Worth a test: level at the pick, the family that is not the cat's comes first."""
    state = picking()
    assert (state.phase.name, acting(state).to_act, GAME.to_act(state)) == ("pick", ("blue",), (1, 3, 5))
    assert GAME.time_limit(state) == 120
    red_ahead = picking(RED_TO.format(0) + BLUE_TO.format(0))
    assert acting(red_ahead).to_act == ("red",)
    blue_ahead = picking(BLUE_TO.format(0) + RED_TO.format(0))
    assert acting(blue_ahead).to_act == ("blue",)


def test_b24_votes_for_one_of_the_three_masters() -> None:
    state = picking()
    assert can(state, 1) == "?3 ?4 ?5"
    assert [refused(state, f"3:?{vote}") for vote in ("0", "stay", "red")] == ["B24"] * 3
    state = play(state, "3:?4").state
    assert can(state, 3) == "?3 ?5"
    assert refused(state, "3:?4") == "B24"
    assert refused(state, "1:@4") == "B24"
    assert refused(state, "3:@4") == "B20"
    assert refused(state, "1:stay") == "wrong_phase"
    assert refused(state, "2:?4") == "not_to_act"
    settled = play(state, "5:?4").state
    assert can(settled, 1) == "@4"
    assert refused(settled, "1:@5") == refused(settled, "1:lot") == refused(settled, "1:?5") == "B24"


def test_b24_both_pick_the_same_card_allowed() -> None:
    """The second step starts without votes; each family that found the mystery card scores 4."""
    state = play(picking(), "1:?5 3:?5 1:@5").state
    assert (GAME.to_act(state), board(state).picks) == ((2, 4), {"blue": 5})
    assert can(state, 2) == "?3 ?4 ?5"
    assert play(state, "2:?5 4:?5 2:@5").state.finished[0].points == (4, 4) * 3
    assert play(state, "2:?3 4:?3 2:@3").state.finished[0].points == (0, 4) * 3


def test_b24_picks_score_nothing_by_b23() -> None:
    state = play(picking(), "1:?3 3:?3 1:@3 2:?3 4:?3 2:@3").state
    assert state.finished[0].points == (0, 0) * 3


def test_b24_a_lot() -> None:
    state = play(picking(draws="1"), "1:?5 3:?3 5:?4").state
    assert can(state, 1) == "lot"
    assert board(play(state, "1:lot").state).picks == {"blue": 4}


def test_b24_time_up_comes_once() -> None:
    """By the votes as they stand; with no vote all three are tied."""
    state = play(picking(draws="2 1"), "1:?3 time").state
    assert (board(state).picks, GAME.to_act(state), GAME.time_limit(state)) == ({"blue": 3}, (2, 4), 120)
    state = play(state, "time").state
    assert state.finished[0].round.picks == (5, 3)
    assert [draw.bound for draw in state.finished[0].round.drawn] == [3]
    tied = play(picking(draws="1 0"), "1:?5 3:?3 time time").state
    assert tied.finished[0].round.picks == (3, 5)


def test_b24_round_points_are_added_to_those_of_the_end() -> None:
    state = picking(RED_TO.format(0) + BLUE_TO.format(0))
    state = play(state, "2:?5 4:?5 2:@5 1:?5 3:?5 1:@5").state
    assert state.finished[0].points == (5, 4) * 3


ROUND = "{0}:=a {0}:ready {0}:>0 {1} {2} {0}:>2 time time {0}:>3 time time {0}:>4 time time "


def whole_game(*placing: str) -> State:
    """Returns a game in which "red" or "blue" alone, or both, find master 0, the mystery card, each round."""
    text = ""
    for number, who in enumerate(placing):
        voters = {"red": 0 if number else 2, "blue": 3 if number == 1 else 1}
        votes = " ".join(f"{voters[family]}:?0" for family in who.split())
        text += ROUND.format(number, votes, "time time")
    return opened("teams", 6, *[deal(6, 1)] * 4, text=text)


def test_b25_the_highest_total_after_four_rounds_wins() -> None:
    state = whole_game("red", "red", "blue", "red")
    assert result(state) == {
        "rounds": [[8, 0] * 3, [8, 0] * 3, [0, 8] * 3, [8, 0] * 3],
        "scores": [24, 8] * 3,
        "winners": [0, 2, 4],
    }


def test_b25_equal_totals_share() -> None:
    assert result(whole_game("red", "red", "blue", "blue"))["winners"] == [0, 1, 2, 3, 4, 5]


def test_b36_winners_are_those_in_play_of_the_family() -> None:
    """Points are also those of seats that left."""
    state = whole_game("red", "red", "blue")
    state = play(state, ROUND.format(3, "-4 0:?0 2:?0", "time time")).state
    assert (result(state)["scores"], result(state)["winners"]) == ([24, 8] * 3, [0, 2])


def test_b25_the_family_behind_in_the_game_may_wait() -> None:
    state = play(whole_game("red"), "1:=a 1:ready 1:>0").state
    assert acting(state).waiting == "blue"
    state = play(whole_game("blue"), "1:=a 1:ready 1:>0").state
    assert acting(state).waiting == "red"
