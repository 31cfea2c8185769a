"""Queries of withheld deals: until all tables of an event have played a deal, nobody may see games with it.

Only the players of such a game keep its page, on which they played it.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Exists, bindparam, delete, exists, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.query import Command, Cursor, ValueQuery
from app.infra.database.schema import TABLES, WITHHELD_DEALS

IS_WITHHELD = ValueQuery[bytes](
    select(WITHHELD_DEALS.c.digest).where(WITHHELD_DEALS.c.digest == bindparam("deal"))
)
WITHHOLD = Command(insert(WITHHELD_DEALS).values(digest=bindparam("digest")).on_conflict_do_nothing())
RELEASE = Command(delete(WITHHELD_DEALS).where(WITHHELD_DEALS.c.digest == bindparam("deal")))


async def is_withheld(cursor: Cursor, deal: bytes) -> bool:
    """Returns whether nobody may see games with these deals."""
    return await cursor.fetch_one(IS_WITHHELD, deal=deal) is not None


def has_withheld_deal(table: ColumnElement[int]) -> Exists:
    """Returns the condition that the deals of the table with this id are withheld."""
    some = TABLES.alias("perhaps_withheld")
    return exists().where(some.c.id == table, some.c.deal == WITHHELD_DEALS.c.digest)


async def withhold(cursor: Cursor, deals: Sequence[bytes]) -> None:
    """Closes all games with these deals to everybody."""
    await cursor.execute_many(WITHHOLD, [{"digest": deal} for deal in deals])


async def release(cursor: Cursor, deal: bytes) -> None:
    """Opens the games with these deals again."""
    await cursor.execute(RELEASE, deal=deal)
