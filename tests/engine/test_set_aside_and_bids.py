"""C5, C6: setting a card aside, then bidding."""

import pytest

from engine.types import Seat
from tests.engine.builders import GAME, can, opened, play
from tests.engine.refusals import refused


def test_c5_every_seat_at_once_in_any_order() -> None:
    """C5: all seats act at once; each has one card to set aside."""
    state = opened("…", "…", "…")
    assert GAME.to_act(state) == (0, 1, 2)
    state = play(state, "1(2)").state
    assert GAME.to_act(state) == (0, 2)
    state = play(state, "2(5) 0(1)").state
    assert GAME.to_act(state) == (0,)
    assert GAME.view(state, None).phase == "bid"


def test_c5_any_distinct_card_of_the_hand() -> None:
    state = opened("1 1 1 2 2 4 4 6 6 6", "…", "…")
    assert can(state, 0) == "(1) (2) (4) (6)"


def test_c5_a_card_that_is_not_in_the_hand_is_refused() -> None:
    state = opened("1 1 1 2 2 4 4 6 6 6", "…", "…")
    assert [refused(state, word) for word in ("0(3)", "0(0)", "0(9)")] == ["C5"] * 3


def test_c5_nobody_puts_a_second_card_aside() -> None:
    assert refused(opened("…", "…", "…", text="1(2)"), "1(2)") == "not_to_act"


def test_c5_one_copy_leaves_the_hand_and_its_owner_alone_sees_it() -> None:
    """C5, C21: others see that it happened, not which card."""
    state, events = play(opened("1 1 1 2 2 4 4 6 6 6", "…", "…"), "0(1)")
    own, other, none = (GAME.view(state, seat) for seat in (Seat(0), Seat(1), None))
    assert own.hand == (1, 1, 2, 2, 4, 4, 6, 6, 6)
    assert own.aside == 1
    assert other.aside is None
    assert none.aside is None
    assert none.players["0"].set_aside
    assert not none.players["1"].set_aside
    assert [event.kind for event in events] == ["card_set_aside"]
    assert not hasattr(events[0], "card")


def test_c5_a_card_put_aside_is_never_played() -> None:
    """C5: the only 4 of the hand is set aside, so no 4 can be declared."""
    state = opened("1 1 1 2 2 4 5 5 5 6", "…", "…", text="0(4) 1(1) 2(3) 0=1 1=1 2=1")
    assert "4" not in can(state, 0)
    assert refused(state, "0:4b") == "C9"


def test_c5_happens_with_two_seats_as_well() -> None:
    state = opened("…", "…")
    assert GAME.to_act(state) == (0, 1)
    assert GAME.view(play(state, "1(3) 0(1)").state, None).phase == "play"


@pytest.mark.parametrize(("seats", "bids"), [(3, "=1 =3 =4"), (4, "=1 =2 =3"), (5, "=1 =2 =3")])
def test_c6_allowed_bids(seats: int, bids: str) -> None:
    """C6: one of the allowed numbers, nothing else."""
    state = opened(*["…"] * seats)
    state = play(state, " ".join(f"{seat}{can(state, seat).split()[0]}" for seat in range(seats))).state
    assert can(state, 0) == bids
    for tricks in range(10):
        if f"={tricks}" not in bids.split():
            assert refused(state, f"0={tricks}") == "C6"


def test_c6_bids_go_clockwise_from_the_start_seat_openly() -> None:
    """C6: seats may make equal bids; each bid is public at once."""
    state = opened("…", "…", "…", first=1, text="0(1) 1(2) 2(6)")
    for seat, bid in ((1, 3), (2, 3), (0, 1)):
        assert GAME.to_act(state) == (seat,)
        assert refused(state, f"{(seat + 1) % 3}=1") == "not_to_act"
        state, events = play(state, f"{seat}={bid}")
        assert GAME.view(state, None).players[str(seat)].bid == bid
        assert [(event.kind, event.seat, event.tricks) for event in events] == [("bid_made", seat, bid)]
    assert GAME.view(state, None).phase == "play"
    assert GAME.to_act(state) == (1,)


def test_c6_no_bids_with_two_seats() -> None:
    state = opened("…", "…", text="0(1) 1(3)")
    assert refused(state, "0=1") == "wrong_phase"
    assert GAME.view(state, None).players["0"].bid is None


def test_move_of_another_phase_is_refused() -> None:
    state = opened("…", "…", "…")
    assert refused(state, "0=1") == "wrong_phase"
    assert refused(state, "0:1b") == "wrong_phase"
    state = play(state, "0(1) 1(2) 2(6)").state
    assert refused(state, "0(1)") == "wrong_phase"
    assert refused(state, "0:1b") == "wrong_phase"
    state = play(state, "0=1 1=1 2=1").state
    assert refused(state, "0(1)") == "wrong_phase"
    assert refused(state, "0=1") == "wrong_phase"
    assert refused(state, "1=1") == "not_to_act"
