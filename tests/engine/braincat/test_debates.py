"""B11-B15: debates, and what they lead to."""

from typing import Any

import pytest

from engine.braincat.events import Decided
from engine.braincat.state import State
from engine.braincat.view_types import DebateView
from tests.engine.braincat.builders import GAME, board, can, deal, opened, play, refused

START = "0:=a 0:ready 0:>0 "
PAWS = "1:?clue time 0:>2 1:?clue time 0:>3 1:?clue time 0:>4 "  # all four are then placed


def debate(seats: int = 4, text: str = "", *, mystery: int = 5, draws: str = "") -> State:
    """Returns a first debate after the moves of `text`; masters 0 and 1 are open, seat 0 is the cat."""
    return opened("discovery", seats, deal(mystery=mystery, draws=draws), text=START + text)


def decided(state: State, text: str = "time") -> list[Decided]:
    """Returns what the debates of these moves led to."""
    return [event for event in play(state, text).events if isinstance(event, Decided)]


def debate_view(state: State) -> DebateView:
    """Returns what all see of a debate."""
    shown = GAME.view(state, None).debate
    assert shown, "a debate is held"
    return shown


def shown(state: State) -> tuple[dict[str, Any], tuple[int, ...]]:
    """Returns votes and who is ready."""
    return debate_view(state).votes, debate_view(state).ready


def test_b11_masters_0_and_1_are_opened_after_the_blue_paw() -> None:
    """Master 0 on the red place, master 1 on the blue one; a debate follows every later paw, too."""
    state = debate()
    assert (board(state).masters, board(state).places, board(state).unopened) == ((1, 2), (0, 1), 3)
    assert (state.phase.name, GAME.to_act(state)) == ("debate", (1, 2, 3))
    state = play(state, "1:?clue time").state
    assert state.phase.name == "paw"
    state = play(state, "0:>2").state
    assert (state.phase.name, board(state).places) == ("debate", (0, 1))


def test_b12_votes_ready_and_wait() -> None:
    """Everyone may vote otherwise at any time, and be ready without a vote; a new vote takes ready back."""
    state = debate()
    assert can(state, 1) == "?blue ?clue ?red ready"
    state = play(state, "1:?red 2:ready 1:ready").state
    assert can(state, 1) == "?blue ?clue wait"
    assert can(state, 2) == "?blue ?clue ?red wait"
    assert shown(state) == ({"1": "red"}, (1, 2))
    assert shown(play(state, "1:?clue").state) == ({"1": "clue"}, (2,))
    assert shown(play(state, "1:wait").state) == ({"1": "red"}, (2,))
    assert [refused(state, f"1:{word}") for word in ("?red", "ready", "?stay", "?0")] == ["B12"] * 4
    assert refused(debate(), "1:wait") == "B12"
    assert refused(state, "0:?red") == "not_to_act"


def test_b12_ends_when_all_are_ready_or_at_time_up() -> None:
    state = debate(4, "1:?red 1:ready 2:ready")
    assert board(state).gone == ()
    assert board(play(state, "3:ready").state).gone == (1,)
    assert board(play(state, "time").state).gone == (1,)


def test_b12_each_debate_starts_without_votes() -> None:
    state = debate(3, "1:?red 2:?red 1:ready 2:ready")
    assert shown(state) == ({}, ())


def test_b12_two_seats() -> None:
    """The one member's vote and `ready` end the debate; the roles change each round."""
    state = debate(2, "1:?red 1:ready")
    assert board(state).gone == (1,)
    lost = opened("discovery", 2, deal(), text=START + "1:?blue 1:ready")
    assert board(lost).cat == 1


@pytest.mark.parametrize("seconds", [60, 120, 180, 240])
def test_b12_time_limit(seconds: int) -> None:
    state = opened("discovery", 2, deal(), text=START, debate=seconds)
    assert GAME.time_limit(state) == seconds


def test_b13_the_largest_number_decides() -> None:
    state = debate(6, "1:?red 2:?blue 3:?blue 4:?clue")
    assert decided(state) == [Decided("blue")]
    assert decided(debate(4, "1:?clue 2:?clue 3:?red")) == [Decided("clue")]


@pytest.mark.parametrize(
    ("votes", "draws", "outcome"),
    [
        ("red blue clue", "0", Decided("clue", 0)),
        ("red blue clue", "3 1", Decided("blue", 3, 1)),
        ("red blue clue", "9 0", Decided("red", 9, 0)),
        ("red clue", "4", Decided("red", 4)),
        ("red clue", "0", Decided("clue", 0)),
        ("blue clue", "1", Decided("blue", 1)),
        ("red blue", "1", Decided("blue", None, 1)),
        ("red blue", "0", Decided("red", None, 0)),
    ],
)
def test_b13_a_tie(votes: str, draws: str, outcome: Decided) -> None:
    """No draw is left: a second one is made only if both cards are still tied."""
    text = " ".join(f"{seat}:?{vote}" for seat, vote in enumerate(votes.split(), start=1))
    state = debate(5, text, draws=draws)
    assert decided(state) == [outcome]
    after = play(state, "time").state
    assert [draw.number for draw in after.current.drawn] == [int(draw) for draw in draws.split()]


