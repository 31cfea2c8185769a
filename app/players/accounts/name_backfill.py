"""Hourly job that records names left unrecorded by a server of the previous version."""

import asyncio
import random

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts.naming import NameReservations

MAX_FIRST_DELAY_S, INTERVAL_S = 30.0, 3600.0  # the first delay is random: processes do not run at once
MAX_BATCHES = 100  # per run


class NameBackfill:
    """Runs in every process; concurrent runs are idempotent."""

    def __init__(self, database: Database, pubsub: PubSub, naming: NameReservations) -> None:
        self._database = database
        self._pubsub = pubsub
        self._naming = naming
        first = random.uniform(0, MAX_FIRST_DELAY_S)
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.run, first_after_s=first))

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
