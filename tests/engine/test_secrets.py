"""C21, C22: secrets do not influence what an observer, a seat or a spectator, receives.

A random game is replayed with every card redealt that the observer cannot know: other hands, cards set aside,
undealt cards and future rounds. The observer's views, legal moves, refusals and all events must be the same,
byte for byte.
"""

from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from engine.cat_in_the_box.deal import deal
from engine.cat_in_the_box.view_types import Layout
from engine.types import Seat
from tests.engine.builders import GAME
from tests.engine.every_move import EVERY_MOVE
from tests.engine.examples import examples, layouts, seat_counts, seeds
from tests.engine.leaky_views import EngineOutput, LegalByOthersHands
from tests.engine.redeals import redeal, two_redeals
from tests.engine.secrecy import Observation
from tests.engine.walks import Walk, walk

OBSERVATION = Observation(GAME, GAME.event_type, EVERY_MOVE)


def leaks(game: Walk, observer: Seat | None, rng: Random, output: EngineOutput) -> bool:
    """Returns whether some redeal looks different to the observer."""
    original = OBSERVATION.seen(game, observer, output)
    others = two_redeals(game, observer, rng)
    return any(OBSERVATION.seen(other, observer, output) != original for other in others)


@examples(40)
@given(seat_counts, layouts, seeds, st.floats(0, 1), st.randoms(use_true_random=True))
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
