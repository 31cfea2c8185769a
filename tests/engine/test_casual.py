"""The bot `casual`: legal, repeatable, and careless of a paradox that is far away."""

import pytest

from engine.cat_in_the_box.bots.casual import FORESIGHT, CarelessEvaluation, choose
from engine.cat_in_the_box.bots.sensible import Evaluation
from engine.cat_in_the_box.moves import Declare
from engine.types import Seat
from tests.engine.builders import GAME, opened, position
from tests.engine.test_bots import TWO_TO_GO, choice, play_out


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_casual_makes_only_legal_moves_and_always_the_same(seats: int) -> None:
    game = play_out([choose] * seats, "white", 1)
    assert GAME.result(game)
    assert game == play_out([choose] * seats, "white", 1)


def test_casual_underestimates_a_paradox_that_is_far_away() -> None:
    """C15: four copies of a number and four of another have four spaces each."""
    hands = ["1 1 1 1 2 6 6 6 6 7", "…", "…", "…"]
    state = opened(*hands, text="0(2) 1(3) 2(3) 3(3) 0=1 1=1 2=1 3=1")
    view = GAME.view(state, Seat(0))
    move = Declare(6, "blue")
    assert view.tricks - view.trick - 1 >= FORESIGHT
    assert CarelessEvaluation(view).points(move) > Evaluation(view).points(move)


def test_casual_varies_its_moves() -> None:
    """Mistakes: not the same move with every generator."""
    hands = ["1 2", "5 5 6", "1 1 8", "2 2 8"]
    state = position(TWO_TO_GO, hands, "0:8b", won=[2, 1, 2, 1], bids=[2, 2, 2, 1]).state
    assert len({choice(choose, state, 1, seed) for seed in range(60)}) > 1
