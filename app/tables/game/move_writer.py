"""Appends moves to the record in batches: moves that arrive during a commit go into the next one.

After a large batch, the next commit is delayed a little, so that batches grow under load.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from time import perf_counter

from app.core.futures import resolve
from app.infra import metrics
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.tables.game import move_repository
from app.tables.game.move_repository import NewMove

CommitTime = datetime | None  # None: the move was not added
PendingMove = tuple[NewMove, asyncio.Future[CommitTime]]

LARGE_BATCH = 16  # moves in a commit after which the next one is delayed
BATCH_DELAY_S = 0.008  # fewer, larger commits take less CPU


class MoveWriter:
    """Commits the moves of all tables in batches on one connection; each batch is one statement."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cursor: Cursor | None = None
        self._waiting: list[PendingMove] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, move: NewMove) -> CommitTime:
        """Commits the move and returns its time; None if the table has a move of this seq or id already.

        Raises the driver's errors; then it is unknown whether the move was committed.
        """
        done: asyncio.Future[CommitTime] = asyncio.get_running_loop().create_future()
        self._waiting.append((move, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        await self._release()

    async def _write(self) -> None:
        while batch := [one for one in self._waiting if not one[1].cancelled()]:
            self._waiting = []
            await self._commit(sorted(batch, key=_sort_key))
            if len(batch) >= LARGE_BATCH:
                await asyncio.sleep(BATCH_DELAY_S)
        self._writing = None

    async def _commit(self, batch: Sequence[PendingMove]) -> None:
        start = perf_counter()
        try:
            cursor = await self._connection()
            async with cursor.autocommit():
                in_record = await move_repository.append(cursor, [move for move, _ in batch])
        except Exception as error:
            await self._release()
            for _, done in batch:
                resolve(done, error)
        else:
            metrics.commit_seconds.observe(perf_counter() - start)
            metrics.commit_moves.observe(len(batch))
            for move, done in batch:
                resolve(done, in_record.get((move.table_id, move.seq)))

    async def _connection(self) -> Cursor:
        """Returns the connection, a new one if the last was closed."""
        if self._cursor is not None and self._cursor.closed:
            await self._release()
        if self._cursor is None:
            self._cursor = await self._database.acquire_dedicated()
        return self._cursor

    async def _release(self) -> None:
        """Closes the connection, which may be broken; the next batch opens a new one."""
        kept, self._cursor = self._cursor, None
        if kept is not None:
            await self._database.release(kept)


def _sort_key(waiting: PendingMove) -> tuple[int, int]:
    """All processes insert in the same order, which avoids deadlocks."""
    move, _ = waiting
    return move.table_id, move.seq
