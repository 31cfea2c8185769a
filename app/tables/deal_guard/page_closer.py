"""When a duplicate starts, closes its players' connections to other games with the same deals."""

from app.core.tasks import TaskSet, retry_while_unavailable
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import DUPLICATES
from app.tables.deal_guard import repository
from app.tables.game.hub import Hub
from app.tables.game.repository import load_table


class DuplicatePageCloser:
    """Handles the tables' sockets of this process; shared replays handle their own."""

    def __init__(self, database: Database, pubsub: PubSub, hub: Hub) -> None:
        self._database = database
        self._hub = hub
        self._tasks = TaskSet()
        pubsub.subscribe(DUPLICATES, self._on_started, self._on_gap)

    async def close(self) -> None:
        await self._tasks.close()

    def _on_started(self, code: str) -> None:
        self._tasks.start(retry_while_unavailable(lambda: self._close_pages(code)))

    def _on_gap(self) -> None:
        """Refreshes all tables, as a notice of a start may have been lost."""
        self._hub.on_gap()

    async def _close_pages(self, code: str) -> None:
        """Refreshes all tables that the duplicate's players follow."""
        async with self._database.read() as cursor:
            table = await load_table(cursor, code)
            players = await repository.players_of(cursor, table.deal) if table.deal else frozenset()
        self._hub.refresh_tables(self._hub.tables_followed_by(players) - {code})
