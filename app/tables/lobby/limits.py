"""Limits on tables that have not started, per player and per address."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, case, func, select, update

from app.infra.address_keys import shares_of
from app.infra.database.models.table import HAS_ADDRESS, IN_LOBBY
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import PLAYERS, SEATS, TABLES
from app.players.accounts.repository import lock_player
from app.settings import Settings
from app.tables.game.tables import Table
from app.tables.lobby.errors import TooManySeats, TooManyTables, TooManyTablesHere


class OpenTableLimits(NamedTuple):
    """Numbers of tables that have not started."""

    listed: int = 3  # in the lobby, of one host
    listed_of_address: int = 60
    waiting: int = 20  # of any kind, of one host
    waiting_of_address: int = 500
    seats: int = 10  # at tables in the lobby, of one player


class TableCounts(NamedTuple):
    """Numbers of open tables, and of those in the lobby."""

    waiting: int
    listed: int


def limits_from(settings: Settings) -> OpenTableLimits:
    """Returns limits under which every pupil of a school can make a table from its one address."""
    people, own = settings.people_per_address, settings.open_tables_per_person
    return OpenTableLimits(own, people + people // 5, max(20, own), people * 10)


_player = bindparam("player", type_=PLAYERS.c.id.type)
_is_listed = (TABLES.c.visibility != "link", 1)
_counts = select(
    func.count().label("waiting"), func.coalesce(func.sum(case(_is_listed, else_=0)), 0).label("listed")
).where(TABLES.c.status == "open", TABLES.c.starts_at.is_(None))
OF_HOST = Query(_counts.where(TABLES.c.host_id == _player), TableCounts)
OF_ADDRESS = Query(_counts.where(HAS_ADDRESS, TABLES.c.address_key == bindparam("address")), TableCounts)


async def check_table_limits(
    cursor: Cursor, limits: OpenTableLimits, player: UUID, address: str, *, new: bool = False, listed: bool
) -> None:
    """Raises TooManyTables or TooManyTablesHere if this player may not have one more table.

    `new` asks for a table, `listed` for one in the lobby. A player's own are counted exactly; those of an
    address may exceed the bound by as many as are made at the same time.
    """
    await lock_player(cursor, player)
    own = await cursor.fetch_row(OF_HOST, player=player)
    if (new and own.waiting >= limits.waiting) or (listed and own.listed >= limits.listed):
        raise TooManyTables
    others, shares = await cursor.fetch_row(OF_ADDRESS, address=address), shares_of(address)
    too_many_waiting = new and others.waiting >= limits.waiting_of_address * shares
    if too_many_waiting or (listed and others.listed >= limits.listed_of_address * shares):
        raise TooManyTablesHere


COUNT_SEATS = ValueQuery[int](
    select(func.count().label("count"))
    .select_from(SEATS.join(TABLES, TABLES.c.id == SEATS.c.table_id))
    .where(IN_LOBBY, SEATS.c.player_id == _player, TABLES.c.id != bindparam("besides"))
)


async def check_seat_limit(cursor: Cursor, limits: OpenTableLimits, player: UUID, table: Table) -> None:
    """Raises TooManySeats if the player has seats at too many other tables of the lobby."""
    await lock_player(cursor, player)
    if await cursor.fetch_row(COUNT_SEATS, player=player, besides=table.id) >= limits.seats:
        raise TooManySeats


SET_ADDRESS = Command(
    update(TABLES).where(TABLES.c.id == bindparam("table")).values(address_key=bindparam("address"))
)


async def assign_address(cursor: Cursor, table: int, address: str) -> None:
    """Counts the table for this address from now on."""
    await cursor.execute(SET_ADDRESS, table=table, address=address)
