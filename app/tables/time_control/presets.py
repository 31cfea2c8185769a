"""How long a choice may take, by the clock that a table agreed on."""

from typing import NamedTuple

from app.tables.game.settings import ClockName

HOUR = 3600.0  # seconds
LATE = 1.0  # seconds: a move that is on its way when time is up still counts


class Pace(NamedTuple):
    """In seconds."""

    move: float  # for each choice
    bank: float = 0  # for a whole game besides, for choices that take longer
    days: bool = False  # people come and go: their nights and vacations count


PACES: dict[ClockName, Pace] = {  # the clock "none" has no pace
    "relaxed": Pace(90),
    "quick": Pace(25, bank=120),
    "half_day": Pace(12 * HOUR, days=True),
    "day": Pace(24 * HOUR, days=True),
    "three_days": Pace(72 * HOUR, days=True),
}
