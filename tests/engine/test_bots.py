"""The bots: their moves are legal, repeatable, based on a view alone, and those of `sensible` are good."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.bots import Bot
from engine.cat_in_the_box.moves import Bid, Declare, SetAside
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import View
from engine.registry import ENTRIES
from engine.types import Move, Seat
from tests.engine.builders import GAME, opened, play, position

BOTS = ENTRIES[GAME.key].bots
SENSIBLE, RANDOM = BOTS["sensible"], BOTS["random"]
LAYOUTS = GAME.listed_options["layout"].values

TWO_TO_GO = """
    0 0 1 1 . 3 2 2 x
    1 3 0 2 2 . 3 . x
    . . 2 3 3 0 1 0 x
    . . 3 2 1 1 0 . x
"""
LAST_TRICK = """
    0 0 1 1 . 3 2 2 x
    1 3 0 2 2 . 3 . x
    0 1 2 3 3 0 1 0 x
    2 3 3 2 1 1 0 . x
"""


def choice(bot: Bot, state: State, seat: int, seed: int = 0) -> Any:
    """Returns the move of a bot on a seat."""
    return bot(GAME.view(state, Seat(seat)), GAME.legal_moves(state, Seat(seat)), Random(seed))


def play_out(bots: Sequence[Bot], layout: str, seed: int) -> State:
    """Plays a whole game; fails if a bot makes an illegal move."""
    rng = Random(seed)
    state: State = GAME.start(len(bots), {"layout": layout}, rng.randbytes(32)).state
    while acting := GAME.to_act(state):
        seat = acting[-1]
        view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
        move = bots[seat](view, legal, rng)
        assert move in legal
        state = GAME.apply(state, seat, move).state
    return state


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_bots_make_only_legal_moves(seats: int, layout: str) -> None:
    """C5-C10: at every number of seats and both layouts, among equal bots and against random ones."""
    for seed in range(3):
        assert GAME.result(play_out([SENSIBLE] * seats, layout, seed))
        assert GAME.result(play_out([SENSIBLE, *[RANDOM] * (seats - 1)], layout, seed))


@pytest.mark.parametrize("name", ["sensible", "random", "casual"])
def test_bots_are_deterministic(name: str) -> None:
    """The move depends on the view, the legal moves and the generator only."""
    bot = BOTS[name]
    assert play_out([bot] * 4, "white", 5) == play_out([bot] * 4, "white", 5)


def test_bot_receives_a_view_and_legal_moves() -> None:
    """C21: a bot gets the view of its seat, never a state."""
    seen: list[tuple[object, Sequence[Move]]] = []

    def look(view: object, legal: Sequence[Move], rng: Random) -> Move:
        seen.append((view, legal))
        return SENSIBLE(view, legal, rng)  # type: ignore[no-any-return]

    play_out([look] * 4, "white", 1)
    assert {type(view) for view, _ in seen} == {View}
    assert {type(move) for _, legal in seen for move in legal} == {SetAside, Bid, Declare}


def test_sensible_puts_aside_its_most_frequent_card() -> None:
    state = opened("1 2 4 4 4 4 5 6 7 8", "…", "…", "…")
    assert choice(SENSIBLE, state, 0) == SetAside(4)


def test_sensible_bids_by_its_hand() -> None:
    """C6: a low hand, then a high one."""
    hands = ["1 1 1 1 2 2 2 3 3 4", "8 8 8 8 7 7 7 6 6 5", "…", "…"]
    state = opened(*hands, text="0(1) 1(8) 2(4) 3(4)")
    assert choice(SENSIBLE, state, 0) == Bid(1)
    assert choice(SENSIBLE, play(state, "0=1").state, 1) == Bid(3)


def test_sensible_keeps_a_space_for_its_last_card() -> None:
    """C11, C15: red 5 would win a trick it wants, but with blue goes the only space of its 6."""
    hands = ["1 2", "5 5 6", "1 1 8", "2 2 8"]
    state = position(TWO_TO_GO, hands, "0:8b", won=[2, 1, 2, 1], bids=[2, 2, 2, 1]).state
    keeps = GAME.view(state, Seat(1)).legal.declare
    assert keeps["red5"].keeps == {"5": 0, "6": 0}
    assert keeps["blue6"].keeps == {"5": 1}
    assert {choice(SENSIBLE, state, 1, seed) for seed in range(9)} == {Declare(6, "blue")}


@pytest.mark.parametrize(("bid", "declared"), [(1, Declare(6, "blue")), (2, Declare(5, "red"))])
def test_sensible_takes_the_last_trick_only_if_it_needs_it(bid: int, declared: Declare) -> None:
    """C18: trump would win it, to follow low would not."""
    hands = ["1 2", "5 6", "5 6", "2 7"]
    state = position(LAST_TRICK, hands, "3:8b 0:8g", won=[2, 1, 2, 2], bids=[2, bid, 2, 1]).state
    assert {choice(SENSIBLE, state, 1, seed) for seed in range(9)} == {declared}


def test_sensible_beats_random() -> None:
    """By a wide margin: the benchmark gives it 4 points per round and random bots less than 1."""
    points = [0, 0]
    for game in range(30):
        chairs = [RANDOM] * 4
        chairs[game % 4] = SENSIBLE
        scores = GAME.result(play_out(chairs, "white", game))["scores"]  # type: ignore[index]
        points[0] += scores[game % 4]
        points[1] += sum(scores) - scores[game % 4]
    assert points[0] > 2.5 * 120
    assert points[1] < 1.5 * 360
