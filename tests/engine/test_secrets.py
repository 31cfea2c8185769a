"""C21, C22: what an onlooker, a seat or a spectator, may not know changes nothing it gets to see.

A random game is played anew with every card that the onlooker cannot know dealt otherwise: other hands, other
cards put aside, undealt cards, other rounds to come, no seed. The onlooker's view, its legal moves and its
refusals, and all that happened, must be the same to the byte.
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
from tests.engine.leaky_views import LegalByOthersHands, Sight
from tests.engine.redeals import redeal
from tests.engine.walks import Walk, walk

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
EVENT: TypeAdapter[Any] = TypeAdapter(GAME.event_type)
TRIES = 12  # re-deals, of which some could not have come this far


def seen(game: Walk, onlooker: Seat | None, sight: Sight) -> list[object]:
    """What an onlooker gets to see of a game as bytes; at the end its refusals too.

    That is all that happened, and what it sees at the last positions and at every fourth before.
    """
    everything: list[object] = []
    last = len(game.moves)
    for ply, (state, events) in enumerate(zip(game.states, game.told, strict=True)):
        everything += [EVENT.dump_json(sight.told(state, one), exclude_none=True) for one in events]
        if last - ply < 5 or (last - ply) % 4 == 0:
            everything.append(VIEW.dump_json(sight.view(state, onlooker), exclude_none=True))
            everything.append(onlooker is not None and repr(sight.legal(state, onlooker)))
    if onlooker is not None:
        everything += [_refusal(game.states[-1], onlooker, move) for move in EVERY_MOVE]
    return everything


def _refusal(state: State, seat: Seat, move: Move) -> str:
    try:
        GAME.apply(state, seat, move)
    except RefusedMove as refused:
        return f"{refused.code} {refused}"
    return "accepted"


def leaks(game: Walk, onlooker: Seat | None, rng: Random, sight: Sight) -> bool:
    """Whether some re-deal looks different to the onlooker."""
    others = [other for other in (redeal(game, onlooker, rng) for _ in range(TRIES)) if other][:2]
    original = seen(game, onlooker, sight)
    return any(seen(other, onlooker, sight) != original for other in others)


@examples(40)
@given(seat_counts, layouts, seeds, st.floats(0, 1), st.randoms(use_true_random=False))
def test_c21_c22_no_view_no_event_no_legal_move_tells_a_secret(
    seats: int, layout: Layout, seed: int, part: float, rng: Random
) -> None:
    """C21, C22: for each seat and a spectator, at any point of a game."""
    whole = walk(seats, layout, seed)
    game = walk(seats, layout, seed, plies=round(part * len(whole.moves)))
    event(GAME.view(game.states[-1], None).phase)
    for onlooker in (None, *map(Seat, range(seats))):
        assert not leaks(game, onlooker, rng, Sight())


# --- the test can fail


@pytest.mark.parametrize("leaky", Sight.__subclasses__())
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_leak_is_found(leaky: type[Sight], seats: int) -> None:
    """Each of these tells a secret, and none stays hidden for long."""
    onlooker = Seat(0) if leaky is LegalByOthersHands else None
    games = (walk(seats, "white", seed, plies=plies) for seed in range(12) for plies in (None, 4 * seats))
    assert any(leaks(game, onlooker, Random(1), leaky()) for game in games)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_re_deals_are_other_deals(seats: int) -> None:
    """Seat 0's own cards stay; others' hands and cards aside, and rounds to come, are different ones."""
    game, rng = walk(seats, "white", seed=7, plies=4 * seats), Random(1)
    others = [other.states[-1] for other in (redeal(game, Seat(0), rng) for _ in range(60)) if other]
    assert len(others) > 50  # few could not have come this far
    assert len({(state.players[0].hand, state.players[0].aside) for state in others}) == 1
    for seat in range(1, seats):
        assert len({state.players[seat].hand for state in others}) > 5
        assert len({state.players[seat].aside for state in others}) > 2
    assert len({deal(state.setting, seats - 1) for state in others}) > 5
