"""Queries of tables that have not started: creation, seats, settings, start."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, func, insert, null, or_, select, update

from app.core.codes import may_be_code, new_code
from app.infra.database.models.table import STARTING
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import DEADLINES, PLAYERS, SEATS, TABLES
from app.tables.commitments.repository import draw_secret
from app.tables.game.rated_games import is_rated
from app.tables.game.repository import count_change, load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table, TableSeat

_table, _seat = TABLES.c.id == bindparam("table"), SEATS.c.seat == bindparam("number")
_of_table = SEATS.c.table_id == bindparam("table")

READ_BY_QUERIES = {"clock", "watching"}  # settings that are always in the column `terms`


def columns_of(settings: TableSettings) -> dict[str, Any]:
    """Returns the columns that store the settings.

    `look_on` repeats one for servers of the previous version, and `visibility` one for the lobby's index.
    Settings with their default value are left out, except those that queries read.
    """
    has_spectators = settings.watching != "nobody"
    terms = {**settings.model_dump(include=READ_BY_QUERIES), **settings.model_dump(exclude_defaults=True)}
    return {"look_on": has_spectators, "terms": terms, "visibility": settings.visibility}


LOCK = Command(select(TABLES.c.id).where(TABLES.c.code == bindparam("code")).with_for_update())


async def lock_table(cursor: Cursor, code: str) -> Table:
    """Returns the table, locked until the transaction ends. Raises TableNotFound."""
    if may_be_code(code):
        await cursor.execute(LOCK, code=code)
    return await load_table(cursor, code)


CODE_IN_USE = ValueQuery[int](
    select(TABLES.c.id)
    .where(or_(TABLES.c.code == bindparam("code"), TABLES.c.next == bindparam("code")))
    .limit(1)
)


async def free_code(cursor: Cursor) -> str:
    """Returns a new code that neither a table nor a reserved rematch has."""
    code = new_code()
    while await cursor.fetch_one(CODE_IN_USE, code=code) is not None:
        code = new_code()
    return code


ADD_TABLE = ValueQuery[int](
    insert(TABLES)
    .values(
        status="open",
        created_at=func.now(),
        **parameters(
            "code",
            "game",
            "options",
            "bots",
            "look_on",
            "terms",
            "visibility",
            "secret",
            "host_id",
            "deal_name",
        ),
    )
    .returning(TABLES.c.id)
)
ADD_SEAT = Command(
    insert(SEATS).values(bot="", name="", salt="", ready=False, **parameters("table_id", "seat"))
)


async def add_seats(cursor: Cursor, table: int, seats: range) -> None:
    """Adds empty seats with these numbers."""
    await cursor.execute_many(ADD_SEAT, [{"table_id": table, "seat": seat} for seat in seats])


class SharedDeal(NamedTuple):
    """A deal that many tables play: their seeds follow from its name and secret, without salts."""

    name: str
    secret: bytes


async def add_table(cursor: Cursor, seats: int, shared: SharedDeal | None = None, **columns: Any) -> Table:
    """Inserts an open table with so many empty seats; `columns` are those that ADD_TABLE lacks."""
    code, name = await free_code(cursor), shared.name if shared else None
    secret = shared.secret if shared else await draw_secret(cursor)
    number = await cursor.fetch_row(ADD_TABLE, code=code, secret=secret, deal_name=name, **columns)
    await add_seats(cursor, number, range(seats))
    return await load_table(cursor, code)


SET_PLAYER = Command(
    update(SEATS).where(_of_table, _seat).values(ready=False, **parameters("player_id", "salt"))
)


async def sit(cursor: Cursor, table: Table, number: int, player: UUID, salt: str) -> None:
    """Seats the player, who is not ready yet."""
    await cursor.execute(SET_PLAYER, table=table.id, number=number, player_id=player, salt=salt)


async def clear(cursor: Cursor, table: Table, number: int) -> None:
    """Empties the seat."""
    await cursor.execute(SET_PLAYER, table=table.id, number=number, player_id=None, salt="")


ADD_SALT = ValueQuery[int](
    update(SEATS)
    .where(_of_table, _seat, or_(SEATS.c.salt == "", SEATS.c.salt == bindparam("given")))
    .values(**parameters("salt"))
    .returning(SEATS.c.seat)
)


async def add_salt(cursor: Cursor, table: Table, number: int, salt: str) -> bool:
    """Sets the seat's salt unless it has another one; returns whether it is this one now."""
    row = await cursor.fetch_one(ADD_SALT, table=table.id, number=number, salt=salt, given=salt)
    return row is not None


SEAT_MATCHED = Command(
    update(SEATS).where(_of_table, _seat).values(ready=True, **parameters("player_id", "entry"))
)


async def seat_matched(cursor: Cursor, table: Table, number: int, player: UUID, entry: str) -> None:
    """Seats a player of quick match; raises the driver's error if another table has this entry."""
    await cursor.execute(SEAT_MATCHED, table=table.id, number=number, player_id=player, entry=entry)


SCHEDULE_START = Command(update(TABLES).where(_table).values(**parameters("starts_at")))


