"""Moves of no seat: the time limits of games whose rules have them, and seats that leave and return.

A seat leaves when its player has been without a connection to the table for LEAVE_AFTER_S. If that ended the
game, the others vote about the seat instead. In rated games a player who loses could so prevent the end:
there it leaves after END_AFTER_S, and also if it keeps the others waiting in a step without a limit. At
turn-based tables connections do not matter: a seat leaves only if it keeps the others waiting for days.
The seat of a deleted account counts as disconnected forever, in all games.
"""

from collections.abc import Callable

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.tables.game.position import Position
from app.tables.game.remaining_time import step_ends_at
from app.tables.game.service import GameService
from app.tables.timekeeping import repository
from app.tables.timekeeping.absence import Absence, idle_seats
from app.tables.timekeeping.attendance import Attendance
from engine.seatless_moves import Leave, Return, TimeUp
from engine.types import Move, Seat

LEAVE_AFTER_S = 60.0
END_AFTER_S = 600.0  # in rated games, if leaving ends the game
RECHECK_S = 5.0  # between two checks of an attended table: no step is shorter

Enforced = Callable[[float], float]  # from when a time is up to when that is enforced


class Steps:
    """Plays time-ups, leaves and returns when they are due, each once, from any process."""

    def __init__(
        self,
        database: Database,
        game_service: GameService,
        absence: Absence,
        attendance: Attendance,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._attendance = database, attendance
        self._game_service, self._absence, self._clock = game_service, absence, clock

    async def enforce(self, position: Position, enforced_at: Enforced) -> Position:
        """Adds the moves that are due; returns the position after them. Raises ServiceUnavailable."""
        position = await self._enforce_limit(position, enforced_at)
        return await self._enforce_presence(position)

    async def next_check_at(self, position: Position, enforced_at: Enforced) -> float | None:
        """Returns when to look at the table again; None when the game is over."""
        if position.over:
            return None
        recheck_at = await self._attendance.next_check_at(position, RECHECK_S)
        return min(enforced_at(step_ends_at(position)), recheck_at)

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
            if seat in _in_play(position) and self._has_left(position, seat, away.get(seat, 0.0)):
                position = await self._leave(position, seat)
        for seat in await self._absence.connected_seats(position):
            if not position.over and seat not in _in_play(position):
                position = await self._return(position, seat)
        return position

    def _has_left(self, position: Position, seat: Seat, away_s: float) -> bool:
        table = position.table
        is_idle = seat in idle_seats(position, self._clock.now())
        if is_idle and table.rated:
            return True
        if position.over or not ((is_idle and table.is_turn_based) or away_s >= LEAVE_AFTER_S):
            return False
        return not _ends_game(position, Leave(seat)) or (table.rated and away_s >= END_AFTER_S)

    async def _leave(self, position: Position, seat: Seat) -> Position:
        if position.table.rated and _ends_game(position, Leave(seat)):
            left = {*position.table.player_seats} - {*_in_play(position)} | {seat}
            async with database_errors(), self._database.write() as cursor:
                await repository.set_stopped_by(cursor, position.table.id, left)
        step = position.step_number
        is_idle = seat in idle_seats(position, self._clock.now())
        return await self._game_service.play_seatless(
            position.table.code,
            Leave(seat),
            lambda current: seat in _in_play(current) and (not is_idle or current.step_number == step),
        )

    async def _return(self, position: Position, seat: Seat) -> Position:
        return await self._game_service.play_seatless(
            position.table.code, Return(seat), lambda current: seat not in _in_play(current)
        )


def _ends_game(position: Position, move: Move) -> bool:
    return position.game.result(position.game.apply(position.state, None, move).state) is not None


def _in_play(position: Position) -> tuple[Seat, ...]:
    seats: tuple[Seat, ...] = position.game.in_play(position.state)
    return seats
