"""The simulation of `strong` follows the rules of the engine, move by move."""

from random import Random

from hypothesis import given

from engine.cat_in_the_box import rules
from engine.cat_in_the_box.board import SPACE, STRIDE
from engine.cat_in_the_box.bots.simulation import Simulation, empty
from engine.cat_in_the_box.moves import Bid, CatMove, Declare, SetAside
from engine.cat_in_the_box.setups import COPIES
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import Layout
from tests.engine.builders import GAME
from tests.engine.examples import examples, layouts, seat_counts, seeds

ALL_COLORS = (1 << 4 * STRIDE) - 1


@given(seat_counts, layouts, seeds)
@examples(60)
def test_simulation_follows_the_rules(seats: int, layout: Layout, seed: int) -> None:
    """C5-C19: open spaces, hands, tokens and tricks after each random move, points at the end."""
    rng = Random(seed)
    state: State = GAME.start(seats, {"layout": layout}, rng.randbytes(32)).state
    for _ in range(seats):
        table = simulated(state)
        number = len(state.scored)
        while len(state.scored) == number:
            seat = rng.choice(rules.to_act(state))
            move = rng.choice(rules.legal_moves(state, seat))
            make(table, seat, move)
            if state.phase == "set_aside" and seats == 2 and None not in table.aside:
                table.open_play()
            state = rules.apply(state, seat, move).state
            if len(state.scored) == number:
                assert_same(table, state)
        scored = state.scored[-1]
        assert not table.open
        assert (table.causer, tuple(map(table.points, range(seats)))) == (scored.paradox, scored.points)


def simulated(state: State) -> Simulation:
    """Returns the simulation of a round that opens."""
    seats = len(state.players)
    table = empty(state.setting.layout, seats, state.start, state.blocked)
    numbers = state.setting.setup.numbers
    table.unplayed = [0, *(COPIES - state.revealed.count(number) for number in range(1, numbers + 1))]
    for seat, player in enumerate(state.players):
        table.give(seat, player.hand, None, ALL_COLORS)
    return table


def make(table: Simulation, seat: int, move: CatMove) -> None:
    """Makes a move in the simulation."""
    if isinstance(move, SetAside):
        table.put_aside(seat, move.card)
    elif isinstance(move, Bid):
        assert seat == table.to_play
        table.bid(move.tricks)
    else:
        assert isinstance(move, Declare)
        assert seat == table.to_play
        table.play(SPACE[move.color, move.card])


def assert_same(table: Simulation, state: State) -> None:
    """Asserts that the simulation has the values of the state."""
    assert table.open == state.open
    assert (table.to_play, table.trick, table.taken) == (state.to_play, state.trick, state.taken)
    for seat, player in enumerate(state.players):
        assert sorted(number for number, n in table.held[seat].items() for _ in range(n)) == list(player.hand)
        assert table.hands[seat] == len(player.hand)
        assert (table.reach[seat], table.tokens[seat]) == (player.reach, player.tokens)
        assert (table.won[seat], table.bids[seat]) == (player.won, player.bid)
        assert table.aside[seat] == player.aside
