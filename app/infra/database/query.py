"""SQL statements compiled once, and cursors that run them on SQLite or Postgres.

Statements are written with SQLAlchemy Core. For Postgres they are compiled when their module is imported and
go to asyncpg as strings, because SQLAlchemy's execution layer costs many times what asyncpg itself needs
(docs/adr/0036-query-layer.md). On SQLite SQLAlchemy executes them.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from operator import itemgetter
from typing import Any, Generic, TypeVar

import asyncpg
from sqlalchemy import JSON, CompoundSelect, Delete, Insert, Select, Update, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.asyncpg import PGCompiler_asyncpg, PGDialect_asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import BinaryExpression, BindParameter
from sqlalchemy.types import String

CLOSE_TIMEOUT_S = 2

RowT = TypeVar("RowT")
Statement = Select[*tuple[Any, ...]] | CompoundSelect[*tuple[Any, ...]] | Insert | Update | Delete


class _Compiler(PGCompiler_asyncpg):
    """Renders `x IN (:list)` as `x = ANY ($1)`, so that the SQL does not depend on the length of the list."""

    def visit_in_op_binary(self, binary: BinaryExpression[bool], operator: object, **kw: Any) -> str:  # noqa: ARG002
        return self._compare(binary, "IN", "= ANY", **kw)

    def visit_not_in_op_binary(self, binary: BinaryExpression[bool], operator: object, **kw: Any) -> str:  # noqa: ARG002
        return self._compare(binary, "NOT IN", "<> ALL", **kw)

    def _compare(self, binary: BinaryExpression[bool], with_set: str, with_array: str, **kw: Any) -> str:
        left, right = self.process(binary.left, **kw), binary.right
        if not isinstance(right, BindParameter):
            return f"{left} {with_set} {self.process(right, **kw)}"
        # a length would cut off longer texts
        kind = String() if isinstance(right.type, String) else right.type
        array = bindparam(right.key, right.value, ARRAY(kind), required=right.required)
        return f"{left} {with_array} ({self.process(array, **kw)})"


class _Dialect(PGDialect_asyncpg):
    statement_compiler = _Compiler


POSTGRES = _Dialect()  # type: ignore[no-untyped-call]


def compact_json(value: object) -> str:
    """Returns the JSON that is stored, without spaces."""
    return json.dumps(value, separators=(",", ":"))


class Command:
    """A statement with named parameters that returns no rows.

    It must set every column that has no default in the database itself: defaults of the models are not
    applied, and a statement that relies on one raises TypeError.
    """

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        compiled: Any = statement.compile(dialect=POSTGRES)
        self.sql = str(compiled)
        named = compiled.params.items()
        self._fixed = {name: value for name, value in named if not compiled.binds[name].required}
        if None in self._fixed.values():
            raise TypeError("the statement leaves a column to a default of the model, which is not applied")
        self._names: list[str] = compiled.positiontup or []
        self._json = {name for name in self._names if isinstance(compiled.binds[name].type, JSON)}

    def arguments(self, values: Mapping[str, object]) -> list[object]:
        """Returns the values in the order of asyncpg's $1, $2, ... Raises KeyError if one is missing."""
        given = {**self._fixed, **values}
        return [compact_json(given[name]) if name in self._json else given[name] for name in self._names]


class Query(Command, Generic[RowT]):
    """A statement whose rows become named tuples; the columns must have the names of its fields, in order."""

    make_row: Callable[[Any], RowT]

    def __init__(self, statement: Statement, row: type[RowT]) -> None:
        super().__init__(statement)
        named: Any = row
        columns = tuple(column.name for column in statement.exported_columns)
        if columns != named._fields:
            raise TypeError(f"{row.__name__} has the fields {named._fields}, its query the columns {columns}")
        self.make_row = named._make


class ValueQuery(Query[RowT]):
    """A statement with one column, whose rows become that column's values."""

    def __init__(self, statement: Statement) -> None:
        Command.__init__(self, statement)
        if len(statement.exported_columns) != 1:
            raise TypeError("a ValueQuery has one column")
        self.make_row = itemgetter(0)


def parameters(*names: str) -> dict[str, BindParameter[Any]]:
    """Returns a parameter for each column, to be passed to `values`."""
    return {name: bindparam(name) for name in names}


class Cursor(ABC):
    """Runs statements one after the other on one connection."""

    @property
    @abstractmethod
    def closed(self) -> bool:
        """True if the connection is known to have ended."""

    @abstractmethod
    def autocommit(self) -> AbstractAsyncContextManager[None]:
        """Makes the single statement in the block a transaction of its own, on a dedicated connection."""

    @abstractmethod
    async def close(self) -> None:
        """Closes the connection, whatever state it is in."""

    @abstractmethod
    async def fetch_all(self, query: Query[RowT], **values: object) -> list[RowT]:
        """Returns all rows."""

    async def fetch_one(self, query: Query[RowT], **values: object) -> RowT | None:
        """Returns the first row, or None."""
        rows = await self.fetch_all(query, **values)
        return rows[0] if rows else None

    async def fetch_row(self, query: Query[RowT], **values: object) -> RowT:
        """Returns the only row of a query that always has one, such as a count."""
        (row,) = await self.fetch_all(query, **values)
        return row

    @abstractmethod
    async def execute(self, command: Command, **values: object) -> None:
        """Runs the statement; rows that it may return are dropped."""

    @abstractmethod
    async def execute_many(self, command: Command, rows: Sequence[Mapping[str, object]]) -> None:
        """Runs the statement once with each row of values, in one round trip; does nothing without rows."""


class PostgresCursor(Cursor):
    """Sends the compiled SQL straight to asyncpg."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self.connection = connection

    @property
    def closed(self) -> bool:
        return bool(self.connection.is_closed())

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[None]:
        yield

    async def close(self) -> None:
        with suppress(Exception):
            await self.connection.close(timeout=CLOSE_TIMEOUT_S)

    async def fetch_all(self, query: Query[RowT], **values: object) -> list[RowT]:
        make_row = query.make_row
        return [make_row(row) for row in await self.connection.fetch(query.sql, *query.arguments(values))]

    async def execute(self, command: Command, **values: object) -> None:
        await self.connection.fetch(command.sql, *command.arguments(values))

    async def execute_many(self, command: Command, rows: Sequence[Mapping[str, object]]) -> None:
        await self.connection.executemany(command.sql, [command.arguments(row) for row in rows])


class SqliteCursor(Cursor):
    """Lets SQLAlchemy execute the statement. The connection has no other side that could end it."""

    def __init__(self, connection: AsyncConnection, write_queue: AbstractAsyncContextManager[None]) -> None:
        self.connection = connection
        self._write_queue = write_queue

    @property
    def closed(self) -> bool:
        return False

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[None]:
        async with self._write_queue, self.connection.begin():
            yield

    async def close(self) -> None:
        with suppress(Exception):
            await self.connection.invalidate()
            await self.connection.close()

    async def fetch_all(self, query: Query[RowT], **values: object) -> list[RowT]:
        make_row = query.make_row
        return [make_row(row) for row in await self.connection.execute(query.statement, values)]

    async def execute(self, command: Command, **values: object) -> None:
        await self.connection.execute(command.statement, values)

    async def execute_many(self, command: Command, rows: Sequence[Mapping[str, object]]) -> None:
        if rows:
            await self.connection.execute(command.statement, [dict(row) for row in rows])
