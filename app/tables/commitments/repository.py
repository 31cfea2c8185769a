"""Queries of the public chain of commitments."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import COMMITMENTS, UNPUBLISHED_COMMITMENTS
from app.tables.commitments.chain import GENESIS, ChainEntry
from engine.shuffle import commitment

SECRET_BYTES = 32

_columns = [COMMITMENTS.c[name] for name in ChainEntry._fields]
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


HEAD = Query(select(*_columns).order_by(COMMITMENTS.c.number.desc()).limit(1), ChainEntry)


async def head(cursor: Cursor) -> ChainEntry:
    """Returns the last entry, or GENESIS."""
    return await cursor.fetch_one(HEAD) or GENESIS


APPEND = Command(insert(COMMITMENTS).values(parameters(*ChainEntry._fields)))


async def append(cursor: Cursor, entries: Sequence[ChainEntry]) -> None:
    """Adds entries. Raises the driver's error, and so ends the transaction, if a number is taken."""
    await cursor.execute_many(APPEND, [entry._asdict() for entry in entries])


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


PAGE = Query(
    select(*_columns)
    .where(
        COMMITMENTS.c.number > bindparam("after"),
        COMMITMENTS.c.at >= bindparam("since"),
        COMMITMENTS.c.at < bindparam("until"),
    )
    .order_by(COMMITMENTS.c.number)
    .limit(_limit),
    ChainEntry,
)


async def page(cursor: Cursor, after: int, since: int, until: int, limit: int) -> list[ChainEntry]:
    """Returns entries after this number that were published between these times (ms since 1970)."""
    return await cursor.fetch_all(PAGE, after=after, since=since, until=until, limit=limit)
