"""People whom a host removed from a table, who may not sit down there again for a while or for good."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import Integer, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.engine import now
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, ValueQuery
from app.infra.database.schema import REMOVALS, TABLES
from app.players.friends.errors import TooManyPlayers
from app.tables.game.tables import Table
from app.tables.lobby.errors import ExcludedFromTable, RemovedFromTable

REMOVAL_PERIOD = timedelta(seconds=60)
MAX_EXCLUDED = 100  # people kept out of one table for good

_table, _player = REMOVALS.c.table_id == bindparam("table"), REMOVALS.c.player_id == bindparam("player")
_until = bindparam("until", type_=REMOVALS.c.until.type)
_new = insert(REMOVALS).values(table_id=bindparam("table"), player_id=bindparam("player"), until=_until)
REMOVE = Command(
    _new.on_conflict_do_update(
        index_elements=["table_id", "player_id"], set_={"until": _new.excluded["until"]}
    )
)
DROP_EXPIRED = Command(
    delete(REMOVALS).where(_table, REMOVALS.c.until < bindparam("before", type_=REMOVALS.c.until.type))
)
COUNT_EXCLUDED = ValueQuery[int](
    select(func.count().label("count")).select_from(REMOVALS).where(_table, REMOVALS.c.until.is_(None))
)


async def remove(cursor: Cursor, table: Table, player: UUID, *, permanent: bool) -> None:
    """Keeps the player out for REMOVAL_PERIOD, or for good. Raises TooManyPlayers after MAX_EXCLUDED."""
    if permanent and await cursor.fetch_row(COUNT_EXCLUDED, table=table.id) >= MAX_EXCLUDED:
        raise TooManyPlayers
    await cursor.execute(DROP_EXPIRED, table=table.id, before=now())
    until = None if permanent else now() + REMOVAL_PERIOD
    await cursor.execute(REMOVE, table=table.id, player=player, until=until)


async def check_may_sit(cursor: Cursor, table: Table, player: UUID) -> None:
    """Raises ExcludedFromTable or RemovedFromTable; drops a removal that is over."""
    removal = next((one for one in table.removals if one.player == player), None)
    if removal is None:
        return
    if removal.until is None:
        raise ExcludedFromTable
    if removal.until > now():
        raise RemovedFromTable
    await lift(cursor, table.id, player)


DROP_ONE = Command(delete(REMOVALS).where(_table, _player))


async def lift(cursor: Cursor, table: int, player: UUID) -> None:
    """Drops the player's removal from this table."""
    await cursor.execute(DROP_ONE, table=table, player=player)


DROP_TEMPORARY = Command(delete(REMOVALS).where(_table, REMOVALS.c.until.is_not(None)))


async def delete_temporary(cursor: Cursor, table: int) -> None:
    """Drops the removals for a while of a table whose game starts; a rematch takes over the others."""
    await cursor.execute(DROP_TEMPORARY, table=table)


COPY = Command(
    insert(REMOVALS).from_select(
        ["table_id", "player_id"], select(bindparam("new", type_=Integer), REMOVALS.c.player_id).where(_table)
    )
)


async def copy(cursor: Cursor, table: int, new: int) -> None:
    """Keeps the people who are kept out of this table, whose game has ended, out of its rematch as well."""
    await cursor.execute(COPY, table=table, new=new)


DROP_OF_TABLE = Command(delete(REMOVALS).where(_table))


async def delete_all(cursor: Cursor, table: int) -> None:
    """Drops all removals of a table."""
    await cursor.execute(DROP_OF_TABLE, table=table)


OF_PLAYER = PagedQuery(
    select(TABLES.c.code, REMOVALS.c.until).join(TABLES, TABLES.c.id == REMOVALS.c.table_id).where(_player),
    REMOVALS.c.table_id,
)
DROP_OF_PLAYER = Command(delete(REMOVALS).where(_player))


async def erase(cursor: Cursor, player: UUID) -> None:
    """Drops all removals of this player."""
    await cursor.execute(DROP_OF_PLAYER, player=player)
