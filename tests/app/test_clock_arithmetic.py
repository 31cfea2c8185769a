"""Clock arithmetic at given moments."""

from datetime import UTC, date, datetime
from itertools import pairwise, product
from math import inf
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.tables.time_control.arithmetic import (
    ChoiceInterval,
    StoppedIntervals,
    due_at,
    merge_intervals,
    moment_after,
    remaining_bank,
    running_time,
)
from app.tables.time_control.availability import Availability, QuietHours, Vacation
from app.tables.time_control.presets import TIME_CONTROLS, TimeControl
from app.tables.time_control.state import Timing

RELAXED, QUICK = TIME_CONTROLS["relaxed"], TIME_CONTROLS["quick"]


def at(text: str) -> float:
    """Returns a moment of UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def test_choice_has_its_own_time() -> None:
    assert due_at(RELAXED, (), arose=1000, bank=0) == 1090
    assert [TIME_CONTROLS[clock].move_s / 3600 for clock in ("half_day", "day", "three_days")] == [12, 24, 72]


def test_bank_is_used_after_the_time_of_a_choice() -> None:
    quick_enough, slow, slower = (
        ChoiceInterval(0, 25),
        ChoiceInterval(30, 30 + 25 + 40),
        ChoiceInterval(100, 100 + 25 + 200),
    )
    assert remaining_bank(QUICK, (), [quick_enough]) == QUICK.bank_s
    assert remaining_bank(QUICK, (), [quick_enough, slow]) == QUICK.bank_s - 40
    assert remaining_bank(QUICK, (), [quick_enough, slow, slower]) == 0
    assert due_at(QUICK, (), arose=1000, bank=QUICK.bank_s - 40) == 1000 + 25 + QUICK.bank_s - 40


def test_stopped_clock_does_not_run() -> None:
    stops: StoppedIntervals = [(1010, 1020), (1050, inf)]
    assert moment_after(stops, 1000, 5) == 1005
    assert moment_after(stops, 1000, 10) == 1010, "before the stop"
    assert moment_after(stops, 1000, 30) == 1040
    assert moment_after(stops, 1015, 30) == 1050
    assert moment_after(stops, 1000, 41) == inf
    assert running_time(stops, 1000, 1100) == 40
    assert remaining_bank(QUICK, stops, [ChoiceInterval(1000, 1100)]) == QUICK.bank_s - 15


@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(1, 50)), max_size=5),
    st.integers(0, 500),
    st.integers(1, 500),
)
def test_clock_excludes_intervals_in_which_it_was_stopped(
    given_stops: list[tuple[int, int]], start: int, seconds: int
) -> None:
    stops = merge_intervals([(since, since + long) for since, long in given_stops])
    assert all(one[1] < other[0] for one, other in pairwise(stops))
    assert running_time(stops, start, moment_after(stops, start, seconds)) == seconds


def test_pauses_are_recorded() -> None:
    timing = Timing().pause(10).resume(20).pause(30)
    assert timing.paused
    assert timing.pause_intervals() == [(10, 20), (30, inf)]
    assert not timing.resume(35).paused


PARIS = Availability(quiet=QuietHours(zone="Europe/Paris", since=22, until=8))


@pytest.mark.parametrize(
    ("moment", "wakes"),
    [
        ("2026-01-10T20:59", "2026-01-10T20:59"),
        ("2026-01-10T21:00", "2026-01-11T07:00"),  # an hour before UTC
        ("2026-01-11T02:30", "2026-01-11T07:00"),
        ("2026-01-11T07:00", "2026-01-11T07:00"),
        ("2026-07-10T20:00", "2026-07-11T06:00"),  # two hours in summer
        ("2026-03-28T22:00", "2026-03-29T06:00"),  # the night of the change to summer time
        ("2026-10-24T20:30", "2026-10-25T07:00"),  # and of the change back
    ],
)
def test_no_deadline_falls_into_quiet_hours(moment: str, wakes: str) -> None:
    assert PARIS.next_available(at(moment)) == at(wakes)


@pytest.mark.parametrize(
    ("zone", "until", "moment", "wakes"),
    [
        ("Antarctica/Troll", 2, "2026-03-29T00:30", "2026-03-29T01:00"),  # 01:00 is followed by 03:00
        ("Antarctica/Troll", 2, "2026-10-24T23:30", "2026-10-25T00:00"),  # 03:00 is followed by 01:00
        ("Antarctica/Troll", 2, "2026-10-25T01:30", "2026-10-25T02:00"),  # 01:30 for the second time
        ("Pacific/Chatham", 3, "2026-09-26T13:00", "2026-09-26T14:00"),  # 02:45 is followed by 03:45
        ("Pacific/Chatham", 3, "2026-04-04T14:05", "2026-04-04T14:15"),  # 02:50 for the second time
        ("Africa/Cairo", 0, "2026-10-29T20:30", "2026-10-29T22:00"),  # midnight is followed by 23:00
        ("America/Havana", 0, "2026-03-08T04:30", "2026-03-08T05:00"),  # midnight is followed by 01:00
    ],
)
def test_clock_change_at_the_end_of_a_night(zone: str, until: int, moment: str, wakes: str) -> None:
    quiet = QuietHours(zone=zone, since=22, until=until)
    assert quiet.end_of_night(at(moment)) == at(wakes)


@pytest.mark.parametrize(
    ("zone", "change"),
    [
        ("Antarctica/Troll", "2026-03-29T01:00"),
        ("Antarctica/Troll", "2026-10-25T01:00"),
        ("Pacific/Chatham", "2026-04-04T14:00"),
        ("Pacific/Chatham", "2026-09-26T14:00"),
        ("Australia/Lord_Howe", "2026-04-04T15:00"),
        ("America/Havana", "2026-11-01T05:00"),
    ],
)
def test_night_with_a_clock_change_ends_at_the_first_hour_outside_it(zone: str, change: str) -> None:
    moments = range(int(at(change)) - 12 * 3600, int(at(change)) + 4 * 3600, 25 * 60)
    for hours, until, moment in product((1, 12), range(5), moments):
        quiet = QuietHours(zone=zone, since=(until - hours) % 24, until=until)
        minutes = range(moment, int(quiet.end_of_night(moment)) + 1, 60)
        local = [datetime.fromtimestamp(minute, ZoneInfo(zone)).hour for minute in minutes]
        nights = [(until - 1 - hour) % 24 < hours for hour in local]
        assert nights == [True] * (len(nights) - 1) + [False]


@given(
    zone=st.sampled_from(
        ("America/Havana", "America/New_York", "Australia/Lord_Howe", "Europe/Paris", "Antarctica/Troll")
    ),
    since=st.integers(0, 23),
    until=st.integers(0, 23),
    hours=st.floats(0, 366 * 24),
)
def test_next_available_moment_is_available(zone: str, since: int, until: int, hours: float) -> None:
    """Also in nights with a missing or repeated hour."""
    quiet, moment = QuietHours(zone=zone, since=since, until=until), at("2026-01-01T00:00") + 3600 * hours
    wakes = quiet.end_of_night(moment)
    assert moment <= wakes <= moment + 26 * 3600
    assert quiet.end_of_night(wakes) == wakes


def test_quiet_hours_within_a_day() -> None:
    habits = Availability(quiet=QuietHours(zone="Asia/Tokyo", since=1, until=6))
    assert habits.next_available(at("2026-01-10T16:30")) == at("2026-01-10T21:00")
    assert habits.next_available(at("2026-01-10T15:30")) == at("2026-01-10T15:30")


def test_default_has_no_quiet_hours() -> None:
    assert Availability().next_available(at("2026-01-10T03:00")) == at("2026-01-10T03:00")


def test_vacation_does_not_count() -> None:
    vacation = Vacation(first=date(2026, 2, 2), last=date(2026, 2, 8))
    habits = PARIS.model_copy(update={"vacations": (vacation,)})
    arose = at("2026-02-01T12:00")
    up = due_at(TIME_CONTROLS["day"], habits.vacation_intervals(), arose, bank=0)
    assert up == at("2026-02-09T12:00") - 0
    assert habits.next_available(at("2026-02-01T22:00")) == at("2026-02-09T07:00")


def test_days_off_are_counted_by_year() -> None:
    habits = Availability(vacations=(Vacation(first=date(2026, 12, 28), last=date(2027, 1, 5)),))
    assert [habits.days_off_left(year) for year in (2026, 2027, 2028)] == [10, 9, 14]
    with pytest.raises(ValidationError):
        Vacation(first=date(2026, 1, 1), last=date(2026, 1, 15))
    with pytest.raises(ValidationError):
        Vacation(first=date(2026, 1, 2), last=date(2026, 1, 1))


def test_time_zone_must_exist() -> None:
    with pytest.raises(ValidationError):
        QuietHours(zone="Europe/../../etc/passwd", since=1, until=2)


def test_time_control_without_a_bank() -> None:
    assert remaining_bank(TimeControl(90), (), [ChoiceInterval(0, 1000)]) == 0
