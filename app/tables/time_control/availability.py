"""A player's availability: time zone, nightly quiet hours, vacations."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Annotated, Self
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from app.core.schemas import StrictModel
from app.tables.time_control.arithmetic import StoppedIntervals

MAX_DAYS_OFF_PER_YEAR = 14
MAX_NIGHT_HOURS = 12
ONE_DAY = timedelta(days=1)
QUARTER_S = 15 * 60  # offsets of time zones and their clock changes are multiples of it
ISO_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
MAX_STEPS = 400  # of `next_available`; a safety bound


def _check_zone(zone: str) -> str:
    """Raises ValueError."""
    if zone not in time_zones():
        raise ValueError("no such time zone")
    return zone


def _parse_day(day: object) -> date:
    """Raises ValueError."""
    if isinstance(day, str) and ISO_DATE.fullmatch(day):
        return date.fromisoformat(day)
    if isinstance(day, date):
        return day
    raise ValueError("no day")


@cache
def time_zones() -> frozenset[str]:
    """Returns the names of all time zones, except the one that would tell players the server's own."""
    return frozenset(available_timezones()) - {"localtime"}


Hour = Annotated[int, Field(ge=0, le=23)]
Day = Annotated[date, BeforeValidator(_parse_day)]  # in JSON as 2026-07-14 only
Zone = Annotated[str, Field(max_length=60), AfterValidator(_check_zone)]


class QuietHours(StrictModel):
    """The hours of the night, in which no deadline falls; may span midnight."""

    zone: Zone = "UTC"
    since: Hour = 0
    until: Hour = 0  # the same hour: no night

    def end_of_night(self, moment: float) -> float:
        """Returns the moment, or the night's end if the moment is in the night.

        A clock change can skip or repeat the hour at which the night ends, so the local clock decides.
        """
        zone = ZoneInfo(self.zone)
        while self._is_night(datetime.fromtimestamp(moment, zone).hour):
            moment = (moment // QUARTER_S + 1) * QUARTER_S
        return moment

    def _is_night(self, hour: int) -> bool:
        if self.since <= self.until:
            return self.since <= hour < self.until
        return hour >= self.since or hour < self.until


class NewQuietHours(QuietHours):
    """Quiet hours as a player sets them; longer ones from before the limit remain."""

    @model_validator(mode="after")
    def _at_most_half_a_day(self) -> Self:
        if (self.until - self.since) % 24 > MAX_NIGHT_HOURS:
            raise ValueError("a night has at most 12 hours")
        return self


class Vacation(StrictModel):
    """Whole days in the player's time zone, both included."""

    first: Day
    last: Day

    @model_validator(mode="after")
    def _in_order(self) -> "Vacation":
        if not timedelta(0) <= self.last - self.first < MAX_DAYS_OFF_PER_YEAR * ONE_DAY:
            raise ValueError("a vacation has 1 to 14 days")
        return self

    def days_in(self, year: int) -> int:
        """Returns how many of its days are in this year."""
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)


class Availability(StrictModel):
    """When a player can be expected to move."""

    quiet: QuietHours = QuietHours()
    vacations: tuple[Vacation, ...] = ()  # ascending, disjoint

    def vacation_intervals(self) -> StoppedIntervals:
        """Returns the vacations as intervals in which the player's clocks stand still."""
        return [(self._start_of(one.first), self._start_of(one.last + ONE_DAY)) for one in self.vacations]

    def next_available(self, moment: float) -> float:
        """Returns the first moment from this one on outside nights and vacations."""
        for _ in range(MAX_STEPS):
            before = moment
            moment = self.quiet.end_of_night(moment)
            moment = next(
                (until for since, until in self.vacation_intervals() if since <= moment < until), moment
            )
            if moment == before:
                break
        return moment

    def today(self, moment: float) -> date:
        """Returns the player's date at a moment, in their time zone."""
        return datetime.fromtimestamp(moment, ZoneInfo(self.quiet.zone)).date()

    def days_off_taken(self, year: int) -> int:
        """Returns how many days of vacation a year has."""
        return sum(one.days_in(year) for one in self.vacations)

    def days_off_left(self, year: int) -> int:
        """Returns how many days of vacation the player may still add in a year."""
        return max(0, MAX_DAYS_OFF_PER_YEAR - self.days_off_taken(year))

    def _start_of(self, day: date) -> float:
        return datetime.combine(day, time(), ZoneInfo(self.quiet.zone)).timestamp()


ALWAYS_AVAILABLE = Availability()


def parse_availability(kept: object) -> Availability:
    """Parses the stored JSON; None means always available."""
    return Availability.model_validate(kept, strict=False) if kept else ALWAYS_AVAILABLE


def utc(moment: float) -> datetime:
    """Converts seconds since 1970 to a datetime."""
    return datetime.fromtimestamp(moment, UTC)
