"""How long a choice may take, by the clock that a table agreed on."""

from typing import Literal, NamedTuple

ClockName = Literal["none", "relaxed", "quick", "half_day", "day", "three_days"]

HOUR_S = 3600.0  # seconds
TIMEOUT_GRACE_S = 1.0  # seconds: a move that is on its way when time is up still counts


class TimeControl(NamedTuple):
    """In seconds."""

    move_s: float  # for each choice
    bank_s: float = 0  # for a whole game besides, for choices that take longer
    is_turn_based: bool = False  # people come and go: their nights and vacations count


TIME_CONTROLS: dict[ClockName, TimeControl] = {  # the clock "none" has no pace
    "relaxed": TimeControl(90),
    "quick": TimeControl(25, bank_s=120),
    "half_day": TimeControl(12 * HOUR_S, is_turn_based=True),
    "day": TimeControl(24 * HOUR_S, is_turn_based=True),
    "three_days": TimeControl(72 * HOUR_S, is_turn_based=True),
}
