"""The database: SQLite or Postgres behind one door."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from asyncpg.exceptions import InterfaceError, InternalClientError
from sqlalchemy import Connection, DateTime, Dialect, MetaData, TypeDecorator, event, literal, select
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncEngine,
    create_async_engine,
)
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from app.statements import Cursor, Statement

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# Seconds to connect, and for one statement: a database that says nothing is as good as away.
PATIENCE = {"timeout": 5, "command_timeout": 10}
POOL = 16  # connections to Postgres, and the one that the moves go through
SQLITE_WAITS = 5  # seconds for another writer
BROKEN_OFF = (asyncio.CancelledError, OSError, InterfaceError, InternalClientError)
ANYTHING = Statement(select(literal(1).label("one")))


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


Clock = Callable[[], datetime]


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """Every constraint gets a name, so that migrations can speak of it on both databases."""

    metadata = MetaData(naming_convention=NAMES)


class Database:
    """Hands out cursors: what `write` gives commits at its end or not at all."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self._is_postgres = self.engine.dialect.name == "postgresql"
        alone = {"isolation_level": "AUTOCOMMIT"} if self._is_postgres else {"write": True}
        self._alone = self.engine.execution_options(**alone)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Cursor]:
        """On Postgres each statement sees what was committed before it, in a transaction or not."""
        engine = self._alone if self._is_postgres else self.engine
        async with self._taken(engine) as cursor:
            yield cursor

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Cursor]:
        async with self._taken(self._alone) as cursor:
            driver = cursor.driver
            async with cursor.connection.begin() if driver is None else driver.transaction():
                yield cursor

    @asynccontextmanager
    async def _taken(self, engine: AsyncEngine) -> AsyncIterator[Cursor]:
        """From the pool. What broke off may be in the middle of a transaction: nobody gets it again."""
        async with engine.connect() as connection:
            driver = await self._driver(connection)
            try:
                yield Cursor(connection, driver)
            except BROKEN_OFF:
                if driver is not None:
                    driver.terminate()
                raise

    async def keep(self) -> Cursor:
        """A connection to keep, for `alone`."""
        connection = await self._alone.connect()
        return Cursor(connection, await self._driver(connection))

    @asynccontextmanager
    async def alone(self, kept: Cursor) -> AsyncIterator[Cursor]:
        """For a single statement, which is a transaction of its own."""
        if kept.driver is not None:
            yield kept
            return
        async with kept.connection.begin():
            yield kept

    async def _driver(self, connection: AsyncConnection) -> Any:
        return (await connection.get_raw_connection()).driver_connection if self._is_postgres else None

    async def ready(self) -> bool:
        """Whether it answers."""
        try:
            async with asyncio.timeout(2), self.read() as cursor:
                await cursor.run(ANYTHING)
        except Exception:  # whatever it is, it is not ready
            return False
        return True

    async def close(self) -> None:
        await self.engine.dispose()


def make_engine(url: str) -> AsyncEngine:
    """An engine with what its kind of database needs. Its errors do not tell what was stored."""
    if url.startswith("sqlite"):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine
    # no overflow: a connection made for one request would cost more than the request
    engine = create_async_engine(
        url, hide_parameters=True, pool_size=POOL, max_overflow=0, connect_args=PATIENCE
    )
    event.listen(engine.sync_engine, "checkout", _refuse_closed)
    return engine


def _refuse_closed(connection: Any, _: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:
    """After the database was away the next caller gets a live connection, not an error."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _set_up_sqlite(connection: Any, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself, we do
    cursor = connection.cursor()
    for pragma in ("foreign_keys = ON", f"busy_timeout = {SQLITE_WAITS * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    _switch_to_wal(cursor)
    cursor.close()


def _switch_to_wal(cursor: Any) -> None:
    """Waits its turn: while a new file is switched, SQLite does not wait by itself, whatever its timeout."""
    until = time.monotonic() + SQLITE_WAITS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its lock at once: a reader that turns writer half-way is refused without waiting."""
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
