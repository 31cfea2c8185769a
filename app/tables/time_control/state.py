"""What a table keeps about its time besides the moves: pauses, and that its clock was changed."""

from math import inf
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.tables.time_control.arithmetic import StoppedIntervals
from app.tables.time_control.presets import ClockName


class Timing(BaseModel):
    """Moments are seconds since 1970. Immutable; kept as JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    since: float = 0.0  # no choice counts as older: the clock was changed then
    pauses: tuple[tuple[float, float | None], ...] = ()  # in order; None: it goes on
    was: ClockName | Literal[""] = ""  # the clock before the table was put down

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    def pause_intervals(self) -> StoppedIntervals:
        return [(since, inf if until is None else until) for since, until in self.pauses]

    def pause(self, moment: float) -> "Timing":
        return self.model_copy(update={"pauses": (*self.pauses, (moment, None))})

    def resume(self, moment: float) -> "Timing":
        *before, (since, _) = self.pauses
        return self.model_copy(update={"pauses": (*before, (since, moment))})


NO_TIMING = Timing()


def parse_timing(kept: object) -> Timing:
    """As it was kept."""
    return Timing.model_validate(kept) if kept else NO_TIMING
