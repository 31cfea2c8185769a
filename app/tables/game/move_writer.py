"""Puts moves into the record. What comes in while one commit is under way goes together into the next.

While many moves are made there is a short pause between two commits.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from time import perf_counter

from app.core.futures import resolve
from app.infra import metrics
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.tables.game import move_repository as ledger
from app.tables.game.move_repository import NewMove

CommitTime = datetime | None  # when the move was made, if it is in
PendingMove = tuple[NewMove, asyncio.Future[CommitTime]]

LARGE_BATCH = 16  # moves in one commit: then more come soon, and …
BATCH_DELAY_S = (
    0.008  # … this many seconds make the next commit larger: fewer of them take less of the processor
)


class MoveWriter:
    """Keeps one connection, on which each batch is one statement and with it one commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cursor: Cursor | None = None
        self._waiting: list[PendingMove] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, move: NewMove) -> CommitTime:
        """Commits the move and says when; None if its table is at this version, or has a move of this id.

        Raises what the driver raises; then the move may be in or not.
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
                in_record = await ledger.append(cursor, [move for move, _ in batch])
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
        """The connection, a new one if the database was away meanwhile."""
        if self._cursor is not None and self._cursor.closed:
            await self._release()
        if self._cursor is None:
            self._cursor = await self._database.acquire_dedicated()
        return self._cursor

    async def _release(self) -> None:
        """The next batch gets a new connection: this one may be broken."""
        kept, self._cursor = self._cursor, None
        if kept is not None:
            await self._database.release(kept)


def _sort_key(waiting: PendingMove) -> tuple[int, int]:
    """Where a move wants to be: processes that want the same places take them in the same order."""
    move, _ = waiting
    return move.table_id, move.seq
