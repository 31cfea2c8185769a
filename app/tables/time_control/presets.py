"""The time controls that a table can choose."""

from typing import Literal, NamedTuple

ClockName = Literal["none", "steps", "steps_day", "relaxed", "quick", "half_day", "day", "three_days"]

HOUR_S = 3600.0
TIMEOUT_GRACE_S = 1.0  # a move in transit when time is up still counts


class TimeControl(NamedTuple):
    """How long choices may take."""

    move_s: float  # for each choice
    bank_s: float = 0  # extra time per game, used by longer choices
    is_turn_based: bool = False  # counted in days; nights and vacations are left out


TIME_CONTROLS: dict[ClockName, TimeControl] = {  # "none" has none; those of RULES_CLOCKS are the game's own
    "relaxed": TimeControl(90),
    "quick": TimeControl(25, bank_s=120),
    "half_day": TimeControl(12 * HOUR_S, is_turn_based=True),
    "day": TimeControl(24 * HOUR_S, is_turn_based=True),
    "three_days": TimeControl(72 * HOUR_S, is_turn_based=True),
}
RULES_CLOCKS: tuple[ClockName, ...] = ("steps", "steps_day")  # limits by the rules; each of them a day long
STEP_OF_DAYS_S = 24 * HOUR_S
TURN_BASED_CLOCKS: tuple[ClockName, ...] = (
    *(name for name, control in TIME_CONTROLS.items() if control.is_turn_based),
    "steps_day",
)
