"""The rule's code with which a move is refused."""

import pytest

from engine.cat_in_the_box.state import State
from engine.errors import RefusedMove
from tests.engine.builders import GAME, moves


def refused(state: State, text: str) -> str:
    """The code of the refusal of one move."""
    [(seat, move)] = moves(text)
    with pytest.raises(RefusedMove) as refusal:
        GAME.apply(state, seat, move)
    return refusal.value.code
