"""Connections to Postgres that stay open and are lent out one after the other.

SQLAlchemy has a pool, but the way out of it and back costs more than most statements.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from asyncpg.exceptions import InterfaceError, InternalClientError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.infra.database.query import Cursor

WAITS = 30.0  # seconds, while all are lent: then the database is as good as away
BROKEN_OFF = (asyncio.CancelledError, OSError, InterfaceError, InternalClientError)


class Pool:
    """So many at most are lent at a time; whoever comes then waits for one to come back."""

    def __init__(self, engine: AsyncEngine, size: int) -> None:
        self._engine = engine
        self._slots = asyncio.Semaphore(size)
        self._free: list[Cursor] = []  # the last used at the end: it is the next one
        self._open = 0

    @property
    def idle(self) -> int:
        """How many are open and free."""
        return len(self._free)

    @property
    def in_use(self) -> int:
        """How many are lent or kept."""
        return self._open - self.idle

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[Cursor]:
        """Raises TimeoutError if none comes back for long, and what the driver raises."""
        async with asyncio.timeout(WAITS if self._slots.locked() else None):
            await self._slots.acquire()
        try:
            async with self._borrowed(await self._live()) as cursor:
                yield cursor
        finally:
            self._slots.release()

    @asynccontextmanager
    async def _borrowed(self, cursor: Cursor) -> AsyncIterator[Cursor]:
        """What broke off may be in the middle of a transaction: nobody gets it again."""
        try:
            yield cursor
        except BROKEN_OFF:
            cursor.driver.terminate()
            raise
        finally:
            await self._take_back(cursor)

    async def open(self) -> Cursor:
        """One to keep, until it is let go."""
        connection = await self._engine.connect()
        cursor = Cursor(connection, (await connection.get_raw_connection()).driver_connection)
        self._open += 1
        return cursor

    async def let_go(self, cursor: Cursor) -> None:
        """It is kept no longer."""
        self._open -= 1
        await cursor.end()

    async def close(self) -> None:
        while self._free:
            await self.let_go(self._free.pop())

    async def _live(self) -> Cursor:
        """One that is free, or a new one: while the database was away all may have ended."""
        while self._free:
            cursor = self._free.pop()
            if not cursor.closed:
                return cursor
            await self.let_go(cursor)
        return await self.open()

    async def _take_back(self, cursor: Cursor) -> None:
        if cursor.closed:
            await self.let_go(cursor)
            return
        if cursor.connection.in_transaction():  # as SQLAlchemy sees it, once a statement went through it
            await cursor.connection.rollback()
        self._free.append(cursor)
