"""Connections to SQLite, through SQLAlchemy's pool."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from app.infra.database.query import Cursor, SqliteCursor, compact_json
from app.infra.database.sqlite_driver import connect

BUSY_TIMEOUT_S = 5  # for a writer of another process to finish
WRITE_TIMEOUT_S = 30.0  # while others of this process write; then the database counts as unavailable


class WriteQueue:
    """Lets one transaction of this process write at a time, in the order of arrival.

    SQLite has one writer. Others poll for its lock in no order, and some would wait until they time out.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> None:
        """Raises TimeoutError after WRITE_TIMEOUT_S."""
        async with asyncio.timeout(WRITE_TIMEOUT_S):
            await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class SqliteConnections:
    """Lends connections; writers take the write lock at the start of their transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(write=True)
        self._queue = WriteQueue()

    @property
    def usage(self) -> tuple[int, int]:
        """Returns the numbers of connections in use and idle."""
        pool: Any = self._engine.pool
        return pool.checkedout(), pool.checkedin()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Cursor]:
        """One transaction that sees the state of its first statement."""
        async with self._engine.connect() as connection:
            yield SqliteCursor(connection, self._queue)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Cursor]:
        """One transaction: commits at the end, or rolls back on an error. Raises TimeoutError."""
        async with self._queue, self._writing.begin() as connection:
            yield SqliteCursor(connection, self._queue)

    async def connect(self) -> Cursor:
        """Returns a connection to keep, for `Cursor.autocommit`."""
        return SqliteCursor(await self._writing.connect(), self._queue)

    async def discard(self, cursor: Cursor) -> None:
        """Closes a connection of `connect`."""
        await cursor.close()

    async def close(self) -> None:
        """Closes all idle connections."""
        await self._engine.dispose()


def create_sqlite_engine(url: str) -> AsyncEngine:
    """Returns an engine that enforces foreign keys, uses WAL and begins transactions itself."""
    address = make_url(url)
    file, options = address.get_dialect()().create_connect_args(address)
    creator = partial(connect, *file, **options)
    engine = create_async_engine(
        url, hide_parameters=True, json_serializer=compact_json, async_creator=creator
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver must not begin transactions: _begin does
    cursor = connection.cursor()
    for pragma in (
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_TIMEOUT_S * 1000}",
        "case_sensitive_like = ON",  # as on Postgres; LIKE can then use an index
    ):
        cursor.execute(f"PRAGMA {pragma}")
    _switch_to_wal(cursor)
    cursor.close()


def _switch_to_wal(cursor: Any) -> None:
    """Retries: SQLite ignores busy_timeout while another process switches a new file to WAL."""
    deadline = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _begin(connection: Connection) -> None:
    """Takes the write lock at once in a writer: SQLite refuses to upgrade a reader's lock without waiting."""
    if connection.get_execution_options().get("write", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        driver: Any = connection.connection.driver_connection
        driver.begin_with_next()
