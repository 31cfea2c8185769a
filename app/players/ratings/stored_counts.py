"""Counts of results as packed games store them: the id of their names, then the numbers."""

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.query import Command, Cursor, ValueQuery, parameters
from app.infra.database.schema import COUNT_NAMES

FIND = ValueQuery[int](select(COUNT_NAMES.c.id).where(COUNT_NAMES.c.names == bindparam("names")))
ADD = Command(insert(COUNT_NAMES).values(**parameters("names")).on_conflict_do_nothing())


async def number_counts(cursor: Cursor, counts: Mapping[str, int]) -> list[int]:
    """Returns the id of the counts' names, which are stored if they are new, and the counts."""
    names = json.dumps([*counts])
    number = await cursor.fetch_one(FIND, names=names)
    if number is None:  # looked up first, because an insert that does nothing takes an id as well
        await cursor.execute(ADD, names=names)
        number = await cursor.fetch_row(FIND, names=names)
    return [number, *counts.values()]


def name_counts(counts: Mapping[str, int] | Sequence[int], names: str | None) -> dict[str, int]:
    """Returns the counts by name, from either form; `names` belong to the id in a list."""
    if isinstance(counts, Mapping):
        return dict(counts)
    return dict(zip(json.loads(names or "[]"), counts[1:], strict=True))
