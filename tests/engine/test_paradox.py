"""C15, C16: paradoxes."""

from engine.types import Seat
from tests.engine.builders import GAME, can, opened, play, position
from tests.engine.refusals import refused

FOURS = """
    . . . 0 . . . . x
    . . . 0 . . . . x
    . . . 1 . . . . x
    . . . 2 . . . . x
"""
OPEN = "\n".join([". . . . . . . . x"] * 4)


def test_c15_a_follower_without_a_declaration_causes_a_paradox() -> None:
    """C15: all four 4s are taken, the next seat has nothing but 4s."""
    _, events = position(FOURS, ["1 2", "4 4 4", "5 6 6", "7 7 8"], "0:1b")
    assert [event.kind for event in events] == ["declared", "paradox_caused", "round_scored", "round_opened"]
    assert events[1].seat == 1


def test_c15_a_leader_without_a_declaration_causes_a_paradox() -> None:
    """C15, worth a test: in paradox before any card of the trick is played."""
    _, events = position(FOURS, ["4 4", "1 1", "2 2", "3 3"], "0:8b 1:7b 2:6b 3:5b")
    kinds = ["declared", "trick_won", "paradox_caused", "round_scored", "round_opened"]
    assert [event.kind for event in events] == kinds
    assert events[2].seat == 0
    assert events[3].points[0] == -1  # the trick just won counts against it


def test_c15_a_leader_with_only_red_causes_no_paradox() -> None:
    """C15 with C10: red unbroken does not make a paradox."""
    board = FOURS.replace("0", ".", 1)
    state, events = position(board, ["4 4", "1 1", "2 2", "3 3"], "0:8b 1:7b 2:6b 3:5b")
    assert "paradox_caused" not in [event.kind for event in events]
    assert can(state, 0) == "4r"


def test_c15_lost_colors_make_a_paradox_later() -> None:
    """C11, C15: not following loses the led color, which later had the only free space."""
    board = """
        . . . 0 . .
        . . . . . .
        . . . 0 . .
        . . . 0 . .
    """
    state = position(board, ["1 2 3", "4 4 4", "1 5 5"], "0:1b 1:5g").state
    assert GAME.view(state, None).players["1"].lost == ("blue",)
    assert GAME.view(state, None).phase == "play"
    state = play(state, "2:1y").state
    _, events = play(state, "0:2b")
    assert [event.kind for event in events] == ["declared", "paradox_caused", "round_scored", "round_opened"]
    assert (events[1].seat, events[1].hand) == (1, (4, 4, 4))
    followed = position(board, ["1 2 3", "4 4 4", "1 5 5"], "0:1b 1:5b 2:1y").state
    assert can(followed, 1) == "4b"  # had it followed, its 4 would have gone there


def test_c15_a_paradox_cannot_be_chosen() -> None:
    """C15: a seat that can declare must, and there is no move to call a paradox."""
    state = position(OPEN, ["1 2", "4 4 4", "5 6 6", "7 7 8"], "0:1b").state
    assert can(state, 1) == "4r 4b 4y 4g"
    assert {type(move).__name__ for move in GAME.legal_moves(state, Seat(1))} == {"Declare"}
    assert refused(state, "1=1") == "wrong_phase"


def test_c16_the_trick_has_no_winner_and_its_tokens_count() -> None:
    """C16: tokens of the trick under way stay and count for bonuses."""
    board = FOURS.replace(". . . 1", "3 . . 1")  # yellow 1 is seat 3's
    state, events = position(
        board, ["2 2", "4 4 4", "5 6 6", "6 6"], "3:1b 0:1g", won=[1, 1, 1, 0], bids=[1, 1, 1, 1]
    )
    assert [event.kind for event in events] == ["declared", "paradox_caused", "round_scored", "round_opened"]
    summary = GAME.view(state, None).scored["0"]
    assert [seat.won for seat in summary.seats.values()] == [1, 1, 1, 0]
    assert summary.tokens["blue1"] == 3
    assert summary.tokens["green1"] == 0
    assert summary.seats["3"].group == ("blue1", "yellow1")
    assert summary.seats["0"].bonus == 2  # red 4 over blue 4; green 1 stands alone


def test_c16_the_last_declaration_may_complete_the_bonus_group() -> None:
    """C16: the token just placed joins a group."""
    board = """
        0 . . 0 . . . . x
        . . . 0 . . . . x
        0 . . 1 . . . . x
        0 . . 2 . . . . x
    """
    state, _ = position(
        board, ["2 2", "4 4 4", "5 6 6", "7 7 8"], "0:1b", won=[1, 1, 0, 0], bids=[1, 1, 1, 1]
    )
    assert GAME.view(state, None).scored["0"].seats["0"].group == ("red1", "blue1", "yellow1", "green1")


def test_c16_only_the_causers_hand_is_shown() -> None:
    """C16, C21: the hand, not the card put aside; nobody else's hand."""
    state, events = position(FOURS, ["1 2", "4 4 4", "5 6 6", "7 7 8"], "0:1b")
    assert events[1].hand == (4, 4, 4)
    for seat in (None, Seat(0), Seat(1)):
        shown = GAME.view(state, seat).scored["0"].paradox
        assert (shown.seat, shown.hand) == (1, (4, 4, 4))


def test_c16_the_next_round_starts_at_once() -> None:
    state = position(FOURS, ["1 2", "4 4 4", "5 6 6", "7 7 8"], "0:1b").state
    view = GAME.view(state, None)
    assert (view.round, view.phase, view.to_act) == (1, "set_aside", (0, 1, 2, 3))
    assert view.tokens == {}


def test_no_paradox_in_the_first_trick() -> None:
    """C15 cannot happen in a first trick: a hand has two numbers, all colors, and few spaces are taken."""
    state = opened("1 1 1 1 1 2 2 2 2 2", "…", revealed="4 4 4", text="0(1) 1(3) 0:1b")
    assert GAME.view(state, None).phase == "play"
