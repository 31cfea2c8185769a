"""C8-C12: declarations."""

from engine.types import Seat
from tests.engine.builders import GAME, can, opened, play, position
from tests.engine.refusals import refused

OPENING = "0(4) 1(6) 2(3) 0=1 1=1 2=1"  # puts three seats that hold "…" in front of the first lead
NINES = """
    . . . . . . . . x
    . . . . . . . . x
    . . . . . . . . x
    . . . . . . . . x
"""
SIXES = """
    . . . . . x
    . . . . . x
    . . . . . x
    . . . . . x
"""


def test_c8_the_leader_plays_then_each_other_seat_clockwise() -> None:
    """C8: one card each."""
    state = opened("…", "…", "…", first=2, text="0(4) 1(6) 2(6) 2=1 0=1 1=1")
    for seat, word in ((2, "5b"), (0, "1b"), (1, "2b")):
        assert GAME.to_act(state) == (seat,)
        assert refused(state, f"{(seat + 1) % 3}:{word}") == "not_to_act"
        state, events = play(state, f"{seat}:{word}")
        assert events[0].kind == "declared"
        assert events[0].lead == (seat == 2)
    assert GAME.to_act(state) == (2,)
    assert [GAME.view(state, None).players[str(seat)].hand for seat in range(3)] == [8, 8, 8]


def test_c9_needs_the_card_in_hand() -> None:
    state = opened("1 1 1 1 1 2 2 2 2 3", "…", "…", text="0(3) 1(2) 2(6) 0=1 1=1 2=1")
    assert can(state, 0) == "1b 1y 1g 2b 2y 2g"
    assert refused(state, "0:3b") == "C9"  # it was put aside
    assert refused(state, "0:4r") == "C9"  # C10 forbids this too, but C9 comes first


def test_c9_needs_a_free_space() -> None:
    """C9: a space with a token is closed to everybody, the token's owner included."""
    state = opened("2 2 …", "2 2 2 …", "…", text="0(1) 1(3) 2(6) 0=1 1=1 2=1 0:2b")
    assert refused(state, "1:2b") == "C9"
    state = play(state, "1:2y 2:6y").state
    assert refused(state, "0:2b") == "C9"


def test_c9_needs_a_space_that_is_not_blocked() -> None:
    state = opened("4 4 …", "…", revealed="4 2 4", text="0(1) 1(2)")
    assert refused(state, "0:4g") == "C9"
    assert refused(state, "0:4y") == "C9"
    assert "4b" in can(state, 0)


def test_c9_needs_the_color_token() -> None:
    """C9: a seat that lost a color cannot declare it, neither following nor leading."""
    state = position(SIXES, ["2 3", "4 4 5"], "0:1b", lost=["", "by"]).state
    assert can(state, 1) == "4r 4g 5r 5g"
    assert refused(state, "1:4b") == "C9"
    state = position(SIXES, ["2 3", "4 5"], "1:4g 0:1g", lost=["", "by"]).state
    assert can(state, 1) == "5g"
    assert refused(state, "1:5y") == "C9"


def test_c9_refuses_cards_that_do_not_exist() -> None:
    state = opened("…", "…", "…", text=OPENING)
    for word in ("0b", "7b", "9r"):
        assert refused(state, f"0:{word}") == "C9"


def test_c10_red_is_not_led_before_it_is_broken() -> None:
    state = opened("…", "…", "…", text=OPENING)
    assert can(state, 0) == "1b 1y 1g 2b 2y 2g 3b 3y 3g 4b 4y 4g 5b 5y 5g 6b 6y 6g"
    assert refused(state, "0:1r") == "C10"


def test_c10_a_token_on_the_red_row_breaks_red() -> None:
    """C10: any seat's token; it stays broken."""
    state = position(SIXES, ["1 2 3", "4 5 5"], "0:1b 1:3r").state
    assert can(state, 1) == "4r 4y 4g 5r 5y 5g"  # it lost blue by not following
    assert GAME.view(state, None).red_broken
    drawn = SIXES.replace(".", "0", 1)
    assert "4r" in can(position(drawn, ["2 3", "4 5"], "0:2b 1:3b").state, 1)


def test_c10_a_blocked_9_red_is_no_token() -> None:
    """C10, worth a test: four seats, 9-red blocked and no red token: red is not broken."""
    state = opened("…", "…", "…", "…", text="0(1) 1(3) 2(5) 3(7) 0=1 1=1 2=1 3=1")
    assert "red9" in GAME.view(state, None).blocked
    assert not GAME.view(state, None).red_broken
    assert "r" not in can(state, 0)
    assert refused(state, "0:1r") == "C10"


