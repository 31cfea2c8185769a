"""The bot `strong` of Cat Box Lite: quick points, beliefs about identities, and its strength."""

from random import Random

import pytest

from engine.cat_box_lite.board import lay, places
from engine.cat_box_lite.bots.inference import identity_beliefs
from engine.cat_box_lite.bots.layers import Layers
from engine.cat_box_lite.deck import COLORS, FACES, may_cover
from engine.cat_box_lite.scoring import score_all
from engine.groups import bits
from engine.registry import ENTRIES
from tests.engine.cat_box_lite.builders import GAME
from tests.engine.cat_box_lite.test_bots import SENSIBLE, play_out
from tests.engine.cat_box_lite.walks import walk

pytestmark = pytest.mark.slow  # searches of bots

STRONG = ENTRIES[GAME.key].bots["strong"]
GAMES = 12


def test_points_after_a_card_equal_the_score() -> None:
    rng = Random(4)
    for state in walk(3, seed=2).states:
        layers = Layers(state.area)
        assert [layers.points(color) for color in range(4)] == [
            one.points for one in score_all(state.area).values()
        ]
        for face in rng.sample(list(FACES.values()), 4):
            for cell in bits(places(state.area).up_to(may_cover(face))):
                scores = score_all(lay(state.area, face, cell)).values()
                assert [layers.points_after(color, face, cell) for color in range(4)] == [
                    one.points for one in scores
                ]


def test_identities_are_read_from_moves() -> None:
    """Nothing is known at the start; at the end the most probable color is nearly always the true one."""
    start = GAME.start(2, {}, bytes(32)).state
    assert identity_beliefs(GAME.view(start, None)) == [[pytest.approx(0.25, abs=0.01)] * 4] * 2
    read = 0
    for seed in range(10):
        end = play_out([SENSIBLE, SENSIBLE], seed)
        for belief, color in zip(identity_beliefs(GAME.view(end, None)), end.identities, strict=True):
            read += max(belief) == belief[COLORS.index(color)]
    assert read >= 18


@pytest.mark.parametrize("seats", [2, 3])
def test_strong_is_legal_and_deterministic(seats: int) -> None:
    for state in walk(seats, seed=3).states[:-1:4]:
        view, legal = GAME.view(state, state.to_play), GAME.legal_moves(state, state.to_play)
        first, second = (STRONG(view, legal, Random(7)) for _ in range(2))
        assert first == second
        assert first in legal


@pytest.mark.slow
def test_strong_beats_sensible() -> None:
    """It wins most of few games; the benchmark plays many."""
    won = 0.0
    for deal in range(2):
        for seat in range(2):
            bots = [SENSIBLE, SENSIBLE]
            bots[seat] = STRONG
            winners = (GAME.result(play_out(bots, deal)) or {})["winners"]
            won += (seat in winners) / len(winners)
    assert won >= 3


def test_casual_plays_better_than_random_and_worse_than_sensible() -> None:
    def won(*bots: str) -> float:
        total = 0.0
        for deal in range(GAMES):
            players = [ENTRIES[GAME.key].bots[bot] for bot in bots]
            winners = (GAME.result(play_out(players, deal)) or {})["winners"]
            total += (0 in winners) / len(winners)
        return total

    assert won("casual", "random") > GAMES / 2
    assert won("sensible", "casual") > GAMES / 2
