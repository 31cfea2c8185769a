"""Starts matched tables whose time for salts has run out."""

import asyncio
import logging
from collections.abc import Callable

from app.core.outages import is_unavailable
from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database, now
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.lobby import repository
from app.tables.lobby.game_start import start_game

log = logging.getLogger(__name__)

INTERVAL_S = 1.0
BATCH_SIZE = 50  # tables per run


class MatchStarter:
    """Starts matched tables whose time for salts is over; usually the last salt has started them before.

    Runs in every process.
    """

    def __init__(self, database: Database, pubsub: PubSub, started: Callable[[str], None]) -> None:
        self._database, self._pubsub = database, pubsub
        self._started = started
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.start_due))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def start_due(self) -> None:
        """Starts due tables; seats without a salt play without one."""
        async with self._database.read() as cursor:
            codes = await repository.due_to_start(cursor, now(), BATCH_SIZE)
        for code in codes:
            try:
                await self._start(code)
            except Exception as error:
                if is_unavailable(error):
                    raise
                log.exception("a table cannot be started", extra={"table": code})

    async def _start(self, code: str) -> None:
        """Starts the table if it still waits for salts; if a player left, it becomes a normal open table."""
        async with self._database.write() as cursor:
            table = await repository.lock_table(cursor, code)
            starts = table.starting and (bool(table.bots) or len(table.player_seats) == len(table.seats))
            if starts:
                await start_game(cursor, table)
            else:
                await repository.schedule_start(cursor, table, None)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        if starts:
            self._started(code)
