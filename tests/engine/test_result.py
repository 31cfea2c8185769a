"""C20: the winners of the game."""

import pytest

from tests.engine.builders import GAME, position

EMPTY = "\n".join([". . . . . ."] * 4)


@pytest.mark.parametrize(
    ("before", "scores", "winners", "places"),
    [
        ([(9, 0, 0), (0, 0, 0)], (10, 0, 3), (0,), (1, 3, 2)),  # the highest total
        ([(0, 0, 0), (0, 9, 0)], (1, 9, 3), (1,), (3, 1, 2)),
        ([(1, 4, 0), (1, 0, 0)], (3, 4, 3), (1,), (3, 1, 2)),  # the last round decides the second place
        ([(1, 9, 0), (2, 0, 0)], (4, 9, 3), (1,), (2, 1, 3)),
        ([(2, 0, 0), (0, 0, 0)], (3, 0, 3), (2,), (2, 3, 1)),  # a tie: the higher score in the last round
        ([(4, 0, 1), (-1, 0, 0)], (4, 0, 4), (2,), (2, 3, 1)),
        ([(1, 4, 1), (1, 0, 0)], (3, 4, 4), (2,), (3, 2, 1)),
    ],
)
def test_c20_highest_score_wins(
    before: list[tuple[int, ...]], scores: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """C20: the last round gives 1, 0 and 3 points."""
    state, events = position(
        EMPTY, ["1", "1", "3"], "0:6b 1:5b 2:4b", won=[0, 0, 3], bids=[3, 3, 4], scored=before
    )
    assert events[-2].points == (1, 0, 3)
    assert events[-1].kind == "game_over"
    assert (events[-1].scores, events[-1].winners) == (scores, winners)
    result = GAME.result(state)
    assert result is not None
    assert (tuple(result["scores"]), tuple(result["winners"])) == (scores, winners)
    assert result["rounds"] == [*map(list, before), [1, 0, 3]]
    assert GAME.view(state, None).result.winners == winners
    assert GAME.view(state, None).result.places == places


def test_c20_equal_scores_share_the_victory() -> None:
    """C20, worth a test: total tied and last round tied: two winners."""
    before = [(4, 2, 0), (0, 2, 0)]
    state, events = position(
        EMPTY, ["1", "1", "3"], "0:6b 1:5b 2:4b", won=[1, 2, 0], bids=[3, 3, 4], scored=before
    )
    assert events[-2].points == (2, 2, 0)
    assert events[-1].winners == (0, 1)
    assert GAME.view(state, None).result.winners == (0, 1)
    assert GAME.view(state, None).result.places == (1, 1, 3)


def test_c20_all_seats_may_share_the_victory() -> None:
    state = position(
        EMPTY, ["1", "1", "3"], "0:6b 1:5b 2:4b", won=[0, 1, 1], bids=[3, 3, 4], scored=[(0, 0, 0)] * 2
    ).state
    assert GAME.view(state, None).result.winners == (0, 1, 2)


def test_c20_no_move_after_the_last_round() -> None:
    state = position(EMPTY, ["1", "1", "3"], "0:6b 1:5b 2:4b", scored=[(0, 0, 0)] * 2).state
    assert GAME.to_act(state) == ()
    assert GAME.view(state, None).phase == "over"
    assert GAME.view(state, None).round == 2
