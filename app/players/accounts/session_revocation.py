"""Sessions that ended, by whatever process: told here within seconds, and again for a while."""

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import timedelta
from uuid import UUID

from app.core.errors import is_unavailable
from app.core.tasks import cancel_and_wait
from app.infra.database.engine import Clock, Database, now
from app.players.accounts import session_repository

log = logging.getLogger(__name__)

POLL_INTERVAL_S = 2.0
OVERLAP = timedelta(seconds=60)  # clocks differ, and a transaction may commit late

Listener = Callable[[Collection[UUID]], None]


class SessionRevocations:
    """Asks the database: no word of an end may get lost."""

    def __init__(self, database: Database, listeners: Collection[Listener], clock: Clock = now) -> None:
        self._database = database
        self._clock = clock
        self._since = clock() - OVERLAP
        self._listeners = listeners
        self._task = asyncio.create_task(self._repeat())

    def notify(self, sessions: Collection[UUID]) -> None:
        """For who has just ended them: this process need not wait."""
        for listener in self._listeners:
            listener(sessions)

    async def poll(self) -> None:
        """Tells of all that ended since the last time."""
        moment = self._clock()
        async with self._database.read() as cursor:
            ended = await session_repository.ended_since(cursor, self._since)
        self._since = moment - OVERLAP
        if ended:
            self.notify(ended)

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(POLL_INTERVAL_S)
            try:
                await self.poll()
            except Exception as error:
                if not is_unavailable(error):
                    log.exception("nobody knows which sessions ended")
