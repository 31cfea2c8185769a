"""The codes of refused moves."""

import pytest

from engine.cat_in_the_box.state import State
from engine.errors import RefusedMove
from tests.engine.builders import GAME, moves


def refused(state: State, text: str) -> str:
    """Returns the code with which a move is refused."""
    [(seat, move)] = moves(text)
    with pytest.raises(RefusedMove) as refusal:
        GAME.apply(state, seat, move)
    return refusal.value.code
