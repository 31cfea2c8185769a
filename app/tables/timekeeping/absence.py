"""Determines absent players, about whose seats the others may vote: disconnected, timed out or idle."""

from itertools import takewhile
from math import inf
from typing import ClassVar
from uuid import UUID

from app.core.clock import DatabaseClock
from app.infra.redis.presence import Presence
from app.tables.game.position import Position
from app.tables.game.remaining_time import available_after, clock_states
from app.tables.time_control.presets import TIMEOUT_GRACE_S
from engine.types import Seat

ABSENT_AFTER_TIMEOUTS = 2  # timeouts in a row
IDLE_AFTER_S = 300.0  # without a move in a step without a time limit
IDLE_AFTER_TURN_BASED_S = 72 * 3600.0


class Absence:
    """Finds the players of a table who are disconnected, out of time or idle, by presence and record."""

    DISCONNECTED_AFTER_S: ClassVar = 3.0  # without a connection to the table; shown to the others
    AWAY_AFTER_S: ClassVar = 30.0  # the others may vote about the seat

    def __init__(self, presence: Presence, clock: DatabaseClock) -> None:
        self._presence = presence
        self._clock = clock

    async def seconds_away(self, position: Position) -> dict[Seat, float]:
        """Returns how many seconds each disconnected player has been away: infinity for deleted accounts.

        These are the only ones at turn-based tables, and if it is not known of the others.
        """
        table = position.table
        former = {seat: inf for seat in table.player_seats if table.seats[seat].is_former}
        if table.is_turn_based:
            return former
        players: dict[Seat, UUID | None] = {seat: table.seats[seat].player for seat in table.player_seats}
        away = await self._presence.seconds_away(table.code, filter(None, players.values()))
        return {seat: away[player] for seat, player in players.items() if away and player in away} | former

    async def connected_seats(self, position: Position) -> list[Seat]:
        """Returns the players' seats that have the table open; none if that is not known."""
        table = position.table
        players = (await self._presence.players_at([table.code])).get(table.code, frozenset())
        return [seat for seat in table.player_seats if table.seats[seat].player in players]

    async def is_disconnected(self, position: Position, seat: Seat) -> bool:
        """Returns whether the seat's player has been disconnected for longer than a page reload takes."""
        player = position.table.seats[seat].player
        away = await self._presence.seconds_away(position.table.code, filter(None, [player]))
        return player is not None and (away or {}).get(player, 0) >= self.DISCONNECTED_AFTER_S

    def timed_out_seats(self, position: Position) -> set[Seat]:
        """Returns the seats that timed out twice in a row; without a caretaker, those whose time is up.

        With the time limits of a game's rules, these are the seats that others wait for without a limit.
        """
        if position.game.has_time_limits:
            return idle_seats(position, self._clock.now())
        if not position.table.settings.caretaker:
            now = self._clock.now()
            return {
                seat
                for seat, clock in clock_states(position).items()
                if clock.due_at + TIMEOUT_GRACE_S <= now
            }
        return {
            seat
            for seat in position.table.player_seats
            if _timeouts_in_a_row(position, seat) >= ABSENT_AFTER_TIMEOUTS
        }

    async def absent_seats(self, position: Position) -> set[Seat]:
        """Returns the seats that the others may vote about, and that have no vote themselves."""
        away = {
            seat
            for seat, seconds in (await self.seconds_away(position)).items()
            if seconds >= self.AWAY_AFTER_S
        }
        return away | self.timed_out_seats(position) | caretaker_seats(position)


def idle_seats(position: Position, now: float) -> set[Seat]:
    """Returns the seats that have kept the others waiting for long in a step without a time limit."""
    if position.over or position.game.time_limit(position.state) is not None:
        return set()
    if not position.table.is_turn_based:
        return set(position.turns) if now >= position.step_began_at + IDLE_AFTER_S else set()
    return {
        seat for seat in position.turns if now >= available_after(position, seat, IDLE_AFTER_TURN_BASED_S)
    }


def caretaker_seats(position: Position) -> set[Seat]:
    """Returns the players' seats that the caretaker has."""
    table = position.table
    return {seat for seat in table.player_seats if table.seats[seat].caretaker}


def _timeouts_in_a_row(position: Position, seat: Seat) -> int:
    """Returns the number of consecutive timeouts of this seat up to now."""
    timeouts = (choice.timed_out for choice in reversed(position.choices) if choice.seat == seat)
    return sum(1 for _ in takewhile(bool, timeouts))
