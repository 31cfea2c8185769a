"""When a duplicate starts, the pages on which its players follow other games with its deals are closed."""

import asyncio
import logging

from app.core.errors import TableNotFound, is_unavailable
from app.core.tasks import cancel_and_wait
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import DUPLICATES
from app.tables.deal_guard import repository
from app.tables.game.hub import Hub
from app.tables.game.repository import load_table

log = logging.getLogger(__name__)

TRY_AGAIN = 1.0  # seconds, while the database is away


class Watch:
    """Of the tables' pages in this process; reviews look after their own."""

    def __init__(self, database: Database, pubsub: PubSub, hub: Hub) -> None:
        self._database = database
        self._hub = hub
        self._tasks: set[asyncio.Task[None]] = set()
        pubsub.subscribe(DUPLICATES, self._started, self._on_gap)

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)

    def _started(self, code: str) -> None:
        task = asyncio.create_task(self._look_again(code))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_gap(self) -> None:
        """A start may have been one of the words that got lost."""
        self._hub.on_gap()

    async def _look_again(self, code: str) -> None:
        """At all tables that its people follow."""
        while True:
            try:
                async with self._database.read() as cursor:
                    table = await load_table(cursor, code)
                    players = await repository.players_of(cursor, table.deal) if table.deal else frozenset()
                self._hub.look_again(self._hub.followed_by(players) - {code})
                return
            except TableNotFound:
                return
            except Exception as error:
                if not is_unavailable(error):
                    log.exception("the pages of a duplicate's players could not be looked at")
                    return
            await asyncio.sleep(TRY_AGAIN)
