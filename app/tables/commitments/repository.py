"""The SQL of the public list of commitments."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select

from app.infra.database.models import CommitmentRow, UnpublishedCommitmentRow
from app.infra.database.query import Cursor, Statement
from app.tables.commitments.chain import GENESIS, ChainEntry
from engine.shuffle import commitment

UNPUBLISHED: Any = UnpublishedCommitmentRow.__table__
COMMITMENTS: Any = CommitmentRow.__table__
SECRET_BYTES = 32

_columns = [COMMITMENTS.c[name] for name in ChainEntry._fields]
_limit = bindparam("limit", type_=COMMITMENTS.c.number.type)
ADD = Statement(insert(UNPUBLISHED).values(commitment=bindparam("commitment")).returning(UNPUBLISHED.c.id))
ANY_WAITING = Statement(select(UNPUBLISHED.c.id).limit(1))
WAITING = Statement(
    select(UNPUBLISHED.c.id, UNPUBLISHED.c.commitment)
    .order_by(UNPUBLISHED.c.id)
    .limit(_limit)
    .with_for_update()
)
TAKE_OUT = Statement(delete(UNPUBLISHED).where(UNPUBLISHED.c.id == bindparam("id")))
LINK = Statement(insert(COMMITMENTS).values({name: bindparam(name) for name in ChainEntry._fields}))
HEAD = Statement(select(*_columns).order_by(COMMITMENTS.c.number.desc()).limit(1))
FIRST = Statement(select(COMMITMENTS.c.at).order_by(COMMITMENTS.c.number).limit(1))
NUMBER = Statement(
    select(func.min(COMMITMENTS.c.number).label("number")).where(
        COMMITMENTS.c.commitment == bindparam("commitment")
    )
)
PAGE = Statement(
    select(*_columns)
    .where(
        COMMITMENTS.c.number > bindparam("after"),
        COMMITMENTS.c.at >= bindparam("since"),
        COMMITMENTS.c.at < bindparam("until"),
    )
    .order_by(COMMITMENTS.c.number)
    .limit(_limit)
)


async def draw_secret(cursor: Cursor) -> bytes:
    """A new secret for a shuffle. Its commitment is committed with it, and published soon after."""
    secret = secrets.token_bytes(SECRET_BYTES)
    await cursor.run(ADD, commitment=commitment(secret))
    return secret


async def is_waiting(cursor: Cursor) -> bool:
    """Whether there is something to publish."""
    return await cursor.one(ANY_WAITING) is not None


async def take_waiting(cursor: Cursor, limit: int) -> list[bytes]:
    """Takes out the oldest commitments that are not published yet.

    Every caller wants the oldest, so a second one waits here until the first has committed.
    """
    rows = await cursor.run(WAITING, limit=limit)
    await cursor.run_each(TAKE_OUT, [{"id": row.id} for row in rows])
    return [row.commitment for row in rows]


async def head(cursor: Cursor) -> ChainEntry:
    """The last entry; GENESIS if there is none."""
    row = await cursor.one(HEAD)
    return ChainEntry(*row) if row else GENESIS


async def link(cursor: Cursor, entries: Sequence[ChainEntry]) -> None:
    """Adds entries. One whose number is taken fails, and with it the transaction."""
    await cursor.run_each(LINK, [entry._asdict() for entry in entries])


async def began_at(cursor: Cursor) -> int | None:
    """When the first entry was published."""
    row = await cursor.one(FIRST)
    return row.at if row else None


async def number_of(cursor: Cursor, wanted: bytes) -> int | None:
    """The number of this commitment's entry."""
    number: int | None = (await cursor.one(NUMBER, commitment=wanted)).number
    return number


async def page(cursor: Cursor, after: int, since: int, until: int, limit: int) -> list[ChainEntry]:
    """The entries after this number that were published between these times."""
    rows = await cursor.run(PAGE, after=after, since=since, until=until, limit=limit)
    return [ChainEntry(*row) for row in rows]
