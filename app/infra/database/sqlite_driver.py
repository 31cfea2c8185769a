"""aiosqlite with one call of the connection's thread for each statement.

Each call is a switch to the thread and back. aiosqlite makes four for a query: to create a cursor, to execute
the statement, to fetch its rows and to close the cursor. A reader's transaction begins with its first
statement.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

import aiosqlite


class Executed(NamedTuple):
    """What a statement left in its cursor."""

    rows: Sequence[Any] = ()
    description: Any = None  # of the columns; None for a statement without rows
    rowcount: int = -1
    lastrowid: int | None = None


class WholeCursor:
    """A cursor for SQLAlchemy's adapter of aiosqlite; has all rows as soon as the statement was executed."""

    arraysize = 1
    _last = Executed()

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        return self._last.description

    @property
    def rowcount(self) -> int:
        return self._last.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._last.lastrowid

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        self._last = await self._connection.call(sqlite3.Cursor.execute, sql, parameters)

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self._last = await self._connection.call(sqlite3.Cursor.executemany, sql, rows)

    async def fetchall(self) -> Sequence[Any]:
        return self._last.rows

    async def close(self) -> None:
        """Does nothing: SQLite's own cursor is closed."""


class Connection(aiosqlite.Connection):
    """A connection whose cursors are WholeCursors."""

    _begin = ""  # to be executed before the next statement

    def begin_with_next(self) -> None:
        """Begins a transaction in the call of the next statement; SQLite's would see nothing before."""
        self._begin = "BEGIN"

    async def rollback(self) -> None:
        if not self._pending_begin():
            await super().rollback()

    async def commit(self) -> None:
        if not self._pending_begin():
            await super().commit()

    def cursor(self) -> WholeCursor:  # type: ignore[override]
        return WholeCursor(self)

    async def call(self, how: Callable[..., sqlite3.Cursor], sql: str, values: Sequence[Any]) -> Executed:
        """Executes a statement in the connection's thread."""
        begin = self._pending_begin()
        result: Executed = await self._execute(  # type: ignore[no-untyped-call]
            _execute, self._conn, begin, how, sql, values
        )
        return result

    def _pending_begin(self) -> str:
        begin, self._begin = self._begin, ""
        return begin


def connect(file: str, **options: Any) -> Connection:
    """Returns a connection to be awaited, as aiosqlite.connect does."""
    connection = Connection(partial(sqlite3.connect, file, **options), iter_chunk_size=0)
    connection._thread.daemon = True  # as in SQLAlchemy: one that was left open does not block the exit
    return connection


def _execute(
    connection: sqlite3.Connection,
    begin: str,
    how: Callable[..., sqlite3.Cursor],
    sql: str,
    values: Sequence[Any],
) -> Executed:
    cursor = connection.cursor()
    try:
        if begin:
            cursor.execute(begin)
        how(cursor, sql, values)
        return Executed(cursor.fetchall(), cursor.description, cursor.rowcount, cursor.lastrowid)
    finally:
        cursor.close()
