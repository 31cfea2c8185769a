"""The record's SQL: moves read in order, and added so that one of two that want the same place is first.

Many moves go into one statement, for which each database has its own form.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from app.database import now
from app.models import MoveRow
from app.statements import Cursor, Statement
from engine.types import Json

MOVES: Any = MoveRow.__table__
LATER = Statement(
    select(MOVES.c.seq, MOVES.c.seat, MOVES.c.move, MOVES.c.move_id, MOVES.c.made_at, MOVES.c.caretaker)
    .where(MOVES.c.table_id == bindparam("table"), MOVES.c.seq > bindparam("version"))
    .order_by(MOVES.c.seq)
)
POSTGRES = """
    INSERT INTO moves (table_id, seq, seat, move, move_id, caretaker)
    SELECT table_id, seq, seat, move::json, move_id, caretaker
    FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::bool[])
        AS new(table_id, seq, seat, move, move_id, caretaker)
    ON CONFLICT DO NOTHING RETURNING table_id, seq, made_at
"""
SQLITE = insert(MOVES).on_conflict_do_nothing().returning(MOVES.c.table_id, MOVES.c.seq, MOVES.c.made_at)


class NewMove(NamedTuple):
    """A move that wants to be the next of its table."""

    table_id: int
    seq: int  # the version it makes, from 1
    seat: int | None
    move: Json
    move_id: str
    caretaker: bool = False  # it played for the seat's owner


class RecordedMove(Protocol):
    """A row of the record."""

    seq: int
    seat: int | None
    move: Json
    move_id: str
    made_at: datetime
    caretaker: bool


async def moves_after(cursor: Cursor, table: int, version: int) -> list[RecordedMove]:
    """The moves that made the versions after this one, in order."""
    return await cursor.run(LATER, table=table, version=version)


async def append(cursor: Cursor, moves: Sequence[NewMove]) -> dict[tuple[int, int], datetime]:
    """Adds those that are the next of their tables, in this order; when they were made, by (table, seq).

    Not in: that table has a move of this seq or, from this seat, of this id.
    """
    if cursor.driver is None:
        made_at = now()  # by itself SQLite forgets parts of a second
        rows = [{**move._asdict(), "made_at": made_at} for move in moves]
        added: Any = await cursor.connection.execute(SQLITE, rows)
    else:
        tables, seqs, seats, written, ids, marks = zip(*moves, strict=True)
        moved = [*map(json.dumps, written)]
        added = await cursor.driver.fetch(POSTGRES, tables, seqs, seats, moved, ids, marks)
    return {(table, seq): made_at for table, seq, made_at in added}
