"""Computes when time is up. All moments are in seconds since 1970."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from app.tables.time_control.presets import TimeControl

# when a clock stood still: ascending, disjoint; the last may end at infinity
StoppedIntervals = Sequence[tuple[float, float]]


class ChoiceInterval(NamedTuple):
    """When a choice arose, and when it was made."""

    arose: float
    made: float


def running_time(stops: StoppedIntervals, start: float, end: float) -> float:
    """Returns for how many seconds the clock ran between `start` and `end`."""
    stood = sum(max(0.0, min(end, until) - max(start, since)) for since, until in stops)
    return end - start - stood


def moment_after(stops: StoppedIntervals, start: float, seconds: float) -> float:
    """Returns the moment at which the clock has run for `seconds` since `start`; infinite if never."""
    for since, until in stops:
        if until <= start:
            continue
        if start + seconds <= since:
            break
        seconds -= max(0.0, since - start)
        start = until
    return start + seconds


def remaining_bank(control: TimeControl, stops: StoppedIntervals, choices: Iterable[ChoiceInterval]) -> float:
    """Returns the extra time in seconds that a seat has left after these choices."""
    slow = (choice for choice in choices if choice.made - choice.arose > control.move_s)
    used = sum(max(0.0, running_time(stops, *choice) - control.move_s) for choice in slow)
    return max(0.0, control.bank_s - used)


def due_at(control: TimeControl, stops: StoppedIntervals, arose: float, bank: float) -> float:
    """Returns when time is up for a choice, nights not considered; infinite while the clock is stopped."""
    return moment_after(stops, arose, control.move_s + bank)


def merge_intervals(*many: StoppedIntervals) -> StoppedIntervals:
    """Returns the union of these intervals."""
    whole: list[tuple[float, float]] = []
    for since, until in sorted(stop for stops in many for stop in stops):
        if whole and since <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(until, whole[-1][1])
        else:
            whole.append((since, until))
    return whole


def is_never(moment: float) -> bool:
    """Returns whether a moment is infinitely far away."""
    return moment == inf
