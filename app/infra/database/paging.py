"""A query's rows, however many, read a page at a time: memory holds one page, and no connection waits."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import String, bindparam, tuple_

from app.infra.database.engine import Database
from app.infra.database.query import Statement

PAGE = 100  # rows
KEY, AFTER = "key_{}", "after_{}"


class Paged:
    """The rows of a query in the order of keys that tell them apart: integers from 0, or texts."""

    def __init__(self, query: Any, *keys: Any, size: int = PAGE) -> None:
        after = [bindparam(AFTER.format(n), type_=key.type) for n, key in enumerate(keys)]
        later = tuple_(*keys) > tuple_(*after) if len(keys) > 1 else keys[0] > after[0]
        named = [key.label(KEY.format(n)) for n, key in enumerate(keys)]
        self._first = tuple("" if isinstance(key.type, String) else -1 for key in keys)
        self._size = size
        self._page = Statement(query.add_columns(*named).where(later).order_by(*keys).limit(size))

    async def pages(self, database: Database, **values: Any) -> AsyncIterator[list[dict[str, Any]]]:
        """Each page as rows without their keys. What is added meanwhile may be missing or not."""
        after: tuple[Any, ...] = self._first
        full = True
        while full:
            places = {AFTER.format(n): place for n, place in enumerate(after)}
            async with database.read() as cursor:
                rows = [row._asdict() for row in await cursor.run(self._page, **values, **places)]
            full = len(rows) == self._size
            for row in rows:
                after = tuple(row.pop(KEY.format(n)) for n in range(len(after)))
            if rows:
                yield rows
