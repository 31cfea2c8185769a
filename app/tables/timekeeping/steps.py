"""Moves of no seat: the time limits of games whose rules have them, and seats that leave and return.

A seat leaves when its player has been without a connection to the table for LEAVE_AFTER_S.
"""

from collections.abc import Callable
from math import inf
from typing import Any

from app.core.clock import DatabaseClock
from app.tables.game.position import Position
from app.tables.game.service import GameService
from app.tables.timekeeping.absence import Absence
from engine.seatless_moves import Leave, Return, TimeUp
from engine.types import Seat

LEAVE_AFTER_S = 60.0
RECHECK_S = 5.0  # between two checks of a table: no step is shorter

Enforced = Callable[[float], float]  # from when a time is up to when that is enforced


class Steps:
    """Adds these moves to the record, each once, by any process."""

    def __init__(self, game_service: GameService, absence: Absence, clock: DatabaseClock) -> None:
        self._game_service, self._absence, self._clock = game_service, absence, clock

    async def enforce(self, position: Position, enforced_at: Enforced) -> Position:
        """Adds the moves that are due; returns the position after them. Raises ServiceUnavailable."""
        position = await self._enforce_limit(position, enforced_at)
        return await self._enforce_presence(position)

    def next_check_at(self, position: Position, enforced_at: Enforced) -> float | None:
        """Returns when to look at the table again; None when the game is over."""
        if position.over:
            return None
        return min(enforced_at(step_ends_at(position)), self._clock.now() + RECHECK_S)

    async def _enforce_limit(self, position: Position, enforced_at: Enforced) -> Position:
        step = position.step_number

        def is_due(current: Position) -> bool:
            in_time = enforced_at(step_ends_at(current)) > self._clock.now()
            return current.step_number == step and not in_time

        return (
            await self._game_service.play_seatless(position.table.code, TimeUp(), is_due)
            if is_due(position)
            else position
        )

    async def _enforce_presence(self, position: Position) -> Position:
        away = await self._absence.seconds_away(position)
        for seat in position.table.player_seats:
            in_play = seat in _in_play(position)
            if in_play and away.get(seat, 0.0) >= LEAVE_AFTER_S:
                position = await self._move_seat(position, Leave(seat), seat, in_play=True)
            elif not in_play and seat not in away:
                position = await self._move_seat(position, Return(seat), seat, in_play=False)
        return position

    async def _move_seat(self, position: Position, move: Any, seat: Seat, *, in_play: bool) -> Position:
        return await self._game_service.play_seatless(
            position.table.code, move, lambda current: (seat in _in_play(current)) == in_play
        )


def step_ends_at(position: Position) -> float:
    """Returns when the current step's time is up, in seconds since 1970; infinite if it has no limit."""
    limit = None if position.over else position.game.time_limit(position.state)
    return inf if limit is None else position.step_began_at + limit


def _in_play(position: Position) -> tuple[Seat, ...]:
    seats: tuple[Seat, ...] = position.game.in_play(position.state)
    return seats
