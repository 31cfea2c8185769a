"""The SQL of tables before they are played at."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, func, insert, null, or_, select, update

from app.core.codes import new_code
from app.infra.database.models import DeadlineRow, PlayerRow, SeatRow, TableRow
from app.infra.database.models.table import STARTING
from app.infra.database.query import Cursor, Statement
from app.tables.commitments.repository import draw_secret
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table, TableSeat, is_rated

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
DEADLINES: Any = DeadlineRow.__table__
PLAYERS: Any = PlayerRow.__table__


def _all(*names: str) -> dict[str, Any]:
    return {name: bindparam(name) for name in names}


TAKEN = Statement(
    select(TABLES.c.id)
    .where(or_(TABLES.c.code == bindparam("code"), TABLES.c.next == bindparam("code")))
    .limit(1)
)
LOCK = Statement(select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).with_for_update())
ADD_TABLE = Statement(
    insert(TABLES)
    .values(
        status="open",
        created_at=func.now(),
        **_all("code", "game", "options", "bots", "look_on", "terms", "visibility", "secret", "host_id"),
    )
    .returning(TABLES.c.id)
)
ADD_SEAT = Statement(insert(SEATS).values(bot="", name="", salt="", ready=False, **_all("table_id", "seat")))
_table, _seat = TABLES.c.id == bindparam("table"), SEATS.c.seat == bindparam("number")
_of_table = SEATS.c.table_id == bindparam("table")
SIT = Statement(update(SEATS).where(_of_table, _seat).values(ready=False, **_all("player_id", "salt")))
ADD_SALT = Statement(
    update(SEATS)
    .where(_of_table, _seat, or_(SEATS.c.salt == "", SEATS.c.salt == bindparam("given")))
    .values(**_all("salt"))
    .returning(SEATS.c.seat)
)
SEAT_MATCHED = Statement(
    update(SEATS).where(_of_table, _seat).values(ready=True, **_all("player_id", "entry"))
)
MATCHED = Statement(
    select(SEATS.c.entry, TABLES.c.code)
    .join(TABLES, TABLES.c.id == SEATS.c.table_id)
    .where(SEATS.c.entry.in_(bindparam("entries", expanding=True)))
)
FORMER = Statement(
    select(PLAYERS.c.id).where(
        PLAYERS.c.id.in_(bindparam("people", expanding=True)), PLAYERS.c.left_at.is_not(None)
    )
)
SET_READY = Statement(update(SEATS).where(_of_table, _seat).values(**_all("ready")))
SEAT_BOT = Statement(update(SEATS).where(_of_table, _seat).values(**_all("bot", "name")))
FREEZE = Statement(update(SEATS).where(_of_table, _seat).values(ready=True, **_all("name")))
SET_HOST = Statement(update(TABLES).where(_table).values(**_all("host_id")))
SET_TERMS = Statement(update(TABLES).where(_table).values(**_all("look_on", "terms", "visibility")))
NOBODY_READY = Statement(update(SEATS).where(_of_table).values(ready=False))
START = Statement(
    update(TABLES)
    .where(_table)
    .values(status="playing", started_at=func.now(), starts_at=null(), **_all("rated", "next", "next_secret"))
)
START_BY_ITSELF = Statement(update(TABLES).where(_table).values(**_all("starts_at")))
DUE = Statement(
    select(TABLES.c.code)
    .where(STARTING, TABLES.c.starts_at <= bindparam("now"))
    .order_by(TABLES.c.starts_at)
    .limit(bindparam("limit", type_=TABLES.c.id.type))
)

START_CLOCK = Statement(
    insert(DEADLINES).from_select(
        ["table_id", "due_at"],
        select(TABLES.c.id, TABLES.c.started_at).where(_table),
    )
)


def columns_of(terms: TableSettings) -> dict[str, Any]:
    """Where a table keeps them: `look_on` is for the version before, `visibility` for the lobby's index."""
    looks_on = terms.watching != "nobody"
    return {"look_on": looks_on, "terms": terms.model_dump(), "visibility": terms.visibility}


async def lock_table(cursor: Cursor, code: str) -> Table:
    """Nobody else changes this table before the transaction ends. Raises TableNotFound."""
    if code.isascii() and code.isalnum():  # Postgres would choke on some others
        await cursor.run(LOCK, code=code)
    return await load_table(cursor, code)


