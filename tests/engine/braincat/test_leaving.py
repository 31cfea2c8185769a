"""B32: seats that leave and return."""

import pytest

from engine.braincat.mood import MOODS
from engine.braincat.state import State
from engine.shuffle import Stream
from engine.types import Seat
from tests.engine.braincat.builders import (
    GAME,
    PLAIN,
    board,
    can,
    deal,
    opened,
    play,
    refused,
    result,
    seeded,
)

START = "0:=a 0:ready 0:>0 "


def test_b32_refusals() -> None:
    """In every step; also for a number that is no seat."""
    state = opened("discovery", 3, deal())
    assert [refused(state, word) for word in ("+1", "-3", "--1", "+3", "+-1")] == ["B32"] * 5
    state = play(state, "-2").state
    assert refused(state, "-2") == "B32"
    assert play(state, "+2").state.in_play == (0, 1, 2)


def test_b32_a_seat_that_left_is_not_to_act_and_its_vote_and_ready_go() -> None:
    state = opened("discovery", 4, deal(), text=START + "1:?red 1:ready 2:?blue 2:ready -1")
    assert GAME.to_act(state) == (2, 3)
    assert refused(state, "1:?red") == "not_to_act"
    back = play(state, "+1").state
    assert GAME.to_act(back) == (1, 2, 3)
    assert back.phase.votes == (None, None, "blue", None)
    assert back.phase.ready == frozenset({Seat(2)})
    assert can(back, 1) == "?blue ?clue ?red ready"


def test_b32_the_last_member_that_is_not_ready_leaves() -> None:
    """Worth a test: the debate ends, without the vote of who left."""
    text = START + "1:?red 1:ready 2:?red 2:ready 3:?clue"
    state = opened("discovery", 4, deal(mystery=5), text=text + " -3")
    assert (state.phase.name, board(state).gone) == ("debate", (1,))
    tied = opened("discovery", 4, deal(draws="5"), text=START + "1:?red 1:ready 2:?clue 2:ready 3:?clue")
    assert play(tied, "-3").state.current.drawn[0].number == 5


def test_b32_a_member_that_is_ready_leaves() -> None:
    state = opened("discovery", 4, deal(), text=START + "1:ready 2:ready -2")
    assert (state.phase.name, board(state).gone) == ("debate", ())
    assert state.phase.ready == frozenset({Seat(1)})


def test_b32_the_cat_leaves_in_a_debate() -> None:
    """Worth a test: next cat, other cards; paws, pack and points are as if the round had not been."""
    state = opened("discovery", 3, deal(), deal(clues="21 22 23 24 25 26"), text=START + "1:?clue time 0:>2")
    state = play(state, "-0").state
    assert (board(state).cat, state.phase.name, state.finished) == (1, "pack", ())
    state = play(state, "1:=a 1:ready").state
    assert board(state).clues == (21, 22)
    assert [one["clues"][:2] for one in GAME.deals(state)] == [[11, 12], [21, 22]]


def test_b32_a_void_rounds_mood_comes_again_from_a_seed() -> None:
    """Worth a test: next cat, same mood, other cards; `deals` has both."""
    seed = bytes(32)
    state = seeded("moods", 3, seed, {"a": PLAIN, "b": PLAIN})
    cat = board(state).cat
    state = play(state, f"{cat}:=a -{cat}").state
    second = board(state).cat
    state = play(state, f"{second}:=a").state
    one, two = GAME.deals(state)
    assert second == (cat + 1) % 3
    assert one["mood"] == two["mood"] == Stream(seed, "moods").shuffle(MOODS)[0]
    assert one["clues"] != two["clues"]


@pytest.mark.parametrize("text", ["", "0:=a", "0:=a 0:ready", START])
def test_b32_from_being_found_to_the_rounds_end(text: str) -> None:
    """A round that ends before its cards are drawn has no deal."""
    state = opened("discovery", 3, deal(), text=text + " -0")
    assert (board(state).cat, len(GAME.deals(state))) == (1, 1 if text else 0)


def test_b32_points_of_a_void_round() -> None:
    state = opened("individual", 4, deal(4), deal(4), text="0:=a 0:>0 1:@1 2:@1 3:@1")
    assert board(state).points == (0, 2, 1, 0)
    state = play(state, "-0").state
    assert (state.totals, board(state).points) == ((0, 0, 0, 0), (0, 0, 0, 0))
    assert GAME.view(state, None).ended["0"].board.points == (0, 0, 0, 0)