def test_b13_nobody_voted() -> None:
    """A clue if B15 allows; else one more debate, and then a throw for the cards."""
    assert decided(debate()) == [Decided("clue")]
    state = debate(3, PAWS + "1:ready 2:ready", draws="1", mystery=3)
    assert state.phase.extra
    assert debate_view(state).additional
    assert shown(state) == ({}, ())
    assert decided(state) == [Decided("blue", None, 1)]
    assert decided(play(state, "1:?red").state) == [Decided("red")]


def test_b13_one_more_debate_each_time() -> None:
    """After a card is kept, the next debate without votes is followed by one more again."""
    state = debate(2, PAWS, draws="1 1 1 1", mystery=3)
    after = play(state, "time time time")
    assert [event for event in after.events if isinstance(event, Decided)] == [
        Decided(), Decided("blue", None, 1), Decided(),
    ]  # fmt: skip
    assert after.state.phase.extra


def test_b14_the_other_card_is_turned_out() -> None:
    """The next master is opened in its place, and a new debate begins."""
    state = debate(2, "1:?red 1:ready")
    assert (board(state).places, board(state).gone, board(state).masters) == ((0, 2), (1,), (1, 2, 3))
    state = play(state, "1:?blue 1:ready").state
    assert (board(state).places, board(state).gone, board(state).masters) == ((3, 2), (1, 0), (1, 2, 3, 4))


@pytest.mark.parametrize(("vote", "mystery"), [("red", 2), ("blue", 1)])
def test_b14_the_mystery_card_is_turned_out(vote: str, mystery: int) -> None:
    """The round is lost at once."""
    state = debate(2, f"1:?{vote} 1:ready", mystery=mystery)
    assert state.finished[0].outcome == "lost"
    assert (state.phase.name, board(state).cat) == ("pack", 1)


def test_b14_four_false_leads_must_go() -> None:
    """The last master is opened after the third; nothing wins before the fourth."""
    state = debate(2, "1:?red 1:ready 1:?blue 1:ready 1:?red 1:ready", mystery=4)
    assert (board(state).unopened, board(state).places, state.finished) == (0, (3, 4), ())
    state = play(state, "1:?red 1:ready").state
    assert state.finished[0].outcome == "won"
    assert state.finished[0].round.gone == (1, 0, 2, 4)


def test_b15_fewer_than_four_paws_in_the_round() -> None:
    """Then a vote for a clue is refused."""
    state = debate(2, PAWS[: -len("1:?clue time 0:>4 ")])
    assert can(state, 1) == "?blue ?clue ?red ready"
    state = play(state, "1:?clue 1:ready 0:>4").state
    assert can(state, 1) == "?blue ?red ready"
    assert refused(state, "1:?clue") == "B15"


CLUES_1 = "1:?clue time 0:>2 1:?clue time 0:>3 1:?clue time 0:>4 "
CLUES_2 = "2:?clue time 1:>2 2:?clue time 1:>3 2:?clue time 1:>4 "


def three_rounds(draws: str = "") -> State:
    """Returns the third round of three seats, three green paws in each before, seat 2 the cat."""
    lost, won = deal(mystery=1), deal(mystery=5)
    text = START + CLUES_1 + "1:?blue time 1:=a 1:ready 1:>0 " + CLUES_2
    text += "2:?red time 2:?red time 2:?red time 2:?blue time "
    return opened("discovery", 3, lost, won, deal(mystery=5, draws=draws), text=text + "2:=a 2:ready 2:>0")


def test_b15_fewer_than_seven_green_paws_in_the_game() -> None:
    """Worth a test: three in rounds 1 and 2 each, one in round 3; a debate without votes is held twice."""
    state = three_rounds("1")
    assert GAME.view(state, None).green_paws == 1
    state = play(state, "0:?clue time 2:>2").state
    assert GAME.view(state, None).green_paws == 0
    assert refused(state, "0:?clue") == "B15"
    assert can(state, 0) == "?blue ?red ready"
    assert decided(state, "time time") == [Decided(), Decided("blue", None, 1)]


def test_b15_green_paws_of_a_void_round_do_not_count() -> None:
    """Worth a test: after a void round that used two, all 7 are left."""
    state = debate(3, "1:?clue time 0:>2 1:?clue time 0:>3")
    assert GAME.view(state, None).green_paws == 5
    assert GAME.view(play(state, "-0").state, None).green_paws == 7
