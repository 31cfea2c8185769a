"""Runs nights: creates tables, stops tables whose time is up, stores results."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta

from app.core.tasks import cancel_and_wait, is_outage, periodic
from app.events.duplicate_nights import repository, table_repository
from app.events.duplicate_nights.progress import finish_table
from app.events.duplicate_nights.scoring import TableScores
from app.events.duplicate_nights.seating import seat_group
from app.events.duplicate_nights.table_repository import EndedTable, TableKey
from app.infra.database.engine import Clock, Database, now
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import NIGHTS, TABLE_CHANGES, TableChanged
from app.tables.errors import DamagedGame, GameOver, NotStarted, TableNotFound
from app.tables.game.position import Position
from app.tables.game.service import LATEST, GameService

log = logging.getLogger(__name__)

INTERVAL_S = 2.0
BATCH_SIZE = 50  # tables per query
OPEN_FOR = timedelta(hours=24)  # after which a night that has not started is canceled


class NightRunner:
    """Runs in every process. The process that records a table's last move continues its night at once.

    Each step takes the night's lock and checks that it is still to be done, so it is done once. The sweep
    finds steps that a crashed process has left undone.
    """

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        wake_bots: Callable[[str], None],
        clock: Clock = now,
    ) -> None:
        self._database, self._pubsub, self._game_service = database, pubsub, game_service
        self._wake_bots = wake_bots
        self.clock = clock
        self._wake = asyncio.Event()
        self._over: deque[str] = deque()  # codes of tables with a game of given deals that ended here
        pubsub.subscribe(TABLE_CHANGES, self._on_table_changed)
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.advance, wake=self._wake))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    def wake(self) -> None:
        """Runs the next sweep at once: there are tables to create."""
        self._wake.set()

    def _on_table_changed(self, notice: TableChanged) -> None:
        if notice.version is None:
            return  # a game ends by a move
        known = self._game_service.cached(notice.table, notice.version)
        if known is not None and known.over and known.table.origin is not None:
            self._over.append(notice.table)
            self._wake.set()

    async def advance(self) -> None:
        """Does everything that is due."""
        while self._over:
            await self._finish_over(self._over.popleft())
        async with self._database.read() as cursor:
            unstarted = await repository.codes_of_unstarted(cursor, self.clock() - OPEN_FOR)
            ended = await table_repository.ended(cursor, self.clock(), BATCH_SIZE)
        for code in unstarted:
            await self._guarded(self._cancel(code))
        for one in ended:
            await self._guarded(self._end(one))
        while await self._seat_waiting():
            pass

    async def _cancel(self, code: str) -> None:
        async with self._database.write() as cursor:
            night = await repository.lock(cursor, code)
            if night is not None and night.status == "open":
                await repository.end(cursor, night.id, "closed")
        self._pubsub.publish(NIGHTS, code)

    async def _seat_waiting(self) -> bool:
        """Creates tables; returns whether there may be more."""
        async with self._database.read() as cursor:
            keys = await table_repository.unseated(cursor, BATCH_SIZE)
        seated = [await self._guarded(self._seat(key)) for key in keys]
        return len(keys) == BATCH_SIZE and any(seated)

    async def _guarded(self, step: Awaitable[None]) -> bool:
        """Awaits a step of one table; a failure, other than of the database, must not stop other tables."""
        try:
            await step
        except Exception as error:
            if is_outage(error):
                raise
            log.exception("a night's table cannot be carried on")
            return False
        return True

    async def _seat(self, key: TableKey) -> None:
        async with self._database.write() as cursor:
            night, table, shown = await seat_group(cursor, key, self.clock)
        self._publish(night, shown)
        if table is not None:
            self._wake_bots(table.code)

    async def _finish_over(self, code: str) -> None:
        async with self._database.read() as cursor:
            key = await table_repository.key_of(cursor, code)
        if key is not None:
            await self._guarded(self._finish(key, code))

    async def _end(self, ended: EndedTable) -> None:
        """Stores the result of a table that is over; stops it first if its time is up."""
        if ended.status == "playing" and ended.code:
            with suppress(GameOver):  # meanwhile
                await self._game_service.abandon(ended.code)
        await self._finish(TableKey(ended.night_id, ended.deal, ended.group), ended.code)

    async def _finish(self, key: TableKey, code: str | None) -> None:
        result = await self._result(code) if code else TableScores(None)
        async with self._database.write() as cursor:
            night = await repository.lock_by_id(cursor, key.night_id)
            shown = await finish_table(cursor, night, key, result)
        self._publish(night.code, shown)
        self._wake.set()

    def _publish(self, night: str, shown: Sequence[str]) -> None:
        """Announces a change of the night, and the tables whose cards may be seen now."""
        for table in shown:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(table))
        self._pubsub.publish(NIGHTS, night)

    async def _result(self, code: str) -> TableScores:
        """Returns a finished game's result; none if it was stopped, or cannot be replayed."""
        try:
            position = await self._game_service.position(code, LATEST)
        except (TableNotFound, NotStarted, DamagedGame):
            return TableScores(None)
        return TableScores(_scores(position), position.seats_with_caretaker_moves)


def _scores(position: Position) -> tuple[int, ...] | None:
    if not position.has_result:
        return None
    return tuple(result.score for result in position.game.seat_results(position.state))
