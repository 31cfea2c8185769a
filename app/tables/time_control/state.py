"""A table's stored timing: pauses and changes of its clock."""

from math import inf
from typing import Literal

from pydantic import BaseModel, ConfigDict

from app.tables.time_control.arithmetic import StoppedIntervals
from app.tables.time_control.presets import ClockName


class Timing(BaseModel):
    """Moments are in seconds since 1970. Immutable; stored as JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    since: float = 0.0  # when the clock was last changed; choices count from then on
    pauses: tuple[tuple[float, float | None], ...] = ()  # start and end, in order; None: not ended
    was: ClockName | Literal[""] = ""  # the clock before the table was switched to a turn-based one

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] is None

    def pause_intervals(self) -> StoppedIntervals:
        """Returns the pauses as intervals in seconds since 1970; a running one has no end."""
        return [(since, inf if until is None else until) for since, until in self.pauses]

    def pause(self, moment: float) -> "Timing":
        """Returns the timing with a pause that begins at this moment."""
        return self.model_copy(update={"pauses": (*self.pauses, (moment, None))})

    def resume(self, moment: float) -> "Timing":
        """Returns the timing with the running pause ended at this moment."""
        *before, (since, _) = self.pauses
        return self.model_copy(update={"pauses": (*before, (since, moment))})


NO_TIMING = Timing()


def parse_timing(kept: object) -> Timing:
    """Parses the stored JSON."""
    return Timing.model_validate(kept) if kept else NO_TIMING
