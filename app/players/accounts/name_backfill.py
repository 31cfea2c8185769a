"""Hourly job that records names left unrecorded by a server of the previous version."""

import asyncio
import logging
import random

from app.core.errors import is_unavailable
from app.core.tasks import cancel_and_wait
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts.naming import NameReservations

log = logging.getLogger(__name__)

MAX_FIRST_DELAY_S, INTERVAL_S = 30.0, 3600.0  # the first delay is random: processes do not run at once
MAX_BATCHES = 100  # per run


class NameBackfill:
    """Runs in every process; concurrent runs are idempotent."""

    def __init__(self, database: Database, pubsub: PubSub, naming: NameReservations) -> None:
        self._database = database
        self._pubsub = pubsub
        self._naming = naming
        self._task = asyncio.create_task(self._repeat())

    async def run(self) -> None:
        """Records all missing names, then renames guests whose name belongs to an account."""
        for _ in range(MAX_BATCHES):
            async with self._database.write() as cursor:
                more = await self._naming.backfill(cursor)
                changed = await self._naming.rename_conflicting_guests(cursor)
            for code in changed:
                self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
            if not more:
                return

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def _repeat(self) -> None:
        await asyncio.sleep(random.uniform(0, MAX_FIRST_DELAY_S))
        while True:
            try:
                await self.run()
            except Exception as error:
                if not is_unavailable(error):
                    log.exception("could not record names")
            await asyncio.sleep(INTERVAL_S)
