"""Queries of the deals of days."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import Integer, bindparam, delete, exists, func, null, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models.daily_deal import SEALED
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import COMMITMENTS, DAILY_DEALS, DAILY_TRIES, TABLES

_this = (DAILY_DEALS.c.day == bindparam("of_day"), DAILY_DEALS.c.game == bindparam("of_game"))
_tried = (
    exists()
    .where(DAILY_TRIES.c.day == DAILY_DEALS.c.day, DAILY_TRIES.c.game == DAILY_DEALS.c.game)
    .correlate(DAILY_DEALS)
)


class DealRow(NamedTuple):
    """A row of `daily_deals`; without a secret it is sealed."""

    day: date
    game: str
    seats: int
    commitment: bytes
    secret: bytes | None


class ListedDeal(NamedTuple):
    """A deal, and when its commitment was listed, in ms since 1970."""

    day: date
    game: str
    seats: int
    commitment: bytes
    secret: bytes | None
    deal: bytes  # app.tables.deal_guard.digest
    published: int | None


class DealKey(NamedTuple):
    """What identifies a deal."""

    day: date
    game: str


_deals = select(*(DAILY_DEALS.c[name] for name in DealRow._fields)).order_by(
    DAILY_DEALS.c.day, DAILY_DEALS.c.game
)
OF_DAYS = Query(
    _deals.where(DAILY_DEALS.c.day >= bindparam("first"), DAILY_DEALS.c.day <= bindparam("last")), DealRow
)
TO_REVEAL = Query(_deals.where(SEALED, DAILY_DEALS.c.day <= bindparam("last")).limit(100), DealRow)


_listed_at = (
    select(func.min(COMMITMENTS.c.at))
    .where(COMMITMENTS.c.commitment == DAILY_DEALS.c.commitment)
    .scalar_subquery()
    .label("published")
)
LISTED = Query(
    select(*(DAILY_DEALS.c[name] for name in DealRow._fields), DAILY_DEALS.c.deal, _listed_at)
    .where(DAILY_DEALS.c.day == bindparam("of_day"))
    .order_by(DAILY_DEALS.c.game),
    ListedDeal,
)
REVEALED_BEFORE = Query(
    select(DAILY_DEALS.c.day, DAILY_DEALS.c.game)
    .where(DAILY_DEALS.c.day < bindparam("before"), DAILY_DEALS.c.secret.is_not(None))
    .order_by(DAILY_DEALS.c.day.desc(), DAILY_DEALS.c.game)
    .limit(bindparam("most", type_=Integer)),
    DealKey,
)


async def listed_deals(cursor: Cursor, day: date) -> list[ListedDeal]:
    """Returns the deals of a day with the times when their commitments were listed."""
    return await cursor.fetch_all(LISTED, of_day=day)


async def revealed_before(cursor: Cursor, before: date, most: int) -> list[DealKey]:
    """Returns revealed deals of earlier days, the newest first."""
    return await cursor.fetch_all(REVEALED_BEFORE, before=before, most=most)


async def deals_of_days(cursor: Cursor, first: date, last: date) -> list[DealRow]:
    """Returns the deals of these days, both included, in their order."""
    return await cursor.fetch_all(OF_DAYS, first=first, last=last)


async def to_reveal(cursor: Cursor, last: date) -> list[DealRow]:
    """Returns sealed deals up to this day."""
    return await cursor.fetch_all(TO_REVEAL, last=last)


ADD = ValueQuery[str](
    insert(DAILY_DEALS)
    .values(secret=null(), **parameters("day", "game", "seats", "commitment", "deal"))
    .on_conflict_do_nothing()
    .returning(DAILY_DEALS.c.game)
)
REPLACE = ValueQuery[str](
    update(DAILY_DEALS)
    .where(*_this, DAILY_DEALS.c.secret.is_(None), ~_tried)
    .values(**parameters("seats", "commitment", "deal"))
    .returning(DAILY_DEALS.c.game)
)


async def add(cursor: Cursor, day: date, game: str, seats: int, commitment: bytes, deal: bytes) -> bool:
    """Stores a deal, or replaces one that nobody has tried; returns whether it did."""
    columns = {"seats": seats, "commitment": commitment, "deal": deal}
    if await cursor.fetch_one(ADD, day=day, game=game, **columns) is not None:
        return True
    return await cursor.fetch_one(REPLACE, of_day=day, of_game=game, **columns) is not None


LOCK = Command(select(DAILY_DEALS.c.day).where(*_this).with_for_update())


async def lock(cursor: Cursor, day: date, game: str) -> None:
    """Locks the deal until the transaction ends."""
    await cursor.execute(LOCK, of_day=day, of_game=game)


SECRET_OF_TABLES = ValueQuery[bytes](
    select(TABLES.c.secret)
    .join(DAILY_TRIES, DAILY_TRIES.c.table_id == TABLES.c.id)
    .where(DAILY_TRIES.c.day == bindparam("of_day"), DAILY_TRIES.c.game == bindparam("of_game"))
    .limit(1)
)


async def secret_of_tables(cursor: Cursor, day: date, game: str) -> bytes | None:
    """Returns the secret with which the deal was played; None if nobody has."""
    return await cursor.fetch_one(SECRET_OF_TABLES, of_day=day, of_game=game)


REVEAL = Command(update(DAILY_DEALS).where(*_this).values(secret=bindparam("new_secret")))
FORGET_ADDRESSES = Command(
    update(DAILY_TRIES)
    .where(DAILY_TRIES.c.day == bindparam("of_day"), DAILY_TRIES.c.game == bindparam("of_game"))
    .values(address_key=null())
)
DROP = Command(delete(DAILY_DEALS).where(*_this, ~_tried))


async def reveal(cursor: Cursor, day: date, game: str, secret: bytes) -> None:
    """Stores the deal's secret, which opens the deal to everybody, and forgets the addresses of its tries."""
    await cursor.execute(REVEAL, of_day=day, of_game=game, new_secret=secret)
    await cursor.execute(FORGET_ADDRESSES, of_day=day, of_game=game)


async def drop(cursor: Cursor, day: date, game: str) -> None:
    """Deletes a deal that nobody has tried."""
    await cursor.execute(DROP, of_day=day, of_game=game)