def test_c10_a_blocked_6_red_is_no_token() -> None:
    """C10, worth a test: two seats, 6-red blocked and no red token: red is not broken."""
    state = opened("…", "…", text="0(1) 1(3)")
    assert "red6" in GAME.view(state, None).blocked
    assert not GAME.view(state, None).red_broken
    assert "r" not in can(state, 0)
    assert refused(state, "0:1r") == "C10"


def test_c10_a_hand_that_only_red_can_take_may_lead_red() -> None:
    """C10, worth a test: 2, 2, 3, 3 with blue, yellow and green 2 and 3 all taken."""
    board = """
        . . . . . .
        . 1 1 . . .
        . 1 1 . . .
        . 2 2 . . .
    """
    state = position(board, ["2 2 3 3", "1 1 4 5", "1 1 4 5"], "0:6b 1:4b 2:5b").state
    assert can(state, 0) == "2r 3r"
    assert not GAME.view(state, None).red_broken


def test_c10_lost_colors_may_leave_nothing_but_red() -> None:
    """C10: other colors count only if C9 allows them, by space and by color token."""
    state = position(SIXES, ["3 4", "1 2"], "1:1b 0:5b", lost=["yg", ""]).state
    assert can(state, 0) == "3b 4b"
    state = position(SIXES, ["3 4", "2 2"], "0:5b 1:1b", lost=["byg", ""]).state
    assert can(state, 0) == "3r 4r"


def test_c10_one_other_color_is_enough_to_forbid_red() -> None:
    board = """
        . . . . . .
        . 1 1 . . .
        . 1 1 . . .
        . 2 . . . .
    """
    state = position(board, ["2 2 3 3", "1 1 4 5", "1 1 4 5"], "0:6b 1:4b 2:5b").state
    assert can(state, 0) == "3g"
    assert refused(state, "0:2r") == "C10"
    assert refused(state, "0:3r") == "C10"


def test_c10_does_not_bind_a_follower() -> None:
    state = opened("…", "…", "…", text=f"{OPENING} 0:1b")
    assert "2r" in can(state, 1)


def test_c11_a_follower_may_declare_any_color_and_loses_the_led_one() -> None:
    """C11: it loses the led color, not the one it declared, even if it could have followed."""
    state, events = play(opened("…", "…", "…", text=f"{OPENING} 0:1b"), "1:2y")
    players = GAME.view(state, None).players
    assert [player.lost for player in players.values()] == [(), ("blue",), ()]
    assert events[0].lost == "blue"


def test_c11_following_loses_nothing() -> None:
    state, events = play(opened("…", "…", "…", text=f"{OPENING} 0:1b"), "1:2b")
    assert GAME.view(state, None).players["1"].lost == ()
    assert events[0].lost is None


def test_c11_nothing_is_lost_twice() -> None:
    state, events = position(NINES, ["1 1", "6 6", "7 7 7", "8 8 8"], "0:1b 1:5g", lost=["", "b", "", ""])
    assert GAME.view(state, None).players["1"].lost == ("blue",)
    assert events[0].lost is None


def test_c11_not_following_red_loses_red() -> None:
    """C11: trump is a led color like any other."""
    board = SIXES.replace(".", "0", 1)
    state = position(board, ["2 3", "3 4"], "0:2r 1:5b").state
    assert GAME.view(state, None).players["1"].lost == ("red",)


def test_c11_the_loss_lasts_for_the_round_only() -> None:
    """C11, C2: every color token is back in the next round."""
    board = """
        . 0 0 0 0 0
        . . . . . .
        . . . . . .
        . 0 0 0 . .
    """
    state, events = position(board, ["6", "6", "1"], "0:5b 1:6r 2:1b", lost=["", "byg", ""])
    assert events[-1].kind == "round_opened"
    assert all(player.lost == () for player in GAME.view(state, None).players.values())


def test_c12_a_declaration_puts_a_token_on_its_space() -> None:
    """C12: it stays there until the round is scored."""
    state = opened("…", "…", "…", text=f"{OPENING} 0:1b 1:2y 2:6b")
    assert GAME.view(state, None).tokens == {"blue1": 0, "yellow2": 1, "blue6": 2}
    state = play(state, "2:5y 0:1g").state
    assert GAME.view(state, Seat(1)).tokens == {
        "blue1": 0, "yellow2": 1, "blue6": 2, "yellow5": 2, "green1": 0,
    }  # fmt: skip
