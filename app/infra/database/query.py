"""Statements that are put together once.

On Postgres the driver gets them as they are: what SQLAlchemy does around a statement costs ten times what
asyncpg needs for it, and people wait for it.
"""

import json
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import JSON
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection

POSTGRES: Any = asyncpg.dialect()  # type: ignore[no-untyped-call]


class Statement:
    """A query with named parameters, for both databases.

    Names every column that it writes: what the models have as a default never reaches the driver.
    """

    def __init__(self, query: Any) -> None:
        self.query = query
        compiled = query.compile(dialect=POSTGRES)
        self.sql = str(compiled)
        named = compiled.params.items()
        self._fixed = {name: value for name, value in named if not compiled.binds[name].required}
        assert None not in self._fixed.values(), "a column is left to its default"
        self._names: list[str] = compiled.positiontup or []
        self._json = {name for name in self._names if isinstance(compiled.binds[name].type, JSON)}
        self._make = _maker([column.name for column in query.exported_columns])
        self.goes_straight = not any(bind.expanding for bind in compiled.binds.values())

    def arguments(self, values: dict[str, Any]) -> list[Any]:
        """In the driver's order."""
        given = {**self._fixed, **values}
        return [json.dumps(given[name]) if name in self._json else given[name] for name in self._names]

    def row(self, record: Any) -> Any:
        """What the driver read, by name."""
        return self._make(record)


def _maker(names: list[str]) -> Callable[[Iterable[Any]], Any]:
    """What makes a row with these columns of its values."""
    kind: Any = namedtuple("Row", names)  # type: ignore[misc]
    return kind._make


class Cursor:
    """Runs statements, one after the other, on one connection."""

    def __init__(self, connection: AsyncConnection, driver: Any) -> None:
        self.connection = connection
        self.driver = driver  # asyncpg's connection; None on SQLite

    @property
    def closed(self) -> bool:
        """Whether the driver has seen the connection end. SQLite's have no other side."""
        return self.driver is not None and self.driver.is_closed()

    async def end(self) -> None:
        """Lets go of its connection, whatever state it is in."""
        with suppress(Exception):
            await self.connection.invalidate()
            await self.connection.close()

    async def run(self, statement: Statement, **values: Any) -> list[Any]:
        """The rows it gives, if any, with its columns by name."""
        if self.driver is not None and statement.goes_straight:
            records = await self.driver.fetch(statement.sql, *statement.arguments(values))
            return [statement.row(record) for record in records]
        result = await self.connection.execute(statement.query, values)
        return list(result) if result.returns_rows else []

    async def run_each(self, statement: Statement, rows: Sequence[dict[str, Any]]) -> None:
        """Once with each row of values, in one go; what it gives is lost."""
        if self.driver is not None:
            await self.driver.executemany(statement.sql, [statement.arguments(row) for row in rows])
        elif rows:
            await self.connection.execute(statement.query, list(rows))

    async def one(self, statement: Statement, **values: Any) -> Any:
        """Its first row; None if there is none."""
        rows = await self.run(statement, **values)
        return rows[0] if rows else None
