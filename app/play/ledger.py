"""The record's SQL: moves read in order, and added so that one of two that want the same place is first.

On Postgres the driver is spoken to directly: what SQLAlchemy puts around a statement costs several times what
the statement does, and this one runs for every move.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from app.models import MoveRow
from engine.types import Json

MOVES: Any = MoveRow.__table__
APPEND = """
    INSERT INTO moves (table_id, seq, seat, move, move_id)
    SELECT table_id, seq, seat, move::json, move_id
    FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[])
        AS new(table_id, seq, seat, move, move_id)
    ON CONFLICT DO NOTHING RETURNING table_id, seq
"""


class NewMove(NamedTuple):
    """A move that wants to be the next of its table."""

    table_id: int
    seq: int  # the version it makes, from 1
    seat: int | None
    move: Json
    move_id: str


class RecordedMove(Protocol):
    """A row of the record."""

    seq: int
    seat: int | None
    move: Json
    move_id: str


async def moves_after(session: AsyncSession, table: int, version: int) -> Sequence[Any]:
    """The moves that made the versions after this one, in order, as RecordedMove with `made_at`."""
    columns = select(MOVES.c.seq, MOVES.c.seat, MOVES.c.move, MOVES.c.move_id, MOVES.c.made_at)
    later = columns.where(MOVES.c.table_id == table, MOVES.c.seq > version).order_by(MOVES.c.seq)
    return (await session.execute(later)).all()


async def append(connection: AsyncConnection, moves: Sequence[NewMove]) -> set[tuple[int, int]]:
    """Adds those that are the next of their tables, and commits; returns the (table, seq) that are in now.

    Not in: that table has a move of this seq or, from this seat, of this id.
    """
    add = _postgres if connection.dialect.name == "postgresql" else _sqlite
    return {(table, seq) for table, seq in await add(connection, moves)}


async def _postgres(connection: AsyncConnection, moves: Sequence[NewMove]) -> Sequence[Any]:
    driver: Any = (await connection.get_raw_connection()).driver_connection
    tables, seqs, seats, written, ids = zip(*moves, strict=True)
    added: Sequence[Any] = await driver.fetch(APPEND, tables, seqs, seats, [*map(json.dumps, written)], ids)
    return added


async def _sqlite(connection: AsyncConnection, moves: Sequence[NewMove]) -> Sequence[Any]:
    added = insert(MOVES).on_conflict_do_nothing().returning(MOVES.c.table_id, MOVES.c.seq)
    async with connection.begin():
        return (await connection.execute(added, [move._asdict() for move in moves])).all()
