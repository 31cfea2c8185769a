"""Moves of teams mode with six seats: seats 0, 2, 4 are red, 1, 3, 5 blue; seat 0 is the first cat.

Red's voters are 2 and 4, its ambassador is 2 in the first round; blue's are 1, 3 and 5, its ambassador is 1.
"""

from engine.braincat.state import State
from engine.braincat.view_types import FamiliesView
from tests.engine.braincat.builders import GAME

START = "0:=a 0:ready 0:>0 "
RED_TO, BLUE_TO = "2:?{0} 4:?{0} 2:@{0} ", "1:?{0} 3:?{0} 1:@{0} "
RED_STAYS, BLUE_STAYS = "2:?stay 4:?stay 2:stay ", "1:?stay 3:?stay 1:stay "


def acting(state: State) -> FamiliesView:
    """Returns the open part of the step."""
    shown = GAME.view(state, None).acting
    assert shown, "families act"
    return shown
