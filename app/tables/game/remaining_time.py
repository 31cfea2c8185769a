"""Computes the clocks of a table from its record."""

from math import inf
from typing import NamedTuple

from app.core.json_patch import dump
from app.tables.game.position import Position
from app.tables.game.protocol import SeatClock
from app.tables.time_control.arithmetic import (
    ChoiceInterval,
    due_at,
    is_never,
    merge_intervals,
    moment_after,
    remaining_bank,
)
from app.tables.time_control.presets import STEP_OF_DAYS_S, TIME_CONTROLS, TimeControl
from engine.types import Seat


class SeatClockState(NamedTuple):
    """One seat's clock."""

    due_at: (
        float  # when time is up, in seconds since 1970; infinite if no choice is open or the clock is stopped
    )
    bank_s: float


def clock_states(position: Position) -> dict[Seat, SeatClockState]:
    """Returns the clocks of the players; empty without a time control."""
    table = position.table
    control = TIME_CONTROLS.get(table.settings.clock)
    if control is None or position.over:
        return {}
    return {seat: _clock_state(position, control, seat) for seat in table.player_seats}


def encode_clocks(position: Position, now: float) -> str:
    """Returns the clocks by seat as JSON, relative to `now`; "" without a time control."""
    shown = seat_clocks(position, now)
    written = {seat: clock.model_dump(exclude_none=True) for seat, clock in shown.items()}
    return dump(written) if shown else ""


def seat_clocks(position: Position, now: float) -> dict[str, SeatClock]:
    """Returns the clocks by seat, relative to `now`.

    The last move is never later than now, even if this process's clock is behind the one that dated it.
    """
    now = max(now, position.times[-1])
    return {
        str(seat): SeatClock(
            left=None if is_never(clock.due_at) else max(0, round((clock.due_at - now) * 1000)),
            bank=round(clock.bank_s * 1000),
        )
        for seat, clock in clock_states(position).items()
    }


def step_ends_at(position: Position) -> float:
    """Returns when the current step's time is up, in seconds since 1970; infinite if it has no limit.

    A step of a day ends when each seat that was to act at its beginning has been available for a day.
    """
    limit = None if position.over else position.game.time_limit(position.state)
    if limit is None:
        return inf
    if not position.table.is_turn_based:
        return position.step_began_at + limit
    awaited = set(position.step_seats) & set(position.game.in_play(position.state))
    ends = (available_after(position, seat, STEP_OF_DAYS_S) for seat in awaited)
    return max(ends, default=position.step_began_at + STEP_OF_DAYS_S)


def available_after(position: Position, seat: Seat, seconds: float) -> float:
    """Returns when a seat has had so many seconds of the current step, without its nights and vacations."""
    availability = position.table.seats[seat].availability
    vacations = availability.vacation_intervals()
    return availability.next_available(moment_after(vacations, position.step_began_at, seconds))


def step_left_ms(position: Position, now: float) -> int | None:
    """Returns the rest of the current step's time limit, in milliseconds; None if the step has none."""
    if is_never(ends_at := step_ends_at(position)):
        return None
    return max(0, round((ends_at - max(now, position.times[-1])) * 1000))


def step_age_ms(position: Position, now: float) -> int | None:
    """Returns the time since the current step began, in milliseconds; None in a game without time limits."""
    if position.over or not position.game.has_time_limits:
        return None
    return max(0, round((now - position.step_began_at) * 1000))


def _clock_state(position: Position, control: TimeControl, seat: Seat) -> SeatClockState:
    table = position.table
    stops = table.timing.pause_intervals()
    bank = remaining_bank(control, stops, _choices_of(position, seat)) if control.bank_s else 0.0
    if seat not in position.turns:
        return SeatClockState(inf, bank)
    arose = max(position.times[position.turns[seat]], table.timing.since)
    if not control.is_turn_based:
        return SeatClockState(due_at(control, stops, arose, bank), bank)
    availability = table.seats[seat].availability
    at = due_at(control, merge_intervals(stops, availability.vacation_intervals()), arose, bank)
    return SeatClockState(at if is_never(at) else availability.next_available(at), bank)


def _choices_of(position: Position, seat: Seat) -> list[ChoiceInterval]:
    """Returns this seat's choices since the table has this time control."""
    times, since = position.times, position.table.timing.since
    return [
        ChoiceInterval(max(times[choice.version], since), times[version])
        for version, choice in enumerate(position.choices, start=1)
        if choice.seat == seat and times[version] > since
    ]
