"""L15, L16: secrets do not influence what an observer, a seat or a spectator, receives.

A random game is replayed with everything redealt that the observer cannot know: identities of others and
unused ones, private sides that fit the public ones, the pile below its top side, the removed card. The
observer's views, legal moves, refusals and all events must be the same byte for byte.
"""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cat_box_lite.events import LiteEvent
from engine.cat_box_lite.moves import Place
from engine.types import Seat
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.leaky_views import EngineOutput, LegalByOthersBacks
from tests.engine.cat_box_lite.redeals import known, redeal
from tests.engine.cat_box_lite.walks import Walk, seat_counts, walk
from tests.engine.examples import examples, seeds
from tests.engine.secrecy import Observation

TRIED = [
    Place(holder, slot, side, column, row)  # type: ignore[arg-type]
    for holder, slot, side, column, row in product(
        range(3), (0, 1), ("public", "private"), (-1, 0, 2), (-1, 1)
    )
]
OBSERVATION = Observation(GAME, LiteEvent, TRIED, every=1)


def leaks(game: Walk, observer: Seat | None, rng: Random, output: EngineOutput) -> bool:
    """Returns whether some redeal looks different to the observer."""
    original = OBSERVATION.seen(game, observer, output)
    return any(OBSERVATION.seen(redeal(game, observer, rng), observer, output) != original for _ in range(2))


@examples(30)
@given(seat_counts, seeds, st.integers(0, 18), st.randoms(use_true_random=True))
def test_l15_l16_no_output_reveals_a_secret(seats: int, seed: int, plies: int, rng: Random) -> None:
    """Holds for each seat and a spectator, at any point of a game."""
    game = walk(seats, seed, plies)
    for observer in (None, *map(Seat, range(seats))):
        assert not leaks(game, observer, rng, EngineOutput())


# --- the test can fail


@pytest.mark.parametrize("leaky", EngineOutput.__subclasses__())
@pytest.mark.parametrize("seats", [2, 3])
def test_leak_is_detected(leaky: type[EngineOutput], seats: int) -> None:
    """The check detects every deliberately leaky view."""
    observer = Seat(0) if leaky is LegalByOthersBacks else None
    games = (walk(seats, seed, plies=9) for seed in range(12))
    assert any(leaks(game, observer, Random(1), leaky()) for game in games)


@pytest.mark.parametrize("seats", [2, 3])
def test_redeals_differ(seats: int) -> None:
    """Redeals keep everything that the observer knows and vary everything else."""
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
