"""C13, C14: the winner of a trick, and the end of a round."""

import pytest

from tests.engine.builders import GAME, position
from tests.engine.walks import walk

EMPTY = "\n".join([". . . . . . . . x"] * 4)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("0:5b 1:3b 2:6b 3:2b", 2),  # the highest of the led color
        ("0:2b 1:8y 2:8g 3:7y", 0),  # other colors win nothing, however high
        ("0:2b 1:8y 2:3b 3:8g", 2),
        ("0:8b 1:1r 2:7b 3:6b", 1),  # any red beats the led color
        ("0:8b 1:1r 2:3r 3:2r", 2),  # the highest red
        ("0:4r 1:8b 2:3r 3:5r", 3),  # red led
        ("2:1y 3:2y 0:3y 1:8b", 0),  # seats count from the leader, not from 0
        ("3:1g 0:1r 1:8g 2:7g", 0),
    ],
)
def test_c13_the_trick_goes_to(trick: str, winner: int) -> None:
    """C13: the highest red card if any, else the highest of the led color; the winner leads next."""
    board = EMPTY.replace(".", "0", 1) if ":4r" in trick else EMPTY
    state, events = position(board, ["1 2 3"] * 4, trick)
    view = GAME.view(state, None)
    assert events[1].kind == "trick_won"
    assert events[1].seat == winner
    assert GAME.to_act(state) == (winner,)
    assert view.players[str(winner)].won == 1
    assert view.last.winner == winner
    assert view.current.cards == {}
    assert view.current.leader == winner


@pytest.mark.parametrize(("seats", "tricks"), [(2, 8), (3, 8), (4, 8), (5, 7)])
def test_c14_a_round_without_paradox_ends_with_one_card_in_each_hand(seats: int, tricks: int) -> None:
    """C14: the last card is not played."""
    for seed in range(200):
        game = walk(seats, "white", seed, until_round=1)
        kinds = [event.kind for event in game.events]
        assert kinds.count("trick_won") <= tricks
        if "paradox_caused" not in kinds:
            assert kinds.count("trick_won") == tricks
            assert kinds.count("declared") == tricks * seats
            before = GAME.view(game.states[-2], None)
            assert sum(player.hand for player in before.players.values()) == seats + 1
            return
    pytest.fail("no round without a paradox")


def test_c14_nobody_plays_the_last_card() -> None:
    """C14: the round ends whether the last card could be declared or not, without a paradox."""
    for last_card in ("1", "5"):
        state, events = position(EMPTY.replace(". .", "0 0", 1), [last_card] * 4, "0:5b 1:4b 2:3b 3:2b")
        assert [event.kind for event in events] == ["declared", "trick_won", "round_scored", "round_opened"]
        assert GAME.view(state, None).round == 1


@pytest.mark.parametrize(
    ("seats", "declarations", "spaces"), [(2, 16, 17), (3, 24, 24), (4, 32, 32), (5, 35, 36)]
)
def test_board_has_spaces_for_a_round(seats: int, declarations: int, spaces: int) -> None:
    """Worth a test: 24 declarations on 24 spaces, 32 on 32, 35 on 36, 16 on 17."""
    view = GAME.view(GAME.start(seats, {"layout": "white"}, bytes(32)).state, None)
    assert sum(len(row) for row in view.rows.values()) - len(view.blocked) == spaces
    assert view.tricks * seats == declarations
