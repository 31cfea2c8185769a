"""L15, L16: what an onlooker, a seat or a spectator, may not know changes nothing it gets to see.

A random game is played anew with all that the onlooker cannot know dealt otherwise: identities of others and
unused ones, backs of cards that fit their public sides, the pile below its top side, the card taken out. The
onlooker's view, its legal moves and its refusals, and all that happened, must be the same to the byte.
"""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.cat_box_lite.events import LiteEvent
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.state import State
from engine.cat_box_lite.view_types import View
from engine.errors import RefusedMove
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.leaky_views import LegalByOthersBacks, Sight
from tests.engine.cat_box_lite.redeals import known, redeal
from tests.engine.cat_box_lite.walks import Walk, seat_counts, walk
from tests.engine.examples import examples, seeds

VIEW: TypeAdapter[View] = TypeAdapter(GAME.view_type)
EVENT: TypeAdapter[LiteEvent] = TypeAdapter(LiteEvent)
TRIED = [
    Place(holder, slot, side, column, row)  # type: ignore[arg-type]
    for holder, slot, side, column, row in product(
        range(3), (0, 1), ("public", "private"), (-1, 0, 2), (-1, 1)
    )
]


def seen(game: Walk, onlooker: Seat | None, sight: Sight) -> list[object]:
    """What an onlooker gets to see of a game as bytes; at the end its refusals too."""
    everything: list[object] = []
    for state, events in zip(game.states, game.told, strict=True):
        everything += [EVENT.dump_json(sight.told(state, one), exclude_none=True) for one in events]
        everything.append(VIEW.dump_json(sight.view(state, onlooker), exclude_none=True))
        everything.append(onlooker is not None and repr(sight.legal(state, onlooker)))
    if onlooker is not None:
        everything += [_refusal(game.states[-1], onlooker, move) for move in TRIED]
    return everything


def _refusal(state: State, seat: Seat, move: Place) -> str:
    try:
        GAME.apply(state, seat, move)
    except RefusedMove as refused:
        return f"{refused.code} {refused}"
    return "accepted"


def leaks(game: Walk, onlooker: Seat | None, rng: Random, sight: Sight) -> bool:
    """Whether some re-deal looks different to the onlooker."""
    original = seen(game, onlooker, sight)
    return any(seen(redeal(game, onlooker, rng), onlooker, sight) != original for _ in range(2))


@examples(30)
@given(seat_counts, seeds, st.integers(0, 18), st.randoms(use_true_random=False))
def test_l15_l16_no_view_no_event_no_legal_move_tells_a_secret(
    seats: int, seed: int, plies: int, rng: Random
) -> None:
    """For each seat and a spectator, at any point of a game."""
    game = walk(seats, seed, plies)
    for onlooker in (None, *map(Seat, range(seats))):
        assert not leaks(game, onlooker, rng, Sight())


# --- the test can fail


@pytest.mark.parametrize("leaky", Sight.__subclasses__())
@pytest.mark.parametrize("seats", [2, 3])
def test_a_leak_is_found(leaky: type[Sight], seats: int) -> None:
    """Each of these tells a secret, and none stays hidden for long."""
    onlooker = Seat(0) if leaky is LegalByOthersBacks else None
    games = (walk(seats, seed, plies=9) for seed in range(12))
    assert any(leaks(game, onlooker, Random(1), leaky()) for game in games)


@pytest.mark.parametrize("seats", [2, 3])
def test_re_deals_are_other_deals(seats: int) -> None:
    """Whatever the onlooker knows stays; all else takes other values."""
    game, rng = walk(seats, seed=7, plies=6), Random(1)
    whole, up = known(game, Seat(0))
    others = [redeal(game, Seat(0), rng) for _ in range(60)]
    for place in range(20):
        cards = {tuple(other.deal["cards"][place]) for other in others}
        if place in whole:
            assert cards == {tuple(game.deal["cards"][place])}
        else:
            assert len(cards) > (1 if place in up else 15)
    assert [len({other.deal["identities"][seat] for other in others}) for seat in range(seats)] == [
        1,
        *[3] * (seats - 1),
    ]
