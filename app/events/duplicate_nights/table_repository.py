"""Queries of a night's deals and of the tables that play them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, bindparam, func, or_, select, update
from sqlalchemy import insert as plain_insert
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import Status
from app.infra.database.models.night import TABLE_RUNNING
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import NIGHT_DEALS, NIGHT_PLAYERS, NIGHT_TABLES, NIGHTS, SEATS, TABLES
from engine.types import Json

_night = NIGHT_DEALS.c.night_id == bindparam("night")
_number = NIGHT_DEALS.c.number == bindparam("of_number")


class StoredDeal(NamedTuple):
    """A night's deal; first seat, cards and digest are known from the start on."""

    number: int
    seed: bytes
    first_seat: int | None
    cards: list[Json] | None
    digest: bytes | None
    revealed_at: datetime | None


DEALS = Query(
    select(*(NIGHT_DEALS.c[name] for name in StoredDeal._fields))
    .where(_night)
    .order_by(NIGHT_DEALS.c.number),
    StoredDeal,
)
ADD_DEAL = Command(plain_insert(NIGHT_DEALS).values(parameters("night_id", "number", "seed")))
SET_CARDS = Command(
    update(NIGHT_DEALS)
    .where(_night, _number)
    .values(
        **{
            name: bindparam("new_" + name, type_=NIGHT_DEALS.c[name].type)
            for name in ("first_seat", "cards", "digest")
        }
    )
)
REVEAL = Command(update(NIGHT_DEALS).where(_night, _number).values(revealed_at=func.now()))


async def add_deals(cursor: Cursor, night: int, seeds: Sequence[bytes]) -> None:
    """Stores the seeds of the deals."""
    rows = [{"night_id": night, "number": number, "seed": seed} for number, seed in enumerate(seeds, 1)]
    await cursor.execute_many(ADD_DEAL, rows)


async def deals_of(cursor: Cursor, night: int) -> list[StoredDeal]:
    """Returns the deals of a night in order."""
    return await cursor.fetch_all(DEALS, night=night)


async def set_cards(
    cursor: Cursor, night: int, number: int, first_seat: int, cards: Sequence[Json], digest: bytes
) -> None:
    """Stores a deal's cards, in the record's form."""
    values = {"new_first_seat": first_seat, "new_cards": list(cards), "new_digest": digest}
    await cursor.execute(SET_CARDS, night=night, of_number=number, **values)


async def reveal(cursor: Cursor, night: int, number: int) -> None:
    """Marks a deal as played by all tables."""
    await cursor.execute(REVEAL, night=night, of_number=number)


class StoredTable(NamedTuple):
    """One group's table of one deal; without a code it waits for its table."""

    deal: int
    group: int
    table_id: int | None
    code: str | None
    done_at: datetime | None
    scores: list[int] | None
    substituted: list[int] | None


TABLES_OF = Query(
    select(
        NIGHT_TABLES.c.deal,
        NIGHT_TABLES.c.group,
        NIGHT_TABLES.c.table_id,
        TABLES.c.code,
        NIGHT_TABLES.c.done_at,
        NIGHT_TABLES.c.scores,
        NIGHT_TABLES.c.substituted,
    )
    .outerjoin(TABLES, TABLES.c.id == NIGHT_TABLES.c.table_id)
    .where(NIGHT_TABLES.c.night_id == bindparam("night"))
    .order_by(NIGHT_TABLES.c.deal, NIGHT_TABLES.c.group),
    StoredTable,
)


async def tables_of(cursor: Cursor, night: int) -> list[StoredTable]:
    """Returns the tables of a night by deal and group."""
    return await cursor.fetch_all(TABLES_OF, night=night)


class FormerSeat(NamedTuple):
    """A seat of a night's table whose player has left the night."""

    deal: int
    group: int
    seat: int


FORMER_SEATS = Query(
    select(NIGHT_TABLES.c.deal, NIGHT_TABLES.c.group, SEATS.c.seat)
    .join(SEATS, SEATS.c.table_id == NIGHT_TABLES.c.table_id)
    .outerjoin(
        NIGHT_PLAYERS,
        and_(
            NIGHT_PLAYERS.c.night_id == NIGHT_TABLES.c.night_id,
            NIGHT_PLAYERS.c.player_id == SEATS.c.player_id,
        ),
    )
    .where(
        NIGHT_TABLES.c.night_id == bindparam("night"),
        SEATS.c.player_id.is_not(None),
        NIGHT_PLAYERS.c.player_id.is_(None),
    ),
    FormerSeat,
)


async def former_seats(cursor: Cursor, night: int) -> frozenset[FormerSeat]:
    """Returns the seats of players who are no longer among the night's people."""
    return frozenset(await cursor.fetch_all(FORMER_SEATS, night=night))


ADD_TABLE = Command(
    insert(NIGHT_TABLES).values(parameters("night_id", "deal", "group")).on_conflict_do_nothing()
)


async def add_table(cursor: Cursor, night: int, deal: int, group: int) -> None:
    """Stores that a group plays this deal next; any process then creates its table."""
    await cursor.execute(ADD_TABLE, night_id=night, deal=deal, group=group)


class TableKey(NamedTuple):
    """Identifies one group's table of one deal."""

    night_id: int
    deal: int
    group: int


