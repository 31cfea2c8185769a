"""The SQL of people."""

from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import bindparam, func, insert, select, update

from app.models import PlayerRow, SeatRow, TableRow
from app.statements import Cursor, Statement

PLAYERS: Any = PlayerRow.__table__
SEATS: Any = SeatRow.__table__
TABLES: Any = TableRow.__table__
MY_TABLES = 20  # the newest; older ones are history

NAME = Statement(select(PLAYERS.c.name).where(PLAYERS.c.id == bindparam("player")))
ADD = Statement(insert(PLAYERS).values(created_at=func.now(), id=bindparam("id"), name=bindparam("name")))
RENAME = Statement(update(PLAYERS).where(PLAYERS.c.id == bindparam("player")).values(name=bindparam("new")))
TABLES_OF = Statement(
    select(TABLES.c.code, TABLES.c.game, TABLES.c.status)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(SEATS.c.player_id == bindparam("player"))
    .order_by(TABLES.c.id.desc())
    .limit(MY_TABLES)
)


async def name_of(cursor: Cursor, player: UUID) -> str | None:
    """None: there is no such person."""
    row = await cursor.one(NAME, player=player)
    return None if row is None else row.name


async def add_player(cursor: Cursor, name: str) -> UUID:
    player = uuid4()
    await cursor.run(ADD, id=player, name=name)
    return player


async def rename(cursor: Cursor, player: UUID, name: str) -> None:
    await cursor.run(RENAME, player=player, new=name)


async def tables_of(cursor: Cursor, player: UUID) -> list[Any]:
    """Code, game and status of the tables where this person sits, newest first."""
    return await cursor.run(TABLES_OF, player=player)
