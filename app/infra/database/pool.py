"""Connections to Postgres: asyncpg's pool, and single ones that are kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
from asyncpg.exceptions import InterfaceError, InternalClientError

from app.infra.database.query import CLOSE_TIMEOUT_S, Cursor, PostgresCursor

POOL_SIZE = 16  # connections of the pool; the move writer's own comes on top
ACQUIRE_TIMEOUT_S = 30.0  # while all connections are in use; then the database counts as unavailable
CONNECT_ARGS = {"timeout": 5, "command_timeout": 10}  # seconds to connect, and for one statement
BROKEN = (asyncio.CancelledError, OSError, InterfaceError, InternalClientError)


class _Connection(asyncpg.Connection):
    """Returns to the pool without a round trip: our statements leave no session state behind."""

    def get_reset_query(self) -> str:
        return ""


class PostgresPool:
    """Lends connections; while all are in use, callers wait."""

    def __init__(self, address: dict[str, Any]) -> None:
        self._address = {**address, **CONNECT_ARGS}
        self._pool = asyncpg.create_pool(
            **self._address,
            min_size=0,
            max_size=POOL_SIZE,
            max_inactive_connection_lifetime=0,
            connection_class=_Connection,
            init=_set_json_codec,
        )
        self._dedicated = 0

    @property
    def usage(self) -> tuple[int, int]:
        """Returns the numbers of connections in use and idle."""
        size, idle = self._pool.get_size(), self._pool.get_idle_size()
        return size - idle + self._dedicated, idle

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Cursor]:
        """Each statement is a transaction of its own. Raises TimeoutError if no connection comes free."""
        async with self._acquire() as connection:
            yield PostgresCursor(connection)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Cursor]:
        """One transaction: commits at the end, or rolls back on an error. Raises TimeoutError like `read`."""
        async with self._acquire() as connection, connection.transaction():
            yield PostgresCursor(connection)

    @asynccontextmanager
    async def _acquire(self) -> AsyncIterator[asyncpg.Connection]:
        await self._pool  # opens nothing: the first caller only initializes it
        connection = await self._pool.acquire(timeout=ACQUIRE_TIMEOUT_S)
        try:
            yield connection
        except BROKEN:  # it may be in the middle of a transaction
            with suppress(InterfaceError):  # the pool has noticed that it ended
                connection.terminate()
            raise
        finally:
            await self._pool.release(connection)

    async def connect(self) -> Cursor:
        """Opens a connection outside the pool."""
        connection = await asyncpg.connect(**self._address)
        await _set_json_codec(connection)
        self._dedicated += 1
        return PostgresCursor(connection)

    async def discard(self, cursor: Cursor) -> None:
        """Closes a connection of `connect`, which may be broken."""
        self._dedicated -= 1
        await cursor.close()

    async def close(self) -> None:
        """Closes all connections of the pool."""
        await self._pool  # one that was never used must be initialized to be closed
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._pool.close()
        except (TimeoutError, *BROKEN):
            self._pool.terminate()


async def _set_json_codec(connection: asyncpg.Connection) -> None:
    await connection.set_type_codec("json", encoder=str, decoder=json.loads, schema="pg_catalog")
