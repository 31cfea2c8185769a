"""Spectators see a consenting seat's hands of earlier rounds, and nothing about the current one.

As in test_secrets.py, the game is replayed with everything unknown redealt. The shown seat's hands of earlier
rounds stay the same.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import Layout, RevealedHand, RevealedHandView, View
from engine.types import Seat
from tests.engine.builders import GAME
from tests.engine.examples import examples, layouts, seat_counts, seeds
from tests.engine.redeals import two_redeals
from tests.engine.walks import Walk, walk

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
Shown = Callable[[State, Seat], RevealedHandView]


def seen(game: Walk, shown: Seat, late: Shown) -> list[bytes]:
    """Returns the spectator's view of every third position and the last, as bytes."""
    states = [*game.states[::3], game.states[-1]]
    views = [replace(GAME.view(state, None), late=late(state, shown).late) for state in states]
    return [VIEW.dump_json(view, exclude_none=True) for view in views]


def leaks(game: Walk, shown: Seat, rng: Random, late: Shown) -> bool:
    """Returns whether some redeal looks different."""
    others = two_redeals(game, None, rng, shown)
    return any(seen(other, shown, late) != seen(game, shown, late) for other in others)


@examples(25)
@given(seat_counts, layouts, seeds, st.floats(0, 1), st.randoms(use_true_random=True))
def test_late_hand_reveals_nothing_of_the_current_round(
    seats: int, layout: Layout, seed: int, part: float, rng: Random
) -> None:
    whole = walk(seats, layout, seed)
    game = walk(seats, layout, seed, plies=round(part * len(whole.moves)))
    for shown in map(Seat, range(seats)):
        assert not leaks(game, shown, rng, GAME.revealed_hand)


def too_early(state: State, seat: Seat) -> RevealedHandView:
    return RevealedHandView(RevealedHand(seat, state.round, state.players[seat].hand, None))


def neighbors(state: State, seat: Seat) -> RevealedHandView:
    shown: RevealedHandView = GAME.revealed_hand(state, Seat((seat + 1) % len(state.players)))
    return shown


@pytest.mark.parametrize("leaky", [too_early, neighbors])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_leak_is_detected(leaky: Shown, seats: int) -> None:
    games = (walk(seats, "white", seed) for seed in range(3))
    games = (walk(seats, "white", seed, plies=len(whole.moves) * 2 // 3) for seed, whole in enumerate(games))
    assert any(leaks(game, Seat(0), Random(1), leaky) for game in games)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_late_hand_is_the_dealt_hand(seats: int) -> None:
    game, shown = walk(seats, "purple", seed=3), Seat(seats - 1)
    dealt: list[tuple[int, ...]] = []
    for state in game.states:
        if len(GAME.to_act(state)) == seats:
            dealt.append(GAME.view(state, shown).hand)
        late = GAME.revealed_hand(state, shown).late
        if state.scored:
            number = len(state.scored) - 1
            assert (late.seat, late.round, late.hand) == (shown, number, dealt[number])
            assert late.aside == state.scored[number].players[shown].aside
        else:
            assert late is None
    assert len(dealt) == seats, "the last one is shown after the end"
