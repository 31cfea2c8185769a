"""The SQL of another game at the same table: the next game's table is made from the one that is over."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, func, insert, literal, null, select, update

from app.infra.database.models import PlayerRow, SeatRow, TableRow
from app.infra.database.query import Cursor, Statement
from app.tables.commitments.repository import draw_secret
from app.tables.game.tables import Table, TableSeat
from app.tables.lobby import repository as lobby
from engine.types import Seat

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__
COPIED = ("game", "options", "bots", "look_on", "terms", "visibility")
OF_SEAT = ("table_id", "seat", "player_id", "bot", "name", "salt", "ready")

_table = TABLES.c.id == bindparam("table")
SAY = Statement(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
    .values(again=bindparam("again"))
)
RESERVE = Statement(
    update(TABLES).where(_table).values(next=bindparam("next"), next_secret=bindparam("next_secret"))
)
NAMES = Statement(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .join(SEATS, SEATS.c.player_id == PLAYERS.c.id)
    .where(SEATS.c.table_id == bindparam("table"))
)
ADD_TABLE = Statement(
    insert(TABLES)
    .from_select(
        ["code", "secret", "status", "created_at", "host_id", *COPIED],
        select(
            TABLES.c.next,
            TABLES.c.next_secret,
            literal("open"),
            func.now(),
            bindparam("host", type_=TABLES.c.host_id.type),
            *(TABLES.c[name] for name in COPIED),
        ).where(_table),
    )
    .returning(TABLES.c.id)
)
ADD_SEAT = Statement(insert(SEATS).values({name: bindparam(name) for name in OF_SEAT}))
LEAD_ON = Statement(update(TABLES).where(_table).values(next_secret=null()))


async def say(cursor: Cursor, table: Table, seats: Collection[Seat]) -> None:
    """Keeps what these seats say to another game: a salt, or nothing."""
    said = [{"table": table.id, "number": seat, "again": table.seats[seat].again} for seat in seats]
    await cursor.run_each(SAY, said)


async def reserve(cursor: Cursor, table: Table) -> None:
    """Draws the next game's code and secret, where the start of this one did not."""
    code, secret = await lobby.free_code(cursor), await draw_secret(cursor)
    await cursor.run(RESERVE, table=table.id, next=code, next_secret=secret)


async def names(cursor: Cursor, table: Table) -> dict[UUID, str]:
    """What the people at this table are called now."""
    return {row.id: row.name for row in await cursor.run(NAMES, table=table.id)}


async def lead_on(cursor: Cursor, table: Table, host: UUID, table_seats: Sequence[TableSeat]) -> None:
    """The next game's table is there, and its game is on if nobody is missing."""
    row = await cursor.one(ADD_TABLE, table=table.id, host=host)
    seats = [{"table_id": row.id, "seat": number, **_kept(seat)} for number, seat in enumerate(table_seats)]
    await cursor.run_each(ADD_SEAT, seats)
    await cursor.run(LEAD_ON, table=table.id)
    if all(seat.kind != "empty" for seat in table_seats):
        await lobby.begin(cursor, row.id, table.settings, table_seats)


def _kept(seat: TableSeat) -> dict[str, Any]:
    return {
        "player_id": seat.player,
        "bot": seat.bot,
        "name": seat.name,
        "salt": seat.salt,
        "ready": seat.ready,
    }
