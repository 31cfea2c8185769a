"""Whose seat the others may decide about: who is away, or lets time run out again and again."""

from itertools import takewhile
from typing import ClassVar
from uuid import UUID

from app.core.clock import DatabaseClock
from app.infra.redis.presence import Presence
from app.tables.game.position import Position
from app.tables.game.remaining_time import clock_states
from app.tables.time_control.presets import TIMEOUT_GRACE_S
from engine.types import Seat

ABSENT_AFTER_TIMEOUTS = 2  # in a row


class Absence:
    """Asks presence and the record."""

    DISCONNECTED_AFTER_S: ClassVar = 3.0  # seconds without a page at the table: the others are shown it
    AWAY_AFTER_S: ClassVar = 30.0  # and now they may decide about the seat

    def __init__(self, presence: Presence, clock: DatabaseClock) -> None:
        self._presence = presence
        self._clock = clock

    async def seconds_away(self, position: Position) -> dict[Seat, float]:
        """Who has no page at a live table, and for how many seconds; at a table by days nobody needs one."""
        table = position.table
        if table.is_turn_based:
            return {}
        players: dict[Seat, UUID | None] = {seat: table.seats[seat].player for seat in table.player_seats}
        gone = await self._presence.away(table.code, filter(None, players.values()))
        return {seat: gone[player] for seat, player in players.items() if player in gone}

    async def is_disconnected(self, position: Position, seat: Seat) -> bool:
        """Whether its owner has none at the table, whatever its clock, for longer than a reload takes."""
        player = position.table.seats[seat].player
        gone = await self._presence.away(position.table.code, filter(None, [player]))
        return player is not None and gone.get(player, 0) >= self.DISCONNECTED_AFTER_S

    def timed_out_seats(self, position: Position) -> set[Seat]:
        """Whose time was up twice in a row; where nobody plays for them, whose time is up."""
        if not position.table.settings.caretaker:
            now = self._clock.now()
            return {
                seat for seat, face in clock_states(position).items() if face.due_at + TIMEOUT_GRACE_S <= now
            }
        return {
            seat
            for seat in position.table.player_seats
            if _timeouts_in_a_row(position, seat) >= ABSENT_AFTER_TIMEOUTS
        }

    async def absent_seats(self, position: Position) -> set[Seat]:
        """All whose part the others may take, or who are not asked."""
        away = {
            seat
            for seat, seconds in (await self.seconds_away(position)).items()
            if seconds >= self.AWAY_AFTER_S
        }
        return away | self.timed_out_seats(position) | caretaker_seats(position)


def caretaker_seats(position: Position) -> set[Seat]:
    """For whom the caretaker plays already."""
    table = position.table
    return {seat for seat in table.player_seats if table.seats[seat].caretaker}


def _timeouts_in_a_row(position: Position, seat: Seat) -> int:
    """How often in a row time was up here until now."""
    mine = (made.timed_out for made in reversed(position.choices) if made.seat == seat)
    return sum(1 for _ in takewhile(bool, mine))
