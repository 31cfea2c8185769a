"""Notifies this process of sessions that ended in any process."""

import asyncio
from collections.abc import Callable, Collection
from datetime import timedelta
from uuid import UUID

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Clock, Database, now
from app.players.accounts import session_repository

POLL_INTERVAL_S = 2.0
OVERLAP = timedelta(seconds=60)  # re-read on every poll: clocks differ, and transactions commit late

Listener = Callable[[Collection[UUID]], None]


class SessionRevocations:
    """Polls the database rather than subscribing to Redis, because no revocation may be lost."""

    def __init__(self, database: Database, listeners: Collection[Listener], clock: Clock = now) -> None:
        self._database = database
        self._clock = clock
        self._since = clock() - OVERLAP
        self._listeners = listeners
        self._task = asyncio.create_task(periodic(POLL_INTERVAL_S, self.poll, first_after_s=POLL_INTERVAL_S))

    def notify(self, sessions: Collection[UUID]) -> None:
        """Calls all listeners; used directly by code that has just ended sessions."""
        for listener in self._listeners:
            listener(sessions)

    async def poll(self) -> None:
        """Notifies listeners of all sessions that ended since the last poll."""
        moment = self._clock()
        async with self._database.read() as cursor:
            ended = await session_repository.ended_since(cursor, self._since)
        self._since = moment - OVERLAP
        if ended:
            self.notify(ended)

    async def close(self) -> None:
        await cancel_and_wait(self._task)
