"""Sends a table's subscribers the list of its spectators."""

from collections.abc import Iterable
from uuid import UUID

from app.core.tasks import TaskSet
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.players.accounts.names import disambiguate
from app.tables.game import repository
from app.tables.game.hub import Hub
from app.tables.game.protocol import Spectators
from app.tables.game.subscriber import TableSubscriber
from app.tables.game.tables import Table

MAX_NAMES = 50  # spectators listed by name; the others are only counted


class SpectatorNotifier:
    """Derives spectators from presence: people connected to a table without a seat at it."""

    def __init__(self, database: Database, hub: Hub, presence: Presence) -> None:
        self._database = database
        self._hub = hub
        # By table: the spectators and the message sent last; and the present spectators, while it has
        # subscribers here.
        self._sent: dict[str, tuple[frozenset[UUID], str]] = {}
        self._current: dict[str, frozenset[UUID]] = {}
        self._tasks = TaskSet()
        presence.subscribe(self.on_presence)

    def on_presence(self, code: str, players: frozenset[UUID]) -> None:
        """Called by presence with the people connected to the table at any process."""
        subscribers = self._hub.subscribers_of(code)
        table = next((one.table for one in subscribers if one.table), None)
        if table is None:
            self._sent.pop(code, None)
            self._current.pop(code, None)
            return
        spectators = frozenset(player for player in players if table.seat_of(player) is None)
        self._current[code] = spectators
        before, message = self._sent.get(code, (frozenset(), ""))
        may_show_others = not message and any(one.rejoined for one in subscribers)
        if spectators == before and not may_show_others:
            _send(message, subscribers)
        else:
            self._tasks.start(self._publish(table, spectators))

    async def close(self) -> None:
        await self._tasks.close()

    async def _publish(self, table: Table, spectators: frozenset[UUID]) -> None:
        names = await self._names(spectators) if spectators else []
        if self._current.get(table.code) != spectators:
            return  # outdated: the spectators changed, or nobody follows the table
        unique_names = disambiguate([*table.names, *sorted(sorted(names), key=str.casefold)])[
            len(table.names) :
        ]
        message = Spectators(names=unique_names, count=len(spectators)).model_dump_json()
        self._sent[table.code] = spectators, message
        _send(message, self._hub.subscribers_of(table.code))

    async def _names(self, spectators: frozenset[UUID]) -> list[str]:
        async with self._database.read() as cursor:
            return await repository.names(cursor, sorted(spectators)[:MAX_NAMES])


def _send(message: str, subscribers: Iterable[TableSubscriber]) -> None:
    for subscriber in subscribers:
        if subscriber.table is not None and subscriber.sent_spectators != message:
            subscriber.sent_spectators = message
            subscriber.send_queue.put(message)
