"""Queries of notes. A player reads their own, and shared ones of others once the game is over."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, case, delete, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import BLOCKS, NOTES, SEATS, TABLES

_table, _player = NOTES.c.table_id == bindparam("table"), NOTES.c.player_id == bindparam("player")
_new = insert(NOTES).values(
    at=func.now(), **{name: bindparam(name) for name in ("table_id", "player_id", "ply", "text", "shared")}
)
WRITE = Command(
    _new.on_conflict_do_update(
        index_elements=["table_id", "player_id", "ply"],
        set_={name: _new.excluded[name] for name in ("text", "shared", "at")},
    )
)
DELETE = Command(delete(NOTES).where(_table, _player, NOTES.c.ply == bindparam("at_ply")))
COUNT = ValueQuery[int](
    select(func.count().label("notes")).where(_table, _player, NOTES.c.ply != bindparam("at_ply"))
)
_over = TABLES.c.status.in_(("finished", "abandoned"))


class ReadableNote(NamedTuple):
    """A note that a player may read."""

    seat: int
    player_id: UUID
    ply: int
    text: str
    shared: bool


_blocked = exists().where(BLOCKS.c.player_id == bindparam("player"), BLOCKS.c.other_id == NOTES.c.player_id)
READABLE = Query(
    select(SEATS.c.seat, NOTES.c.player_id, NOTES.c.ply, NOTES.c.text, NOTES.c.shared)
    .join(SEATS, (SEATS.c.table_id == NOTES.c.table_id) & (SEATS.c.player_id == NOTES.c.player_id))
    .join(TABLES, TABLES.c.id == NOTES.c.table_id)
    .where(_table, or_(_player, NOTES.c.shared & _over & ~_blocked))
    .order_by(NOTES.c.ply, SEATS.c.seat),
    ReadableNote,
)
# Until the end, the number in the record would show how many moves of others a player has not seen.
_known_ply = case((_over, NOTES.c.ply), else_=None).label("ply")
WRITTEN_BY = PagedQuery(
    select(TABLES.c.code, TABLES.c.deal, _known_ply, NOTES.c.text, NOTES.c.shared, NOTES.c.at)
    .join(TABLES, TABLES.c.id == NOTES.c.table_id)
    .where(_player),
    NOTES.c.table_id,
    NOTES.c.ply,
)
ERASE = Command(delete(NOTES).where(_player))


async def store(cursor: Cursor, table: int, player: UUID, ply: int, text: str, *, shared: bool) -> None:
    await cursor.execute(WRITE, table_id=table, player_id=player, ply=ply, text=text, shared=shared)


async def delete_note(cursor: Cursor, table: int, player: UUID, ply: int) -> None:
    await cursor.execute(DELETE, table=table, player=player, at_ply=ply)


async def count_others(cursor: Cursor, table: int, player: UUID, ply: int) -> int:
    """Returns how many notes this player has at other moves of the table."""
    return await cursor.fetch_row(COUNT, table=table, player=player, at_ply=ply)


async def readable(cursor: Cursor, table: int, player: UUID) -> list[ReadableNote]:
    """Returns the player's own notes at this table, and once the game is over those that others share.

    Like lines of a chat, those of people whom the player blocks are left out.
    """
    return await cursor.fetch_all(READABLE, table=table, player=player)


async def erase(cursor: Cursor, player: UUID) -> None:
    await cursor.execute(ERASE, player=player)
