"""Processes each finished game once, usually in the process that played its last move."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import ClassVar

from app.core.outages import is_unavailable
from app.core.tasks import cancel_and_wait, periodic, retry_while_unavailable
from app.infra.database.engine import Clock, Database, now
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.move_repository import moves_after
from app.tables.game.position import Position
from app.tables.game.repository import load_table
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from app.tables.results.markers import ProcessedMarker, UnprocessedGame

log = logging.getLogger(__name__)

MIN_RETRY_DELAY, MAX_RETRY_AGE = timedelta(minutes=1), timedelta(days=30)
SWEEP_INTERVAL_S = 60.0  # finds games whose process died before processing them


class FinishedGameStep(ABC):
    """One step of processing a finished game, committed in one transaction with its marker."""

    marker: ClassVar[ProcessedMarker]
    label: ClassVar[str]  # past participle for the log, e.g. "rated"

    def __init__(self, database: Database, game_service: GameService, clock: Clock = now) -> None:
        self._database = database
        self._game_service = game_service
        self._clock = clock

    @abstractmethod
    async def record(self, cursor: Cursor, table: Table, position: Position) -> None:
        """Writes what this step derives from the last position."""

    async def catch_up(self) -> None:
        """Processes all finished games without the marker."""
        while ended := await self._next_unprocessed():
            await self.process(ended.code, self._clock() - ended.finished_at)

    async def process(self, code: str, age: timedelta) -> None:
        """Processes a game that finished `age` ago; postpones it on failure.

        Raises if the database is unavailable.
        """
        try:
            await process_finished_game(self._database, self._game_service, code, [self])
        except Exception as error:
            if is_unavailable(error):
                raise
            log.exception("a game cannot be %s", self.label, extra={"table": code})
            await self._postpone(code, age)

    async def _postpone(self, code: str, age: timedelta) -> None:
        """Postpones a game until it is twice as old; gives up after a month."""
        async with self._database.write() as cursor:
            if age < MAX_RETRY_AGE:
                await self.marker.postpone(cursor, code, self._clock() + max(MIN_RETRY_DELAY, age))
            else:
                await self.marker.claim(cursor, code)

    async def _next_unprocessed(self) -> UnprocessedGame | None:
        async with self._database.read() as cursor:
            return await self.marker.next(cursor, self._clock())


class FinishedGameProcessor:
    """Runs all steps for each game that finishes in this process, and sweeps for those that were missed."""

    def __init__(
        self, database: Database, pubsub: PubSub, game_service: GameService, steps: Sequence[FinishedGameStep]
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._game_service = game_service
        self._steps = steps
        self._wake = asyncio.Event()
        self._finished: deque[str] = deque()  # codes of tables whose last position is cached here
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed)
        # after a gap the next sweep follows within SWEEP_INTERVAL_S
        loops = (
            periodic(SWEEP_INTERVAL_S, self._sweep),
            periodic(None, self._process_ended, wake=self._wake),
        )
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)

    def on_table_changed(self, notice: TableChanged) -> None:
        """Processes a finished game that this process has cached; the sweep finds the others."""
        if notice.version is None:
            return  # a game finishes by a move
        known = self._game_service.cached(notice.table, notice.version)
        if known is not None and known.over:
            self._finished.append(notice.table)
            self._wake.set()

    async def _sweep(self) -> None:
        """Finds games that finished at a process which died before processing them."""
        for one in self._steps:
            await retry_while_unavailable(partial(self._catch_up, one))

    async def _process_ended(self) -> None:
        while self._finished:
            await retry_while_unavailable(partial(self._process, self._finished.popleft()))

    async def _catch_up(self, one: FinishedGameStep) -> None:
        """Processes what one step has missed; a failure must not stop the other steps."""
        try:
            await one.catch_up()
        except Exception as error:
            if is_unavailable(error):
                raise
            log.exception("finished games are not %s", one.label)

    async def _process(self, code: str) -> None:
        """Runs all steps; open pages of a rated game then get the new ratings."""
        ended = self._game_service.cached(code, 0)
        await self._run_steps(code)
        if ended is None or ended.table.rated:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))

    async def _run_steps(self, code: str) -> None:
        """Runs all steps in one transaction; if that fails, each in its own."""
        try:
            await process_finished_game(self._database, self._game_service, code, self._steps)
        except Exception as error:
            if is_unavailable(error):
                raise
            log.warning(
                "a finished game could not be processed at once", exc_info=True, extra={"table": code}
            )
            for one in self._steps:
                await one.process(code, timedelta())


async def process_finished_game(
    database: Database, game_service: GameService, code: str, steps: Sequence[FinishedGameStep]
) -> None:
    """Runs the steps that this game lacks, in one transaction."""
    async with database.read() as cursor:
        table = await load_table(cursor, code)
        known = game_service.cached(code, 0)  # not over: another process may have played on
        position = known if known and known.over else await _replay(cursor, table)
    async with database.write() as cursor:
        for one in steps:
            if await one.marker.claim(cursor, code):
                await one.record(cursor, table, position)


async def _replay(cursor: Cursor, table: Table) -> Position:
    position = Position(table)
    position.replay(await moves_after(cursor, table.id, 0))
    return position
