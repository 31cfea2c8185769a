"""When somebody's time is up: pure arithmetic on moments, in seconds since 1970."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from app.tables.time_control.presets import TimeControl

StoppedIntervals = Sequence[
    tuple[float, float]
]  # when a clock stood still: ascending, apart, the last may be endless


class ChoiceInterval(NamedTuple):
    """One that was made."""

    arose: float
    made: float


def running_time(stops: StoppedIntervals, start: float, end: float) -> float:
    """For how long of this time the clock ran."""
    stood = sum(max(0.0, min(end, until) - max(start, since)) for since, until in stops)
    return end - start - stood


def moment_after(stops: StoppedIntervals, start: float, seconds: float) -> float:
    """The moment at which the clock has run so long; endless if it will not."""
    for since, until in stops:
        if until <= start:
            continue
        if start + seconds <= since:
            break
        seconds -= max(0.0, since - start)
        start = until
    return start + seconds


def remaining_bank(control: TimeControl, stops: StoppedIntervals, choices: Iterable[ChoiceInterval]) -> float:
    """What a seat has left of its extra time after these choices."""
    slow = (choice for choice in choices if choice.made - choice.arose > control.move_s)
    used = sum(max(0.0, running_time(stops, *choice) - control.move_s) for choice in slow)
    return max(0.0, control.bank_s - used)


def due_at(control: TimeControl, stops: StoppedIntervals, arose: float, bank: float) -> float:
    """When time is up for a choice, nights not counted; endless while the clock is stopped."""
    return moment_after(stops, arose, control.move_s + bank)


def merge_intervals(*many: StoppedIntervals) -> StoppedIntervals:
    """The times at which at least one of these clocks stood still."""
    whole: list[tuple[float, float]] = []
    for since, until in sorted(stop for stops in many for stop in stops):
        if whole and since <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(until, whole[-1][1])
        else:
            whole.append((since, until))
    return whole


def is_never(moment: float) -> bool:
    return moment == inf
