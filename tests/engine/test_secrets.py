"""C21, C22: secrets do not influence what an observer, a seat or a spectator, receives.

A random game is replayed with every card redealt that the observer cannot know: other hands, cards set aside,
undealt cards and future rounds. The observer's views, legal moves, refusals and all events must be the same,
byte for byte.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.cat_in_the_box.deal import deal
from engine.cat_in_the_box.state import State
from engine.cat_in_the_box.view_types import Layout, View
from engine.errors import RefusedMove
from engine.types import Move, Seat
from tests.engine.builders import GAME
from tests.engine.every_move import EVERY_MOVE
from tests.engine.examples import examples, layouts, seat_counts, seeds
from tests.engine.leaky_views import EngineOutput, LegalByOthersHands
from tests.engine.redeals import redeal
from tests.engine.walks import Walk, walk

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
EVENT: TypeAdapter[Any] = TypeAdapter(GAME.event_type)
TRIES = 12  # redeals; in some the moves are illegal


def seen(game: Walk, observer: Seat | None, output: EngineOutput) -> list[object]:
    """Returns what an observer receives during a game, as bytes; includes refusals at the end.

    These are all events, and the views of the last positions and of every fourth before.
    """
    everything: list[object] = []
    last = len(game.moves)
    for ply, (state, events) in enumerate(zip(game.states, game.step_events, strict=True)):
        everything += [EVENT.dump_json(output.public_event(state, one), exclude_none=True) for one in events]
        if last - ply < 5 or (last - ply) % 4 == 0:
            everything.append(VIEW.dump_json(output.view(state, observer), exclude_none=True))
            everything.append(observer is not None and repr(output.legal(state, observer)))
    if observer is not None:
        everything += [_refusal(game.states[-1], observer, move) for move in EVERY_MOVE]
    return everything


def _refusal(state: State, seat: Seat, move: Move) -> str:
    try:
        GAME.apply(state, seat, move)
    except RefusedMove as refused:
        return f"{refused.code} {refused}"
    return "accepted"


def leaks(game: Walk, observer: Seat | None, rng: Random, output: EngineOutput) -> bool:
    """Returns whether some redeal looks different to the observer."""
    others = [other for other in (redeal(game, observer, rng) for _ in range(TRIES)) if other][:2]
    original = seen(game, observer, output)
    return any(seen(other, observer, output) != original for other in others)


@examples(40)
@given(seat_counts, layouts, seeds, st.floats(0, 1), st.randoms(use_true_random=False))
def test_c21_c22_no_output_reveals_a_secret(
    seats: int, layout: Layout, seed: int, part: float, rng: Random
) -> None:
    """C21, C22 hold for each seat and a spectator, at any point of a game."""
    whole = walk(seats, layout, seed)
    game = walk(seats, layout, seed, plies=round(part * len(whole.moves)))
    event(GAME.view(game.states[-1], None).phase)
    for observer in (None, *map(Seat, range(seats))):
        assert not leaks(game, observer, rng, EngineOutput())


# --- the test can fail


@pytest.mark.parametrize("leaky", EngineOutput.__subclasses__())
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_leak_is_detected(leaky: type[EngineOutput], seats: int) -> None:
    """The check detects every deliberately leaky view."""
    observer = Seat(0) if leaky is LegalByOthersHands else None
    games = (walk(seats, "white", seed, plies=plies) for seed in range(12) for plies in (None, 4 * seats))
    assert any(leaks(game, observer, Random(1), leaky()) for game in games)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_redeals_differ(seats: int) -> None:
    """Redeals keep seat 0's own cards; others' hands, cards set aside and future rounds vary."""
    game, rng = walk(seats, "white", seed=7, plies=4 * seats), Random(1)
    others = [other.states[-1] for other in (redeal(game, Seat(0), rng) for _ in range(60)) if other]
    assert len(others) > 50  # few could not have come this far
    assert len({(state.players[0].hand, state.players[0].aside) for state in others}) == 1
    for seat in range(1, seats):
        assert len({state.players[seat].hand for state in others}) > 5
        assert len({state.players[seat].aside for state in others}) > 2
    assert len({deal(state.setting, seats - 1) for state in others}) > 5
