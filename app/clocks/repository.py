"""The SQL of time: deadlines, votes, pauses, habits."""

from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from app.clocks.habits import utc
from app.lobby.repository import HAS_CLOCK
from app.models import DeadlineRow, PlayerRow, SeatRow, TableRow, VoteRow
from app.statements import Cursor, Statement

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__
DEADLINES: Any = DeadlineRow.__table__
VOTES: Any = VoteRow.__table__

TIME = Statement(select(func.now(type_=DEADLINES.c.due_at.type).label("time")))
_due = (
    select(DEADLINES.c.table_id)
    .where(DEADLINES.c.due_at <= bindparam("now"))
    .order_by(DEADLINES.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .cte()
)
CLAIM = Statement(
    update(DEADLINES)
    .where(DEADLINES.c.table_id.in_(select(_due.c.table_id)))
    .values(due_at=bindparam("until"))
    .returning(DEADLINES.c.table_id)
)
CODES = Statement(
    select(TABLES.c.id, TABLES.c.code).where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
)
_claimed = DEADLINES.c.table_id == bindparam("table"), DEADLINES.c.due_at == bindparam("until")
PUT_OFF = Statement(update(DEADLINES).where(*_claimed).values(due_at=bindparam("due")))
DROP = Statement(delete(DEADLINES).where(*_claimed))
_running = TABLES.c.status == "playing", HAS_CLOCK
_missing = ~select(DEADLINES.c.table_id).where(DEADLINES.c.table_id == TABLES.c.id).exists()
_soon = bindparam("due", type_=DEADLINES.c.due_at.type)
FIND = Statement(
    insert(DEADLINES).from_select(
        ["table_id", "due_at"], select(TABLES.c.id, _soon).where(*_running, _missing)
    )
)
FORGET = Statement(delete(DEADLINES).where(DEADLINES.c.table_id == bindparam("table")))
HURRY = Statement(
    insert(DEADLINES).from_select(
        ["table_id", "due_at"],
        select(TABLES.c.id, _soon).where(TABLES.c.id == bindparam("table"), *_running),
    )
)


async def time(cursor: Cursor) -> Any:
    """By the database's clock."""
    return (await cursor.one(TIME)).time


async def claim(cursor: Cursor, now: float, until: float, most: int) -> dict[int, str]:
    """Takes tables whose deadline has come, by id their codes; nobody else gets them until then."""
    rows = await cursor.run(CLAIM, now=utc(now), until=utc(until), most=most)
    if not rows:
        return {}
    tables = await cursor.run(CODES, tables=[row.table_id for row in rows])
    return {row.id: row.code for row in tables}


async def put_off(cursor: Cursor, table: int, until: float, due: float | None) -> None:
    """What was claimed until then is due then, or (None) never; not if somebody wants it sooner."""
    if due is None:
        await cursor.run(DROP, table=table, until=utc(until))
    else:
        await cursor.run(PUT_OFF, table=table, until=utc(until), due=utc(due))


async def find(cursor: Cursor, now: float) -> None:
    """Tables that play by a clock and have no deadline get one: somebody is to look at them."""
    await cursor.run(FIND, due=utc(now))


async def hurry(cursor: Cursor, table: int, now: float) -> None:
    """Something about this table's time changed: whatever its deadline was, somebody is to look at it now."""
    await cursor.run(FORGET, table=table)
    await cursor.run(HURRY, table=table, due=utc(now))
