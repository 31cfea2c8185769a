"""The SQL of notes. Whoever asks is told their own, and those that others share at a table that is over."""

from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import NoteRow, SeatRow, TableRow
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Cursor, Statement

NOTES: Any = NoteRow.__table__
SEATS: Any = SeatRow.__table__
TABLES: Any = TableRow.__table__

_table, _player = NOTES.c.table_id == bindparam("table"), NOTES.c.player_id == bindparam("player")
_new = insert(NOTES).values(
    at=func.now(), **{name: bindparam(name) for name in ("table_id", "player_id", "ply", "text", "shared")}
)
WRITE = Statement(
    _new.on_conflict_do_update(
        index_elements=["table_id", "player_id", "ply"],
        set_={name: _new.excluded[name] for name in ("text", "shared", "at")},
    )
)
ERASE = Statement(delete(NOTES).where(_table, _player, NOTES.c.ply == bindparam("at_ply")))
COUNT = Statement(
    select(func.count().label("notes")).where(_table, _player, NOTES.c.ply != bindparam("at_ply"))
)
_over = TABLES.c.status.in_(("finished", "abandoned"))
READABLE = Statement(
    select(SEATS.c.seat, NOTES.c.player_id, NOTES.c.ply, NOTES.c.text, NOTES.c.shared)
    .join(SEATS, (SEATS.c.table_id == NOTES.c.table_id) & (SEATS.c.player_id == NOTES.c.player_id))
    .join(TABLES, TABLES.c.id == NOTES.c.table_id)
    .where(_table, or_(_player, NOTES.c.shared & _over))
    .order_by(NOTES.c.ply, SEATS.c.seat)
)
WRITTEN_BY = PagedQuery(
    select(TABLES.c.code, TABLES.c.deal, NOTES.c.ply, NOTES.c.text, NOTES.c.shared, NOTES.c.at)
    .join(TABLES, TABLES.c.id == NOTES.c.table_id)
    .where(_player),
    NOTES.c.table_id,
    NOTES.c.ply,
)
FORGET = Statement(delete(NOTES).where(_player))


async def write(cursor: Cursor, table: int, player: UUID, ply: int, text: str, *, shared: bool) -> None:
    await cursor.run(WRITE, table_id=table, player_id=player, ply=ply, text=text, shared=shared)


async def erase(cursor: Cursor, table: int, player: UUID, ply: int) -> None:
    await cursor.run(ERASE, table=table, player=player, at_ply=ply)


async def others(cursor: Cursor, table: int, player: UUID, ply: int) -> int:
    """How many notes this person has at other moves."""
    count: int = (await cursor.one(COUNT, table=table, player=player, at_ply=ply)).notes
    return count


async def readable(cursor: Cursor, table: int, player: UUID) -> list[Any]:
    """What this person may read."""
    return await cursor.run(READABLE, table=table, player=player)


async def forget(cursor: Cursor, player: UUID) -> None:
    await cursor.run(FORGET, player=player)
