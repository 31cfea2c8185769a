"""The bot `strong`: its moves are legal and repeatable, its deals possible, and it sees a paradox coming."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from engine.cat_in_the_box.board import COLUMN, ROW
from engine.cat_in_the_box.bots.search import Search
from engine.cat_in_the_box.bots.simulation import Simulation
from engine.cat_in_the_box.bots.strong import EXTRA, choose
from engine.cat_in_the_box.bots.worlds import Worlds
from engine.cat_in_the_box.moves import Bid, CatMove, Declare
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import View
from engine.types import Seat
from tests.engine.builders import GAME, opened, position
from tests.engine.test_bots import LAST_TRICK, TWO_TO_GO, choice, play_out

pytestmark = pytest.mark.slow  # searches of bots

HASTY = partial(choose, work=100)
QUICK = partial(choose, work=4_000)


@pytest.mark.parametrize(("seats", "layout"), [(2, "purple"), (3, "white"), (4, "purple"), (5, "white")])
def test_strong_makes_only_legal_moves_and_always_the_same(seats: int, layout: str) -> None:
    state: State = GAME.start(seats, {"layout": layout}, bytes(32)).state
    while not state.scored:
        seat = GAME.to_act(state)[0]
        move = choice(HASTY, state, seat)
        assert move == choice(HASTY, state, seat)
        assert move in GAME.legal_moves(state, seat)
        state = GAME.apply(state, seat, move).state


def test_only_legal_move_takes_as_long_as_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long the bot takes would otherwise tell something about its hand."""
    simulate, rounds = Search.simulate, Counter[str]()

    def count(search: Search, moves: Sequence[CatMove], deals: int) -> None:
        rounds[kind] += len(moves) * deals
        simulate(search, moves, deals)

    monkeypatch.setattr(Search, "simulate", count)
    state: State = GAME.start(4, {"layout": "purple"}, bytes(32)).state
    forced = 0
    while not state.scored:
        seat = GAME.to_act(state)[0]
        view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
        kind = "forced" if len(legal) == 1 else "chosen"
        rounds.clear()
        move = choice(HASTY, state, seat)
        affordable = Search(view, seat, Random(0), EXTRA).affordable_rounds(100)
        assert rounds[kind] >= affordable // 2, "whatever its choice"
        forced += kind == "forced"
        state = GAME.apply(state, seat, move).state
    assert forced


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_deals_agree_with_the_view(seats: int) -> None:
    """C21: own cards, sizes of hands, colors lost and the deck, at every position of a game."""

    def check(view: View, legal: Sequence[CatMove], rng: Random) -> CatMove:
        seat = view.to_act[0]
        if view.phase != "set_aside":
            assert_possible(Worlds(view, seat).deal(rng), view, seat)
        return rng.choice(legal)

    play_out([check] * seats, "white", 3)


def assert_possible(table: Simulation, view: View, seat: int) -> None:
    """Asserts that a deal has what the view shows, and no card more often than the deck."""
    assert tuple(sorted(Counter(table.held[seat]).elements())) == view.hand
    assert table.aside[seat] == view.aside
    seen = Counter(view.revealed or ())
    seen.update(int(space.strip("abdeglnoruwy")) for space in view.tokens)
    for other in range(view.seats):
        player = view.players[str(other)]
        assert (table.hands[other], table.aside[other] is not None) == (player.hand, player.set_aside)
        assert not any(table.reach[other] & ROW[color] for color in player.lost)
        assert not table.reach[other] & ~sum(COLUMN[number] for number in table.held[other])
        seen.update(table.held[other])
        seen.update(() if (aside := table.aside[other]) is None else (aside,))
    assert max(seen.values()) <= view.copies
    if view.seats > 2:  # else some cards are not dealt
        assert set(seen.values()) == {view.copies}


def test_strong_keeps_a_space_for_its_last_card() -> None:
    """C11, C15: red 5 would win a trick it wants, but with blue goes the only space of its 6."""
    hands = ["1 2", "5 5 6", "1 1 8", "2 2 8"]
    state = position(TWO_TO_GO, hands, "0:8b", won=[2, 1, 2, 1], bids=[2, 2, 2, 1]).state
    assert choice(QUICK, state, 1) == Declare(6, "blue")


def test_strong_takes_a_trick_that_it_needs() -> None:
    """C18: trump wins it, to follow low would not."""
    hands = ["1 2", "5 6", "5 6", "2 7"]
    state = position(LAST_TRICK, hands, "3:8b 0:8g", won=[2, 1, 2, 2], bids=[2, 2, 2, 1]).state
    assert choice(QUICK, state, 1) == Declare(5, "red")


def test_strong_bids_by_its_hand() -> None:
    """C6: a low hand, then a high one."""
    hands = ["1 1 1 1 2 2 2 3 3 4", "8 8 8 8 7 7 7 6 6 5", "…", "…"]
    state: State = opened(*hands, text="0(1) 1(8) 2(4) 3(4)")
    assert choice(QUICK, state, 0) == Bid(1)
    state = GAME.apply(state, Seat(0), Bid(1)).state
    assert choice(QUICK, state, 1) == Bid(3)