async def free_code(cursor: Cursor) -> str:
    """A code that no table has, and no next game's table will have."""
    code = new_code()
    while await cursor.run(TAKEN, code=code):
        code = new_code()
    return code


async def add_table(cursor: Cursor, seats: int, **chosen: Any) -> Table:
    """A new open table with so many empty seats; `chosen` are its other columns."""
    code, secret = await free_code(cursor), await draw_secret(cursor)
    row = await cursor.one(ADD_TABLE, code=code, secret=secret, **chosen)
    await cursor.run_each(ADD_SEAT, [{"table_id": row.id, "seat": seat} for seat in range(seats)])
    return await load_table(cursor, code)


async def sit(cursor: Cursor, table: Table, number: int, player: UUID, salt: str) -> None:
    await cursor.run(SIT, table=table.id, number=number, player_id=player, salt=salt)


async def add_salt(cursor: Cursor, table: Table, number: int, salt: str) -> bool:
    """Whether this is the seat's salt now: it keeps the first one that came."""
    return bool(await cursor.run(ADD_SALT, table=table.id, number=number, salt=salt, given=salt))


async def seat_matched(cursor: Cursor, table: Table, number: int, player: UUID, entry: str) -> None:
    """Seats a player whom quick match brought; fails if a table was made for this entry before."""
    await cursor.run(SEAT_MATCHED, table=table.id, number=number, player_id=player, entry=entry)


async def start_by_itself(cursor: Cursor, table: Table, at: datetime | None) -> None:
    """It starts when all salts are in, at the latest then; no more, if never."""
    await cursor.run(START_BY_ITSELF, table=table.id, starts_at=at)


async def due(cursor: Cursor, now: datetime, limit: int) -> list[str]:
    """The tables that wait for salts no longer."""
    return [row.code for row in await cursor.run(DUE, now=now, limit=limit)]


async def matched(cursor: Cursor, entries: Sequence[str]) -> dict[str, str]:
    """The codes of the tables where these wishes of quick match were granted."""
    return {row.entry: row.code for row in await cursor.run(MATCHED, entries=entries)}


async def has_former(cursor: Cursor, people: Sequence[UUID]) -> bool:
    """Whether the account of one of these people is gone."""
    return bool(await cursor.run(FORMER, people=people))


async def clear(cursor: Cursor, table: Table, number: int) -> None:
    """Nobody sits here."""
    await cursor.run(SIT, table=table.id, number=number, player_id=None, salt="")


async def set_ready(cursor: Cursor, table: Table, number: int, *, ready: bool) -> None:
    await cursor.run(SET_READY, table=table.id, number=number, ready=ready)


async def seat_bot(cursor: Cursor, table: Table, number: int, name: str) -> None:
    await cursor.run(SEAT_BOT, table=table.id, number=number, bot=table.bots, name=name)


async def set_host(cursor: Cursor, table: Table, player: UUID | None) -> None:
    await cursor.run(SET_HOST, table=table.id, host_id=player)


async def set_terms(cursor: Cursor, table: Table, terms: TableSettings) -> None:
    """Nobody has agreed to them yet."""
    await keep_terms(cursor, table, terms)
    await cursor.run(NOBODY_READY, table=table.id)


async def keep_terms(cursor: Cursor, table: Table, terms: TableSettings) -> None:
    """Where nothing is to be agreed on."""
    await cursor.run(SET_TERMS, table=table.id, **columns_of(terms))


async def start(cursor: Cursor, table: Table) -> None:
    """Its game is on, and its people are called from now on as they are now."""
    names = [{"table": table.id, "number": number, "name": name} for number, name in enumerate(table.names)]
    await cursor.run_each(FREEZE, names)
    await begin(cursor, table.id, table.settings, table.seats)


async def begin(cursor: Cursor, table: int, terms: TableSettings, seats: Sequence[TableSeat]) -> None:
    """From now on it is played at; where there is a clock, it runs.

    Code and secret of the next game's table are drawn now, so that their commitment is known to all
    long before anybody sends a salt for it, and no move has to wait for them.
    """
    code, secret = await free_code(cursor), await draw_secret(cursor)
    await cursor.run(START, table=table, rated=is_rated(terms, seats), next=code, next_secret=secret)
    if terms.clock != "none":
        await cursor.run(START_CLOCK, table=table)
