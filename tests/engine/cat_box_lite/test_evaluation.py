"""Evaluations of Cat Box Lite: repeatable, from what the seat knows alone, and beliefs about identities."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from engine.cat_box_lite.bots.evaluation import evaluate
from engine.cat_box_lite.bots.sensible import face_of
from engine.cat_box_lite.deck import COLORS
from engine.cat_box_lite.moves import Place
from engine.cat_box_lite.state import State
from engine.evaluation import PositionEvaluation
from tests.engine.cat_box_lite.builders import GAME, opened
from tests.engine.cat_box_lite.redeals import redeal
from tests.engine.cat_box_lite.walks import walk

pytestmark = pytest.mark.slow  # searches of bots


def evaluated(state: State, played: Any = None, effort: float = 0.25) -> PositionEvaluation:
    (seat,) = GAME.to_act(state)
    view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
    return evaluate(view, seat, legal, Random(1), effort=effort, played=played)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_played_move_is_always_evaluated(seats: int) -> None:
    game = walk(seats, seed=4)
    for state, (_, move) in list(zip(game.states, game.moves, strict=False))[12:]:
        found = evaluated(state, move)
        assert found.of(move).points <= found.best.points
        assert all(0 <= one.chances["win"] <= 1 for one in found.moves)


def test_face_that_several_cards_have_is_evaluated_once() -> None:
    """The one that was played stands for both."""
    state = opened("19a 0a 15a")
    first, second = (Place(0, slot, "public", 1, 1) for slot in (0, 1))
    moves = [one.move for one in evaluated(state, second).moves]
    assert second in moves
    assert first not in moves


def test_complete_evaluation_has_every_move() -> None:
    """Each face in each place once; usually, moves that do not look promising are left out."""
    state = walk(2, seed=5, plies=12).states[-1]
    (seat,) = GAME.to_act(state)
    view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)

    def laid(moves: Iterable[Any]) -> Counter[tuple[str, int, int]]:
        return Counter((face_of(view, move), move.column, move.row) for move in moves)

    found = evaluate(view, seat, legal, Random(1), effort=0.05, complete=True)
    assert laid(one.move for one in found.moves) == Counter(set(laid(legal)))
    assert len(evaluated(state, effort=0.05).moves) < len(found.moves)


def test_hidden_cards_change_nothing() -> None:
    """L15: the same view, with everything else redealt, has the same evaluation."""
    game = walk(3, seed=8, plies=11)
    other = redeal(game, GAME.to_act(game.states[-1])[0], Random(3))
    assert other.states[-1] != game.states[-1]
    assert evaluated(other.states[-1]) == evaluated(game.states[-1])


def test_end_of_the_game_is_known() -> None:
    """Before the last move only the identity of the other seat is hidden: a better end wins more often."""
    found = evaluated(walk(2, seed=5).states[-2], effort=2)
    assert found.best.chances["win"] >= found.moves[-1].chances["win"]
    assert found.best.points > found.moves[-1].points


def test_beliefs_follow_the_moves() -> None:
    """A spectator knows nothing at first; all probabilities of a seat add up to one."""
    first = evaluated(opened()).beliefs
    assert first == (dict.fromkeys(COLORS, 0.25),) * 2
    late = evaluated(walk(2, seed=5, plies=12).states[-1]).beliefs
    assert all(sum(belief.values()) == pytest.approx(1, abs=0.01) for belief in late)
    assert late[0] != first[0]
