"""The database: lends cursors for SQLite or Postgres."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Any, Protocol

from sqlalchemy import literal, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from app.infra.database.pool import CONNECT_ARGS, PostgresPool
from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.sqlite import SqliteConnections, create_sqlite_engine

PING = ValueQuery[int](select(literal(1).label("one")))
PING_TIMEOUT_S = 2

Clock = Callable[[], datetime]


def now() -> datetime:
    """Returns the time in UTC."""
    return datetime.now(UTC)


class Connections(Protocol):
    """Connections to one kind of database; implemented by PostgresPool and SqliteConnections."""

    @property
    def usage(self) -> tuple[int, int]: ...
    def read(self) -> AbstractAsyncContextManager[Cursor]: ...
    def write(self) -> AbstractAsyncContextManager[Cursor]: ...
    async def connect(self) -> Cursor: ...
    async def discard(self, cursor: Cursor) -> None: ...
    async def close(self) -> None: ...


class Database:
    """Lends cursors. Every method may raise the driver's errors and TimeoutError."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        is_postgres = self.engine.dialect.name == "postgresql"
        self._connections: Connections = (
            PostgresPool(_connect_args(self.engine)) if is_postgres else SqliteConnections(self.engine)
        )

    @property
    def connections(self) -> tuple[int, int]:
        """Returns the numbers of connections in use and idle."""
        return self._connections.usage

    def read(self) -> AbstractAsyncContextManager[Cursor]:
        """Lends a cursor for reading. On Postgres each statement sees everything committed before it."""
        return self._connections.read()

    def write(self) -> AbstractAsyncContextManager[Cursor]:
        """Lends a cursor in a transaction that commits at the end of the block, or rolls back on an error."""
        return self._connections.write()

    async def acquire_dedicated(self) -> Cursor:
        """Returns a cursor on a connection of its own, for `Cursor.autocommit`; `release` closes it."""
        return await self._connections.connect()

    async def release(self, dedicated: Cursor) -> None:
        """Closes a connection of `acquire_dedicated`, which may be broken."""
        await self._connections.discard(dedicated)

    async def ready(self) -> bool:
        """Returns whether the database answers within two seconds."""
        try:
            async with asyncio.timeout(PING_TIMEOUT_S), self.read() as cursor:
                await cursor.fetch_one(PING)
        except Exception:  # any error means that it is not ready
            return False
        return True

    async def close(self) -> None:
        """Closes all connections except dedicated ones."""
        await self._connections.close()
        await self.engine.dispose()


def create_engine(url: str, *, limits_statements: bool = True) -> AsyncEngine:
    """Returns SQLAlchemy's engine for the database; its errors do not contain the statements' values.

    Migrations and backups have statements without a time limit.
    """
    if url.startswith("sqlite"):
        return create_sqlite_engine(url)
    arguments = CONNECT_ARGS if limits_statements else {**CONNECT_ARGS, "command_timeout": None}
    return create_async_engine(url, hide_parameters=True, poolclass=NullPool, connect_args=arguments)


def _connect_args(engine: AsyncEngine) -> dict[str, Any]:
    """Returns the arguments of asyncpg.connect for the engine's address."""
    _, arguments = engine.dialect.create_connect_args(engine.url)
    return {name: value for name, value in arguments.items() if not name.startswith("prepared_statement_")}
