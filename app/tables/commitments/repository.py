"""Queries of the public chain of commitments."""

import secrets
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import COMMITMENTS, UNPUBLISHED_COMMITMENTS
from app.tables.commitments.chain import GENESIS, ChainEntry
from engine.shuffle import commitment

SECRET_BYTES = 32

_limit = bindparam("limit", type_=COMMITMENTS.c.number.type)
ADD = Command(insert(UNPUBLISHED_COMMITMENTS).values(commitment=bindparam("commitment")))


async def draw_secret(cursor: Cursor) -> bytes:
    """Returns a new secret for a shuffle, and stores its commitment, to be published soon."""
    secret = secrets.token_bytes(SECRET_BYTES)
    await add_commitment(cursor, commitment(secret))
    return secret


async def add_commitment(cursor: Cursor, new: bytes) -> None:
    """Stores a commitment, to be published soon."""
    await cursor.execute(ADD, commitment=new)


ANY_UNPUBLISHED = ValueQuery[int](select(UNPUBLISHED_COMMITMENTS.c.id).limit(1))


async def has_unpublished(cursor: Cursor) -> bool:
    """Returns whether there is a commitment to publish."""
    return await cursor.fetch_one(ANY_UNPUBLISHED) is not None


class Unpublished(NamedTuple):
    """A commitment that is not in the public list yet."""

    id: int
    commitment: bytes


OLDEST_UNPUBLISHED = Query(
    select(UNPUBLISHED_COMMITMENTS.c.id, UNPUBLISHED_COMMITMENTS.c.commitment)
    .order_by(UNPUBLISHED_COMMITMENTS.c.id)
    .limit(_limit)
    .with_for_update(),
    Unpublished,
)
DROP = Command(delete(UNPUBLISHED_COMMITMENTS).where(UNPUBLISHED_COMMITMENTS.c.id == bindparam("id")))


async def take_unpublished(cursor: Cursor, limit: int) -> list[bytes]:
    """Removes the oldest commitments that are not published yet, and returns them.

    All callers want the oldest, so a second one waits here until the first has committed.
    """
    rows = await cursor.fetch_all(OLDEST_UNPUBLISHED, limit=limit)
    await cursor.execute_many(DROP, [{"id": row.id} for row in rows])
    return [row.commitment for row in rows]


class _StoredEntry(NamedTuple):
    """An entry without the hash of the previous one."""

    number: int
    at: int
    commitment: bytes
    hash: bytes


_GENESIS = _StoredEntry(GENESIS.number, GENESIS.at, GENESIS.commitment, GENESIS.hash)
_stored = _StoredEntry._fields
_entries = select(*(COMMITMENTS.c[name] for name in _stored))
LAST_TWO = Query(_entries.order_by(COMMITMENTS.c.number.desc()).limit(2), _StoredEntry)


async def head(cursor: Cursor) -> ChainEntry:
    """Returns the last entry, or GENESIS."""
    return next(reversed(_chained((await cursor.fetch_all(LAST_TWO))[::-1])), GENESIS)


def _chained(rows: Sequence[_StoredEntry]) -> list[ChainEntry]:
    """Returns the entries of consecutive rows; the first row only if it is the first entry of the log."""
    before = [_GENESIS, *rows] if rows and rows[0].number == 1 else rows
    return [
        ChainEntry(row.number, row.at, row.commitment, previous.hash, row.hash)
        for previous, row in pairwise(before)
    ]


APPEND = Command(insert(COMMITMENTS).values(previous=b"", **parameters(*_stored)))


async def append(cursor: Cursor, entries: Sequence[ChainEntry]) -> None:
    """Adds entries. Raises the driver's error, and so ends the transaction, if a number is taken."""
    await cursor.execute_many(APPEND, [{name: getattr(entry, name) for name in _stored} for entry in entries])


FIRST = ValueQuery[int](select(COMMITMENTS.c.at).order_by(COMMITMENTS.c.number).limit(1))


async def began_at(cursor: Cursor) -> int | None:
    """Returns when the first entry was published, in ms since 1970."""
    return await cursor.fetch_one(FIRST)


NUMBER = ValueQuery[int | None](
    select(func.min(COMMITMENTS.c.number).label("number")).where(
        COMMITMENTS.c.commitment == bindparam("commitment")
    )
)


async def number_of(cursor: Cursor, wanted: bytes) -> int | None:
    """Returns the number of this commitment's entry."""
    return await cursor.fetch_one(NUMBER, commitment=wanted)


PUBLISHED_AT = ValueQuery[int](select(COMMITMENTS.c.at).where(COMMITMENTS.c.number == bindparam("number")))


async def last_before(cursor: Cursor, at: int, last: int) -> int:
    """Returns the number of the last entry published before this time (ms since 1970), 0 if none was.

    `last` is the number of the last entry. Times never decrease and numbers have no gaps, so halving the
    range finds it without an index of times.
    """
    first = 0
    while first < last:
        middle = (first + last + 1) // 2
        if await cursor.fetch_row(PUBLISHED_AT, number=middle) < at:
            first = middle
        else:
            last = middle - 1
    return first


PAGE = Query(
    _entries.where(COMMITMENTS.c.number >= bindparam("after")).order_by(COMMITMENTS.c.number).limit(_limit),
    _StoredEntry,
)


async def page(cursor: Cursor, after: int, limit: int) -> list[ChainEntry]:
    """Returns the entries after this number."""
    rows = await cursor.fetch_all(PAGE, after=after, limit=limit + 1 if after else limit)
    return [entry for entry in _chained(rows) if entry.number > after]
