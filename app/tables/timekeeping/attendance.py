"""Tables without a connected player are checked more rarely the longer nothing has happened there.

Otherwise people who start tables and leave them could keep the server busy. The first player who comes back
makes the table's deadline due.
"""

from uuid import UUID

from app.core.clock import DatabaseClock
from app.core.tasks import TaskSet, retry_while_unavailable
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.hub import Hub
from app.tables.game.position import Position
from app.tables.game.tables import Table
from app.tables.time_control.presets import RULES_CLOCKS
from app.tables.timekeeping import repository

IDLE_SHARE = 0.1  # the time until the next check, as a part of the time in which nothing happened
MAX_INTERVAL_S = 3600.0


class Attendance:
    """Knows at which tables players are connected, by presence."""

    def __init__(
        self, database: Database, pubsub: PubSub, presence: Presence, hub: Hub, clock: DatabaseClock
    ) -> None:
        self._database, self._presence, self._hub, self._clock = database, presence, hub, clock
        self._attended: set[str] = set()  # tables followed in this process that have a player
        self._tasks = TaskSet()
        presence.subscribe(self.on_presence)
        pubsub.subscribe(TABLE_CHANGES, _ignore, self._attended.clear)  # Redis may have lost who is there

    async def close(self) -> None:
        await self._tasks.close()

    async def next_check_at(self, position: Position, interval_s: float) -> float:
        """Returns when to check a table that is checked every `interval_s` while it has a player."""
        now, table = self._clock.now(), position.table
        idle_s = now - max(position.times[-1], table.timing.since)
        if (rare_s := min(idle_s * IDLE_SHARE, MAX_INTERVAL_S)) > interval_s:
            players = (await self._presence.players_at([table.code])).get(table.code)
            if players is not None and not _has_player(table, players):
                return now + rare_s
        return now + interval_s

    def on_presence(self, code: str, players: frozenset[UUID]) -> None:
        """Called by presence with the people connected to the table at any process."""
        table = next((one.table for one in self._hub.subscribers_of(code) if one.table), None)
        if table is None or not _has_player(table, players):
            self._attended.discard(code)
        elif code not in self._attended:
            self._attended.add(code)
            if table.status == "playing" and _is_checked_regularly(table):
                self._tasks.start(retry_while_unavailable(lambda: self._check_now(table.id)))

    async def _check_now(self, table: int) -> None:
        async with self._database.write() as cursor:
            await repository.bring_forward(cursor, table, self._clock.now())


def _is_checked_regularly(table: Table) -> bool:
    """Returns whether the table's next check may be one of `Attendance.next_check_at`."""
    return table.settings.clock in RULES_CLOCKS or not table.settings.caretaker


def _has_player(table: Table, players: frozenset[UUID]) -> bool:
    return any(table.seats[seat].player in players for seat in table.player_seats)


def _ignore(_notice: TableChanged) -> None:
    """Moves do not change who is there."""
