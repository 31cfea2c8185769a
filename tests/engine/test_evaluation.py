"""Evaluations of Cat in the Box: of all legal moves, repeatable, from what the seat alone knows."""

from random import Random
from typing import Any

import pytest

from engine.cat_in_the_box import rules
from engine.cat_in_the_box.bots.evaluation import GLANCE, evaluate
from engine.cat_in_the_box.moves import Bid, Declare
from engine.cat_in_the_box.state import State
from engine.evaluation import PositionEvaluation
from engine.types import Seat
from tests.engine.builders import GAME, position
from tests.engine.redeals import redeal
from tests.engine.test_bots import LAST_TRICK, TWO_TO_GO
from tests.engine.walks import walk

pytestmark = pytest.mark.slow  # searches of bots

HANDS = ["1 2", "5 5 6", "1 1 8", "2 2 8"]


def evaluated(state: State, seat: int, effort: float = 0.05, played: Any = None) -> PositionEvaluation:
    view, legal = GAME.view(state, Seat(seat)), rules.legal_moves(state, Seat(seat))
    return evaluate(view, Seat(seat), legal, Random(1), effort=effort, played=played)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_all_legal_moves_are_evaluated(seats: int) -> None:
    """At every decision of a round; also where only one move is legal."""
    for state, (seat, move) in zip(
        (game := walk(seats, "white", seed=4)).states, game.moves[: 8 * seats], strict=False
    ):
        found = evaluated(state, seat, effort=0.01, played=move)
        assert {one.move for one in found.moves} == set(GAME.legal_moves(state, seat))
        assert found.best.points == max(one.points for one in found.moves)
        assert all(
            set(one.chances) == {"paradox", "bonus"} and min(one.chances.values()) >= 0 for one in found.moves
        )
        assert found.of(move).simulations >= found.best.simulations  # as good as the best one is known


def test_hidden_cards_change_nothing() -> None:
    """C21: the same view, with everything else redealt, has the same evaluation."""
    rng = Random(3)
    for plies in (2, 6, 14, 25):
        game = walk(4, "white", seed=8, plies=plies)
        seat = GAME.to_act(game.states[-1])[0]
        others = [other for other in (redeal(game, seat, rng) for _ in range(5)) if other]
        assert others
        assert any(other.states[-1] != game.states[-1] for other in others)
        first = evaluated(game.states[-1], seat, effort=0.01)
        assert all(evaluated(other.states[-1], seat, effort=0.01) == first for other in others)


def test_paradox_is_expected() -> None:
    """C11, C15: with blue goes the only space of its 6."""
    state = position(TWO_TO_GO, HANDS, "0:8b", won=[2, 1, 2, 1], bids=[2, 2, 2, 1]).state
    found = evaluated(state, 1)
    assert found.best.move == Declare(6, "blue")
    assert found.best.chances["paradox"] < 0.5
    assert found.of(Declare(5, "red")).chances["paradox"] > 0.9


def test_bonus_is_expected() -> None:
    """C18: trump wins the trick that its bid needs, to follow low does not."""
    state = position(
        LAST_TRICK, ["1 2", "5 6", "5 6", "2 7"], "3:8b 0:8g", won=[2, 1, 2, 2], bids=[2, 2, 2, 1]
    ).state
    found = evaluated(state, 1)
    assert found.best.move == Declare(5, "red")
    assert found.best.chances["bonus"] > 0.2  # seats that follow may trump it
    assert found.of(Declare(6, "blue")).chances["bonus"] == 0.0


def test_more_effort_is_spent_on_better_moves() -> None:
    game = walk(4, "white", seed=8, plies=9)
    seat = GAME.to_act(game.states[-1])[0]
    found = evaluated(game.states[-1], seat, effort=0.2)
    assert found.best.simulations > 2 * GLANCE
    assert min(one.simulations for one in found.moves) < 2 * GLANCE


def test_move_that_is_not_legal_is_unknown() -> None:
    state = position(TWO_TO_GO, HANDS, "0:8b", won=[2, 1, 2, 1], bids=[2, 2, 2, 1]).state
    with pytest.raises(KeyError):
        evaluated(state, 1).of(Bid(1))
