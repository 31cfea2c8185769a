"""Tells the pages at a table who looks on."""

from collections.abc import Iterable
from uuid import UUID

from app.core.tasks import TaskSet
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.players.accounts.names import disambiguate
from app.tables.game import repository
from app.tables.game.hub import Hub, Watcher
from app.tables.game.protocol import LookersOn
from app.tables.game.tables import Table

NAMED = 50  # of those who look on; the others are only counted


class Crowd:
    """Follows presence: those who are at a table and have no seat there."""

    def __init__(self, database: Database, hub: Hub, presence: Presence) -> None:
        self._database = database
        self._hub = hub
        self._shown: dict[str, tuple[frozenset[UUID], str]] = {}  # by table: who they are, and the message
        self._wished: dict[str, frozenset[UUID]] = {}  # by table: who is to be shown, while followed
        self._tasks = TaskSet()
        presence.listen(self.heard)

    def heard(self, code: str, people: frozenset[UUID]) -> None:
        """From presence: these are at the table now, on any process."""
        watchers = self._hub.watchers_of(code)
        table = next((one.table for one in watchers if one.table), None)
        if table is None:
            self._shown.pop(code, None)
            self._wished.pop(code, None)
            return
        looking = frozenset(player for player in people if table.seat_of(player) is None)
        self._wished[code] = looking
        before, message = self._shown.get(code, (frozenset(), ""))
        if looking == before:
            _send(message, watchers)
        else:
            self._tasks.start(self._show(table, looking))

    async def close(self) -> None:
        await self._tasks.close()

    async def _show(self, table: Table, looking: frozenset[UUID]) -> None:
        async with self._database.read() as cursor:
            names = await repository.names(cursor, sorted(looking)[:NAMED])
        if self._wished.get(table.code) != looking:
            return  # others look on by now, or nobody follows the table
        apart = disambiguate([*table.names, *sorted(sorted(names), key=str.casefold)])[len(table.names) :]
        message = LookersOn(names=apart, count=len(looking)).model_dump_json()
        self._shown[table.code] = looking, message
        _send(message, self._hub.watchers_of(table.code))


def _send(message: str, watchers: Iterable[Watcher]) -> None:
    for watcher in watchers:
        if watcher.table is not None and watcher.crowd != message:
            watcher.crowd = message
            watcher.send_queue.put(message)
