"""Reads any number of rows a page at a time: memory holds one page, and no connection is held in between."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import ColumnElement, Select, String, bindparam, tuple_

from app.infra.database.engine import Database
from app.infra.database.query import Command, Query
from engine.types import Json

PAGE_SIZE = 100  # rows
KEY, AFTER = "key_{}", "after_{}"


class DictQuery(Query[Json]):
    """A query whose rows become dicts by column name, for exports."""

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        Command.__init__(self, statement)
        names = [column.name for column in statement.exported_columns]
        self.make_row = lambda record: dict(zip(names, record, strict=True))


class PagedQuery:
    """The rows of a query in the order of its keys: integers from 0, or texts, that are unique together."""

    def __init__(
        self, query: Select[*tuple[Any, ...]], *keys: ColumnElement[Any], size: int = PAGE_SIZE
    ) -> None:
        after = [bindparam(AFTER.format(n), type_=key.type) for n, key in enumerate(keys)]
        later = tuple_(*keys) > tuple_(*after) if len(keys) > 1 else keys[0] > after[0]
        named = [key.label(KEY.format(n)) for n, key in enumerate(keys)]
        self._first = tuple("" if isinstance(key.type, String) else -1 for key in keys)
        self._size = size
        self._page = DictQuery(query.add_columns(*named).where(later).order_by(*keys).limit(size))

    async def pages(self, database: Database, **values: object) -> AsyncIterator[list[Json]]:
        """Yields the rows as dicts, a page at a time. Rows added meanwhile may be missing."""
        after: tuple[Any, ...] = self._first
        full = True
        while full:
            last = {AFTER.format(n): key for n, key in enumerate(after)}
            async with database.read() as cursor:
                rows = await cursor.fetch_all(self._page, **values, **last)
            full = len(rows) == self._size
            for row in rows:
                after = tuple(row.pop(KEY.format(n)) for n in range(len(after)))
            if rows:
                yield rows
