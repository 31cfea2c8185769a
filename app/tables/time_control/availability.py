"""What a person says of their days: where they are, when they sleep, when they are on vacation."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from app.tables.time_control.arithmetic import StoppedIntervals

MAX_DAYS_OFF_PER_YEAR = 14  # a year
ONE_DAY = timedelta(days=1)
ISO_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
MAX_STEPS = 400  # looked at at most: vacations end


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
    """The names of all time zones."""
    return frozenset(available_timezones())


Hour = Annotated[int, Field(ge=0, le=23)]
Day = Annotated[date, BeforeValidator(_parse_day)]  # in JSON like 2026-07-14, and nothing else
Zone = Annotated[str, Field(max_length=60), AfterValidator(_check_zone)]


class AvailabilityModel(BaseModel):
    """Strict, closed, immutable; kept as JSON."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )


class QuietHours(AvailabilityModel):
    """The hours of the night, in which no deadline falls; they may go over midnight."""

    zone: Zone = "UTC"
    since: Hour = 0
    until: Hour = 0  # the same hour: no night

    def end_of_night(self, moment: float) -> float:
        """This moment, or if it is in the night, the night's end."""
        local = datetime.fromtimestamp(moment, ZoneInfo(self.zone))
        if not self._is_night(local.hour):
            return moment
        day = local.date() + ONE_DAY if local.hour >= self.until else local.date()
        return datetime.combine(day, time(self.until), ZoneInfo(self.zone)).timestamp()

    def _is_night(self, hour: int) -> bool:
        if self.since <= self.until:
            return self.since <= hour < self.until
        return hour >= self.since or hour < self.until


class Vacation(AvailabilityModel):
    """Whole days, in the person's own zone."""

    first: Day
    last: Day

    @model_validator(mode="after")
    def _in_order(self) -> "Vacation":
        if not timedelta(0) <= self.last - self.first < MAX_DAYS_OFF_PER_YEAR * ONE_DAY:
            raise ValueError("a vacation has 1 to 14 days")
        return self

    def days_in(self, year: int) -> int:
        """How many of its days are in this year."""
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)


class Availability(AvailabilityModel):
    """A person's."""

    quiet: QuietHours = QuietHours()
    vacations: tuple[Vacation, ...] = ()  # by day, apart

    def vacation_intervals(self) -> StoppedIntervals:
        """The vacations as times at which this person's clocks stand still."""
        return [(self._start_of(one.first), self._start_of(one.last + ONE_DAY)) for one in self.vacations]

    def next_available(self, moment: float) -> float:
        """The first moment from this one on that is neither in the night nor on a vacation."""
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
        return datetime.fromtimestamp(moment, ZoneInfo(self.quiet.zone)).date()

    def days_off_taken(self, year: int) -> int:
        return sum(one.days_in(year) for one in self.vacations)

    def days_off_left(self, year: int) -> int:
        return max(0, MAX_DAYS_OFF_PER_YEAR - self.days_off_taken(year))

    def _start_of(self, day: date) -> float:
        return datetime.combine(day, time(), ZoneInfo(self.quiet.zone)).timestamp()


ALWAYS_AVAILABLE = Availability()


def parse_availability(kept: object) -> Availability:
    """As they were kept; those of somebody who said nothing if there are none."""
    return Availability.model_validate(kept, strict=False) if kept else ALWAYS_AVAILABLE


def utc(moment: float) -> datetime:
    return datetime.fromtimestamp(moment, UTC)
