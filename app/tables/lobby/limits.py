"""Limits on open tables, per person and per network address."""

from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, case, func, select, update

from app.infra.address_keys import shares_of
from app.infra.database.models import PlayerRow, SeatRow, TableRow
from app.infra.database.models.table import HAS_ADDRESS, IN_LOBBY
from app.infra.database.query import Cursor, Statement
from app.settings import Settings
from app.tables.game.tables import Table
from app.tables.lobby.errors import TooManySeats, TooManyTables, TooManyTablesHere

TABLES: Any = TableRow.__table__
SEATS: Any = SeatRow.__table__
PLAYERS: Any = PlayerRow.__table__

_player: Any = bindparam("player")
_listed = (TABLES.c.visibility != "link", 1)
_counts = select(
    func.count().label("waiting"), func.coalesce(func.sum(case(_listed, else_=0)), 0).label("listed")
).where(TABLES.c.status == "open", TABLES.c.starts_at.is_(None))
LOCK_PERSON = Statement(select(PLAYERS.c.id).where(PLAYERS.c.id == _player).with_for_update(key_share=True))
OF_PERSON = Statement(_counts.where(TABLES.c.host_id == _player))
OF_ADDRESS = Statement(_counts.where(HAS_ADDRESS, TABLES.c.address_key == bindparam("address")))
SEATS_OF_PERSON = Statement(
    select(func.count().label("count"))
    .select_from(SEATS.join(TABLES, TABLES.c.id == SEATS.c.table_id))
    .where(IN_LOBBY, SEATS.c.player_id == _player, TABLES.c.id != bindparam("besides"))
)
COUNT_FOR = Statement(
    update(TABLES).where(TABLES.c.id == bindparam("table")).values(address_key=bindparam("address"))
)


class OpenTableLimits(NamedTuple):
    """Limits on tables that have not started."""

    listed: int = 3  # listed in the lobby, per host
    listed_of_address: int = 60
    waiting: int = 20  # of any visibility, per host
    waiting_of_address: int = 500
    seats: int = 10  # at listed tables, per person


def limits_from(settings: Settings) -> OpenTableLimits:
    """Derives the limits from the settings; an address may be a school where everybody creates a table."""
    people, own = settings.people_per_address, settings.open_tables_per_person
    return OpenTableLimits(own, people + people // 5, max(20, own), people * 10)


async def check_table_limits(
    cursor: Cursor, bounds: OpenTableLimits, player: UUID, address: str, *, new: bool = False, listed: bool
) -> None:
    """Checks that this person may have one more table: a new one, a listed one, or both.

    The count per person is exact; concurrent requests may exceed the count per address.
    Raises TooManyTables, TooManyTablesHere.
    """
    await cursor.run(LOCK_PERSON, player=player)
    mine = await cursor.one(OF_PERSON, player=player)
    if (new and mine.waiting >= bounds.waiting) or (listed and mine.listed >= bounds.listed):
        raise TooManyTables
    others, shares = await cursor.one(OF_ADDRESS, address=address), shares_of(address)
    too_many_waiting = new and others.waiting >= bounds.waiting_of_address * shares
    if too_many_waiting or (listed and others.listed >= bounds.listed_of_address * shares):
        raise TooManyTablesHere


async def check_seat_limit(cursor: Cursor, bounds: OpenTableLimits, player: UUID, table: Table) -> None:
    """Checks that this person may take another seat, so that nobody can occupy all tables.

    Raises TooManySeats.
    """
    await cursor.run(LOCK_PERSON, player=player)
    if (await cursor.one(SEATS_OF_PERSON, player=player, besides=table.id)).count >= bounds.seats:
        raise TooManySeats


async def assign_address(cursor: Cursor, table: int, address: str) -> None:
    """Assigns the table to this address, whose limit it counts for."""
    await cursor.run(COUNT_FOR, table=table, address=address)
