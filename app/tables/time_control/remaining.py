"""What the clocks of a table show: worked out anew from its record, whoever asks."""

from math import inf
from typing import NamedTuple

from app.core.json_patch import dump
from app.tables.game.position import Position
from app.tables.game.protocol import SeatClock
from app.tables.time_control.arithmetic import Choice, Stops, bank_left, due, is_endless, joined
from app.tables.time_control.presets import PACES, Pace
from engine.types import Seat

NO_STOPS: Stops = ()


class Face(NamedTuple):
    """One seat's clock; moments and times in seconds."""

    due: float  # when time is up; endless while nothing is to be chosen, or the clock stands still
    bank: float


def faces(position: Position) -> dict[Seat, Face]:
    """The clocks of the people at the table; none if it plays without."""
    table = position.table
    pace = PACES.get(table.settings.clock)
    if pace is None or position.over:
        return {}
    return {seat: _face(position, pace, seat) for seat in table.player_seats}


def write_faces(position: Position, now: float) -> str:
    """For an update: the clocks by seat as JSON, times counted from now; "" if the table plays without."""
    shown = show_faces(position, now)
    written = {seat: clock.model_dump(exclude_none=True) for seat, clock in shown.items()}
    return dump(written) if shown else ""


def show_faces(position: Position, now: float) -> dict[str, SeatClock]:
    """The same before it is JSON."""
    return {
        str(seat): SeatClock(
            left=None if is_endless(face.due) else max(0, round((face.due - now) * 1000)),
            bank=round(face.bank * 1000),
        )
        for seat, face in faces(position).items()
    }


def _face(position: Position, pace: Pace, seat: Seat) -> Face:
    table = position.table
    stops = table.timing.stops()
    bank = bank_left(pace, stops, _made(position, seat)) if pace.bank else 0.0
    if seat not in position.turns:
        return Face(inf, bank)
    arose = max(position.times[position.turns[seat]], table.timing.since)
    if not pace.days:
        return Face(due(pace, stops, arose, bank), bank)
    habits = table.seats[seat].availability
    at = due(pace, joined(stops, habits.stops()), arose, bank)
    return Face(at if is_endless(at) else habits.wakes(at), bank)


def _made(position: Position, seat: Seat) -> list[Choice]:
    """This seat's choices since the table has this clock."""
    times, since = position.times, position.table.timing.since
    return [
        Choice(max(times[made.version], since), times[version])
        for version, made in enumerate(position.choices, start=1)
        if made.seat == seat and times[version] > since
    ]
