"""Queries of rematches: the next table is created from that of the finished game."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, func, insert, literal, null, select, update

from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import PLAYERS, SEATS, TABLES
from app.tables.commitments.repository import draw_secret
from app.tables.game.tables import Table, TableSeat
from app.tables.lobby import removals
from app.tables.lobby import repository as lobby
from engine.types import Seat

COPIED = ("game", "options", "bots")
SETTINGS = ("look_on", "terms", "visibility")

_table = TABLES.c.id == bindparam("table")
SET_ANSWER = Command(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.seat == bindparam("number"))
    .values(again=bindparam("again"))
)


async def store_answers(cursor: Cursor, table: Table, seats: Collection[Seat]) -> None:
    """Stores the seats' answers to a rematch: the salt for it, "" for no, or None."""
    answers = [{"table": table.id, "number": seat, "again": table.seats[seat].again} for seat in seats]
    await cursor.execute_many(SET_ANSWER, answers)


MAX_AGREED = 50  # tables of a player whose rematch has not started, the newest
AGREED = ValueQuery[str](
    select(TABLES.c.code)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(
        SEATS.c.player_id == bindparam("player"),
        SEATS.c.again != "",
        TABLES.c.status == "finished",
        TABLES.c.next_secret.is_not(None),
    )
    .order_by(TABLES.c.id.desc())
    .limit(MAX_AGREED)
)


async def codes_of_agreed(cursor: Cursor, player: UUID) -> list[str]:
    """Returns the tables at which the player has agreed to a rematch that has not started."""
    return await cursor.fetch_all(AGREED, player=player)


RESERVE = Command(update(TABLES).where(_table).values(**parameters("next", "next_secret")))


async def reserve(cursor: Cursor, table: Table) -> None:
    """Draws code and secret of the rematch, for a game whose start did not."""
    code, secret = await lobby.free_code(cursor), await draw_secret(cursor)
    await cursor.execute(RESERVE, table=table.id, next=code, next_secret=secret)


class PlayerName(NamedTuple):
    """A player and their present name."""

    id: UUID
    name: str


NAMES = Query(
    select(PLAYERS.c.id, PLAYERS.c.name)
    .join(SEATS, SEATS.c.player_id == PLAYERS.c.id)
    .where(SEATS.c.table_id == bindparam("table")),
    PlayerName,
)


async def names(cursor: Cursor, table: Table) -> dict[UUID, str]:
    """Returns the present names of the people at this table."""
    return {row.id: row.name for row in await cursor.fetch_all(NAMES, table=table.id)}


ADD_TABLE = ValueQuery[int](
    insert(TABLES)
    .from_select(
        ["code", "secret", "status", "created_at", "host_id", "address_key", *COPIED, *SETTINGS],
        select(
            TABLES.c.next,
            TABLES.c.next_secret,
            literal("open"),
            func.now(),
            bindparam("host", type_=TABLES.c.host_id.type),
            # that of a finished game is forgotten
            func.coalesce(TABLES.c.address_key, bindparam("address", type_=TABLES.c.address_key.type)),
            *(TABLES.c[name] for name in COPIED),
            *(bindparam(name, type_=TABLES.c[name].type) for name in SETTINGS),
        ).where(_table),
    )
    .returning(TABLES.c.id)
)
ADD_SEAT = Command(
    insert(SEATS).values(parameters("table_id", "seat", "player_id", "bot", "name", "salt", "ready"))
)
DROP_NEXT_SECRET = Command(update(TABLES).where(_table).values(next_secret=null()))


async def create_table(
    cursor: Cursor, table: Table, host: UUID, table_seats: Sequence[TableSeat], address: str
) -> None:
    """Inserts the rematch's table with these seats and removals, and starts it if none of them is empty.

    It has the settings of `table`; `address` is the digest of the address from which it was started.
    """
    columns = lobby.columns_of(table.settings)
    new = await cursor.fetch_row(ADD_TABLE, table=table.id, host=host, address=address or None, **columns)
    seats = [{"table_id": new, "seat": number, **_columns(seat)} for number, seat in enumerate(table_seats)]
    await cursor.execute_many(ADD_SEAT, seats)
    await removals.copy(cursor, table.id, new)
    await cursor.execute(DROP_NEXT_SECRET, table=table.id)
    if all(seat.kind != "empty" for seat in table_seats):
        await lobby.set_playing(cursor, new, table, table_seats)


def _columns(seat: TableSeat) -> dict[str, Any]:
    return {
        "player_id": seat.player,
        "bot": seat.bot,
        "name": seat.name,
        "salt": seat.salt,
        "ready": seat.ready,
    }