_key = [NIGHT_TABLES.c[name] for name in TableKey._fields]
_this = and_(
    NIGHT_TABLES.c.night_id == bindparam("night"),
    NIGHT_TABLES.c.deal == bindparam("deal_number"),
    NIGHT_TABLES.c.group == bindparam("group_number"),
)
_limit = bindparam("limit", type_=NIGHT_TABLES.c.deal.type)
UNSEATED = Query(
    select(*_key)
    .where(TABLE_RUNNING, NIGHT_TABLES.c.due_at.is_(None))
    .order_by(NIGHT_TABLES.c.night_id, NIGHT_TABLES.c.deal, NIGHT_TABLES.c.group)
    .limit(_limit),
    TableKey,
)
IS_UNSEATED = ValueQuery[int](
    select(NIGHT_TABLES.c.deal).where(_this, TABLE_RUNNING, NIGHT_TABLES.c.due_at.is_(None))
)
SET_TABLE = Command(
    update(NIGHT_TABLES)
    .where(_this)
    .values(table_id=bindparam("new_table"), due_at=bindparam("due", type_=NIGHT_TABLES.c.due_at.type))
)


async def unseated(cursor: Cursor, limit: int) -> list[TableKey]:
    """Returns tables that are to be created."""
    return await cursor.fetch_all(UNSEATED, limit=limit)


async def is_unseated(cursor: Cursor, key: TableKey) -> bool:
    """Returns whether the table is still to be created; the night has to be locked."""
    found = await cursor.fetch_one(
        IS_UNSEATED, night=key.night_id, deal_number=key.deal, group_number=key.group
    )
    return found is not None


async def set_table(cursor: Cursor, key: TableKey, table: int, due: datetime) -> None:
    """Stores the table, and when it is stopped if it is not over."""
    numbers = {"night": key.night_id, "deal_number": key.deal, "group_number": key.group}
    await cursor.execute(SET_TABLE, new_table=table, due=due, **numbers)


class EndedTable(NamedTuple):
    """A table whose game is over, or whose time is up."""

    code: str | None  # None: it was deleted
    status: Status | None
    night_id: int
    deal: int
    group: int


ENDED = Query(
    select(TABLES.c.code, TABLES.c.status, *_key)
    .select_from(NIGHT_TABLES.outerjoin(TABLES, TABLES.c.id == NIGHT_TABLES.c.table_id))
    .where(
        TABLE_RUNNING,
        NIGHT_TABLES.c.due_at.is_not(None),
        or_(
            NIGHT_TABLES.c.due_at <= bindparam("now"),
            TABLES.c.id.is_(None),
            TABLES.c.status.in_(("finished", "abandoned")),
        ),
    )
    .order_by(NIGHT_TABLES.c.due_at)
    .limit(_limit),
    EndedTable,
)
KEY_OF = Query(
    select(*_key)
    .join(TABLES, TABLES.c.id == NIGHT_TABLES.c.table_id)
    .where(TABLES.c.code == bindparam("code"), TABLE_RUNNING),
    TableKey,
)


async def ended(cursor: Cursor, now: datetime, limit: int) -> list[EndedTable]:
    """Returns tables that have to be finished."""
    return await cursor.fetch_all(ENDED, now=now, limit=limit)


async def key_of(cursor: Cursor, code: str) -> TableKey | None:
    """Returns the key of a night's table that is not done; None for any other table."""
    return await cursor.fetch_one(KEY_OF, code=code)


FINISH = ValueQuery[int](
    update(NIGHT_TABLES)
    .where(_this, TABLE_RUNNING)
    .values(
        done_at=func.now(),
        scores=bindparam("new_scores", type_=NIGHT_TABLES.c.scores.type),
        substituted=bindparam("new_substituted", type_=NIGHT_TABLES.c.substituted.type),
    )
    .returning(NIGHT_TABLES.c.deal)
)


async def finish(
    cursor: Cursor, key: TableKey, scores: Sequence[int] | None, caretaker_seats: Sequence[int]
) -> bool:
    """Stores a table's result; False if it has one."""
    numbers = {"night": key.night_id, "deal_number": key.deal, "group_number": key.group}
    result = {
        "new_scores": None if scores is None else list(scores),
        "new_substituted": list(caretaker_seats),
    }
    return await cursor.fetch_one(FINISH, **numbers, **result) is not None


class TablePlace(NamedTuple):
    """Where a table stands in its night."""

    code: str
    deal: int
    deals: int
    next: str | None
    over: bool


_following, _next_table = NIGHT_TABLES.alias("following"), TABLES.alias("next_table")
PLACE = Query(
    select(
        NIGHTS.c.code,
        NIGHT_TABLES.c.deal,
        NIGHTS.c.deals,
        _next_table.c.code.label("next"),
        or_(NIGHTS.c.status.in_(("finished", "closed")), NIGHT_TABLES.c.deal == NIGHTS.c.deals).label("over"),
    )
    .select_from(NIGHT_TABLES)
    .join(TABLES, TABLES.c.id == NIGHT_TABLES.c.table_id)
    .join(NIGHTS, NIGHTS.c.id == NIGHT_TABLES.c.night_id)
    .outerjoin(
        _following,
        and_(
            _following.c.night_id == NIGHT_TABLES.c.night_id,
            _following.c.deal == NIGHT_TABLES.c.deal + 1,
            _following.c.group == NIGHT_TABLES.c.group,
        ),
    )
    .outerjoin(_next_table, _next_table.c.id == _following.c.table_id)
    .where(TABLES.c.code == bindparam("code")),
    TablePlace,
)


async def place_of(cursor: Cursor, code: str) -> TablePlace | None:
    """Returns the night of a table, None if it belongs to none."""
    return await cursor.fetch_one(PLACE, code=code)
