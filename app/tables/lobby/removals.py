"""People whom a host removed from an open table, and until when they may not sit down again."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.core.errors import TooManyPeople
from app.infra.database.engine import now
from app.infra.database.models import RemovalRow, TableRow
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor, Statement
from app.tables.game.tables import Table
from app.tables.lobby.errors import KeptOutOfTable, RemovedFromTable

REMOVALS: Any = RemovalRow.__table__
TABLES: Any = TableRow.__table__
REMOVAL_PERIOD = timedelta(seconds=60)
MAX_KEPT_OUT = 100  # permanent removals per table

_table, _player = REMOVALS.c.table_id == bindparam("table"), REMOVALS.c.player_id == bindparam("player")
_until = bindparam("until", type_=REMOVALS.c.until.type)
_new = insert(REMOVALS).values(table_id=bindparam("table"), player_id=bindparam("player"), until=_until)
REMOVE = Statement(
    _new.on_conflict_do_update(
        index_elements=["table_id", "player_id"], set_={"until": _new.excluded["until"]}
    )
)
LET_IN = Statement(delete(REMOVALS).where(_table, _player))
ALL = Statement(delete(REMOVALS).where(_table))
EXPIRED = Statement(
    delete(REMOVALS).where(_table, REMOVALS.c.until < bindparam("before", type_=REMOVALS.c.until.type))
)
OF_PLAYER = Paged(
    select(TABLES.c.code, REMOVALS.c.until).join(TABLES, TABLES.c.id == REMOVALS.c.table_id).where(_player),
    REMOVALS.c.table_id,
)
FORGET = Statement(delete(REMOVALS).where(_player))
KEPT_OUT = Statement(
    select(func.count().label("count")).select_from(REMOVALS).where(_table, REMOVALS.c.until.is_(None))
)


async def remove(cursor: Cursor, table: Table, player: UUID, *, keep_out: bool) -> None:
    """Removes a player for REMOVAL_PERIOD or permanently.

    Raises TooManyPeople at the limit of permanent ones.
    """
    if keep_out and (await cursor.one(KEPT_OUT, table=table.id)).count >= MAX_KEPT_OUT:
        raise TooManyPeople
    await cursor.run(EXPIRED, table=table.id, before=now())
    await cursor.run(
        REMOVE, table=table.id, player=player, until=None if keep_out else now() + REMOVAL_PERIOD
    )


async def check_may_sit(cursor: Cursor, table: Table, player: UUID) -> None:
    """Checks that this player may sit down; deletes an expired removal.

    Raises KeptOutOfTable, RemovedFromTable.
    """
    removal = next((one for one in table.removals if one.player == player), None)
    if removal is None:
        return
    if removal.until is None:
        raise KeptOutOfTable
    if removal.until > now():
        raise RemovedFromTable
    await let_in(cursor, table.id, player)


async def let_in(cursor: Cursor, table: int, player: UUID) -> None:
    """Lifts a removal."""
    await cursor.run(LET_IN, table=table, player=player)


async def delete_all(cursor: Cursor, table: int) -> None:
    """Deletes the table's removals at the start of its game."""
    await cursor.run(ALL, table=table)


async def forget(cursor: Cursor, player: UUID) -> None:
    """Deletes all removals of this player."""
    await cursor.run(FORGET, player=player)