def choice(text: str) -> State:
    """Returns the first choice of individual mode after these moves, seat 0 the cat."""
    return opened("individual", 5, deal(4), *[deal(4)] * 4, text="0:=a 0:>0 " + text)


def test_b32_a_choice_that_waits_for_nobody_ends() -> None:
    state = choice("1:@0 2:@0 3:@0 -4")
    assert state.phase.name == "paw"
    assert choice("1:@0 2:@0 -4").phase.name == "choice"


def test_b32_a_token_stays_and_scores() -> None:
    """Also for the cat, when the mystery card is shown."""
    state = choice("1:@0 -1 2:@0 3:@1 4:@1")
    assert board(state).points == (0, 1, 0, 1, 0)
    state = play(state, "0:>2 time 0:>3 time 0:>4 time").state
    assert state.finished[0].points == (8, 7, 6, 1, 0)


def test_b32_who_returns_acts_in_a_choice_if_it_had_not() -> None:
    assert GAME.to_act(choice("1:@0 -1 +1")) == (2, 3, 4)
    assert GAME.to_act(choice("-1 +1")) == (1, 2, 3, 4)
    state = choice("-1 2:@0 3:@0 4:@0 0:>2 +1")
    assert can(state, 1) == "@0 @1 @2 @3"


def test_b27_b32_no_token_is_put_for_a_seat_that_left() -> None:
    assert board(choice("1:@0 2:@0 3:@0 -4")).places == (None, 0, 0, 0, None)
    state = opened("individual", 5, deal(4, draws="3"), text="0:=a 0:>0 1:@0 2:@0 -4 time")
    assert board(state).places == (None, 0, 0, 3, None)


@pytest.mark.parametrize(("mode", "seats", "text", "enough"), [
    ("discovery", 3, "-0", True), ("discovery", 3, "-0 -2", False), ("moods", 2, "-1", False),
    ("individual", 4, "-3", True), ("individual", 4, "-3 -1", False), ("teams", 6, "-0 -1", True),
    ("teams", 6, "-0 -2", False), ("teams", 7, "-0 -2", True), ("teams", 7, "-1 -5", False),
])  # fmt: skip
def test_b32_too_few_seats_are_in_play(mode: str, seats: int, text: str, enough: bool) -> None:
    """The game is over, abandoned."""
    state = opened(mode, seats, text=text)
    assert (GAME.to_act(state) != ()) == enough
    assert GAME.result(state) == (None if enough else {"abandoned": True})
    if not enough:
        assert {refused(state, word) for word in ("0:ready", "time", "+0", "-1", "+2")} == {"game_over"}


def test_b32_abandoned_during_a_round() -> None:
    state = opened("discovery", 2, deal(), text=START + "-1")
    assert GAME.result(state) == {"abandoned": True}
    assert GAME.view(state, None).ended["0"].outcome == "void"
    assert len(GAME.deals(state)) == 1


def test_b36_nobody_has_a_place_in_an_abandoned_cooperative_game() -> None:
    lost = opened("discovery", 2, *[deal()] * 2, text=START.format(0) + "1:?blue time ")
    state = play(lost, "-0").state
    assert len(state.finished) == 1
    assert GAME.result(state) == {"abandoned": True}
    assert GAME.places(state) is None


def test_b32_seats_that_left_have_points_but_do_not_win() -> None:
    """B36, co-operative modes: all in play win."""
    lose, win = "{1}:?blue time ", "{1}:?red time " * 4
    text = (START + win).format(0, 1) + "1:=a 1:ready 1:>0 -0 " + win.format(1, 2)
    state = opened("discovery", 3, *[deal()] * 3, text=text + "2:=a 2:ready 2:>0 " + lose.format(2, 1))
    assert result(state) == {
        "rounds": [[1] * 3, [1] * 3, [0] * 3],
        "scores": [2, 2, 2],
        "winners": [1, 2],
        "won": True,
    }


def test_b32_the_family_in_turn_provides_another_cat() -> None:
    state = opened("teams", 6, text="-0")
    assert board(state).cat == 2
    assert board(play(state, "+0 -2").state).cat == 4


def test_b20_b32_the_pack_of_a_void_round_may_be_chosen_again() -> None:
    state = opened("teams", 6, deal(6), packs={"a": PLAIN, "b": PLAIN}, text="0:=a -0")
    assert can(state, 2) == "=a =b"
