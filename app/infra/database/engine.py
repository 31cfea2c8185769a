"""The database: SQLite or Postgres behind one door."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, DateTime, Dialect, MetaData, TypeDecorator, event, literal, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from app.infra.database.pool import Pool
from app.infra.database.query import Cursor, Statement

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# Seconds to connect, and for one statement: a database that says nothing is as good as away.
PATIENCE = {"timeout": 5, "command_timeout": 10}
LENT = 16  # connections to Postgres at a time, besides the one that the moves go through
SQLITE_WAITS = 5  # seconds for another writer
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
        is_postgres = self.engine.dialect.name == "postgresql"
        alone = {"isolation_level": "AUTOCOMMIT"} if is_postgres else {"write": True}
        self._alone = self.engine.execution_options(**alone)
        self._pool = Pool(self._alone, LENT) if is_postgres else None

    @property
    def connections(self) -> tuple[int, int]:
        """How many are in use, and how many idle."""
        if self._pool is not None:
            return self._pool.in_use, self._pool.idle
        pool: Any = self.engine.pool
        return pool.checkedout(), pool.checkedin()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Cursor]:
        """On Postgres each statement sees what was committed before it, in a transaction or not."""
        if self._pool is not None:
            async with self._pool.lent() as cursor:
                yield cursor
        else:
            async with self.engine.connect() as connection:
                yield Cursor(connection, None)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Cursor]:
        if self._pool is not None:
            async with self._pool.lent() as cursor, cursor.driver.transaction():
                yield cursor
        else:
            async with self._alone.begin() as connection:
                yield Cursor(connection, None)

    async def keep(self) -> Cursor:
        """A connection to keep, for `alone`."""
        if self._pool is not None:
            return await self._pool.open()
        return Cursor(await self._alone.connect(), None)

    async def let_go(self, kept: Cursor) -> None:
        """It may be broken."""
        if self._pool is not None:
            await self._pool.let_go(kept)
        else:
            await kept.end()

    @asynccontextmanager
    async def alone(self, kept: Cursor) -> AsyncIterator[Cursor]:
        """For a single statement, which is a transaction of its own."""
        if kept.driver is not None:
            yield kept
            return
        async with kept.connection.begin():
            yield kept

    async def ready(self) -> bool:
        """Whether it answers."""
        try:
            async with asyncio.timeout(2), self.read() as cursor:
                await cursor.run(ANYTHING)
        except Exception:  # whatever it is, it is not ready
            return False
        return True

    async def close(self) -> None:
        if self._pool is not None:
            await self._pool.close()
        await self.engine.dispose()


def make_engine(url: str) -> AsyncEngine:
    """An engine with what its kind of database needs. Its errors do not tell what was stored."""
    if url.startswith("sqlite"):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine
    return create_async_engine(url, hide_parameters=True, poolclass=NullPool, connect_args=PATIENCE)


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
