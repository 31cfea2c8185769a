"""Tells the pages at a table who looks on."""

from collections.abc import Iterable
from uuid import UUID

from app.core.tasks import TaskSet
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.players.accounts.names import disambiguate
from app.tables.game import repository
from app.tables.game.hub import Hub, TableSubscriber
from app.tables.game.protocol import LookersOn
from app.tables.game.tables import Table

MAX_NAMES = 50  # of those who look on; the others are only counted


class SpectatorNotifier:
    """Follows presence: those who are at a table and have no seat there."""

    def __init__(self, database: Database, hub: Hub, presence: Presence) -> None:
        self._database = database
        self._hub = hub
        self._sent: dict[str, tuple[frozenset[UUID], str]] = {}  # by table: who they are, and the message
        self._current: dict[str, frozenset[UUID]] = {}  # by table: who is to be shown, while followed
        self._tasks = TaskSet()
        presence.listen(self.on_presence)

    def on_presence(self, code: str, people: frozenset[UUID]) -> None:
        """From presence: these are at the table now, on any process."""
        subscribers = self._hub.subscribers_of(code)
        table = next((one.table for one in subscribers if one.table), None)
        if table is None:
            self._sent.pop(code, None)
            self._current.pop(code, None)
            return
        looking = frozenset(player for player in people if table.seat_of(player) is None)
        self._current[code] = looking
        before, message = self._sent.get(code, (frozenset(), ""))
        if looking == before:
            _send(message, subscribers)
        else:
            self._tasks.start(self._publish(table, looking))

    async def close(self) -> None:
        await self._tasks.close()

    async def _publish(self, table: Table, looking: frozenset[UUID]) -> None:
        async with self._database.read() as cursor:
            names = await repository.names(cursor, sorted(looking)[:MAX_NAMES])
        if self._current.get(table.code) != looking:
            return  # others look on by now, or nobody follows the table
        apart = disambiguate([*table.names, *sorted(sorted(names), key=str.casefold)])[len(table.names) :]
        message = LookersOn(names=apart, count=len(looking)).model_dump_json()
        self._sent[table.code] = looking, message
        _send(message, self._hub.subscribers_of(table.code))


def _send(message: str, subscribers: Iterable[TableSubscriber]) -> None:
    for subscriber in subscribers:
        if subscriber.table is not None and subscriber.sent_spectators != message:
            subscriber.sent_spectators = message
            subscriber.send_queue.put(message)