async def schedule_start(cursor: Cursor, table: Table, at: datetime | None) -> None:
    """Sets when the table starts even if salts are missing; None cancels it."""
    await cursor.execute(SCHEDULE_START, table=table.id, starts_at=at)


DUE_TO_START = ValueQuery[str](
    select(TABLES.c.code)
    .where(STARTING, TABLES.c.starts_at <= bindparam("now"))
    .order_by(TABLES.c.starts_at)
    .limit(bindparam("limit", type_=TABLES.c.id.type))
)


async def due_to_start(cursor: Cursor, now: datetime, limit: int) -> list[str]:
    """Returns the codes of tables whose scheduled start has come."""
    return await cursor.fetch_all(DUE_TO_START, now=now, limit=limit)


class MatchedEntry(NamedTuple):
    """An entry of the quick-match queue and the code of its table."""

    entry: str
    code: str


MATCHED = Query(
    select(SEATS.c.entry, TABLES.c.code)
    .join(TABLES, TABLES.c.id == SEATS.c.table_id)
    .where(SEATS.c.entry.in_(bindparam("entries", expanding=True))),
    MatchedEntry,
)


async def tables_of_entries(cursor: Cursor, entries: Sequence[str]) -> dict[str, str]:
    """Returns the codes of the tables that quick match made for these entries of its queue."""
    return {row.entry: row.code for row in await cursor.fetch_all(MATCHED, entries=entries)}


DELETED_ACCOUNTS = ValueQuery[UUID](
    select(PLAYERS.c.id).where(
        PLAYERS.c.id.in_(bindparam("players", expanding=True)), PLAYERS.c.left_at.is_not(None)
    )
)


async def any_account_deleted(cursor: Cursor, players: Sequence[UUID]) -> bool:
    """Returns whether one of these players deleted their account."""
    return bool(await cursor.fetch_all(DELETED_ACCOUNTS, players=players))


SET_READY = Command(update(SEATS).where(_of_table, _seat).values(**parameters("ready")))


async def set_ready(cursor: Cursor, table: Table, number: int, *, ready: bool) -> None:
    await cursor.execute(SET_READY, table=table.id, number=number, ready=ready)


SEAT_BOT = Command(update(SEATS).where(_of_table, _seat).values(**parameters("bot", "name")))


async def seat_bot(cursor: Cursor, table: Table, number: int, name: str) -> None:
    await cursor.execute(SEAT_BOT, table=table.id, number=number, bot=table.bots, name=name)


SET_HOST = Command(update(TABLES).where(_table).values(**parameters("host_id")))


async def set_host(cursor: Cursor, table: Table, player: UUID | None) -> None:
    await cursor.execute(SET_HOST, table=table.id, host_id=player)


NOBODY_READY = Command(update(SEATS).where(_of_table).values(ready=False))


async def change_settings(cursor: Cursor, table: Table, settings: TableSettings) -> None:
    """Stores other settings; everybody has to be ready again."""
    await store_settings(cursor, table, settings)
    await cursor.execute(NOBODY_READY, table=table.id)


SET_SETTINGS = Command(update(TABLES).where(_table).values(**parameters("look_on", "terms", "visibility")))


async def store_settings(cursor: Cursor, table: Table, settings: TableSettings) -> None:
    """Stores settings that nobody has to agree to."""
    await cursor.execute(SET_SETTINGS, table=table.id, **columns_of(settings))
    await count_change(cursor, table.id)


FREEZE_NAME = Command(update(SEATS).where(_of_table, _seat).values(ready=True, **parameters("name")))


async def start(cursor: Cursor, table: Table) -> None:
    """Starts the game. From now on the record has the people's names of today."""
    names = [{"table": table.id, "number": number, "name": name} for number, name in enumerate(table.names)]
    await cursor.execute_many(FREEZE_NAME, names)
    await set_playing(cursor, table.id, table, table.seats)


START = Command(
    update(TABLES)
    .where(_table)
    .values(
        status="playing",
        started_at=func.now(),
        starts_at=null(),
        **parameters("rated", "next", "next_secret"),
    )
)
START_CLOCK = Command(
    insert(DEADLINES).from_select(
        ["table_id", "due_at"], select(TABLES.c.id, TABLES.c.started_at).where(_table)
    )
)


async def set_playing(cursor: Cursor, number: int, like: Table, seats: Sequence[TableSeat]) -> None:
    """Sets the table with this id to playing, and its first deadline if it has a clock.

    Its game, options and settings are those of the table `like`.

    Code and secret of the rematch are drawn now, so that the commitment to it is public before anybody sends
    a salt for it, and no move has to wait for them.
    """
    code, secret = await free_code(cursor), await draw_secret(cursor)
    # not at a public night: there seats are compared, and a deal may be known
    rated = like.origin is None and is_rated(like.game, like.options, like.settings, seats)
    await cursor.execute(START, table=number, rated=rated, next=code, next_secret=secret)
    if like.settings.clock != "none":
        await cursor.execute(START_CLOCK, table=number)
