"""The record's SQL: moves read in order, and added so that one of two that want the same place is first.

Many moves go into one statement, for which each database has its own form.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.engine import now
from app.infra.database.models import MoveRow, Status
from app.infra.database.query import Cursor, PostgresCursor, Statement
from app.tables.game.repository import end
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
WITH_ENDS = f"""
    WITH added AS ({POSTGRES}), ended AS (
        UPDATE tables SET status = last.ends, finished_at = now()
        FROM unnest($7::int[], $8::int[], $9::text[]) AS last(table_id, seq, ends)
            JOIN added USING (table_id, seq)
        WHERE tables.id = last.table_id
    )
    SELECT table_id, seq, made_at FROM added
"""
_columns = ("table_id", "seq", "seat", "move", "move_id", "caretaker", "made_at")
SQLITE = Statement(
    insert(MOVES)
    .values({name: bindparam(name) for name in _columns})
    .on_conflict_do_nothing()
    .returning(MOVES.c.table_id, MOVES.c.seq, MOVES.c.made_at)
)


class NewMove(NamedTuple):
    """A move that wants to be the next of its table."""

    table_id: int
    seq: int  # the version it makes, from 1
    seat: int | None
    move: Json
    move_id: str
    caretaker: bool = False  # it played for the seat's owner
    ends: Status | None = None  # what the game becomes by it, if it is the last


OF_MOVE = NewMove._fields[:-1]  # the other is the table's


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

    A game's last move and its end are both in, or neither. Not in: that table has a move of this seq or,
    from this seat, of this id.
    """
    if isinstance(cursor, PostgresCursor):
        added = await _append_at_once(cursor, moves)
    else:
        added = await _append_by_one(cursor, moves)
    return {(table, seq): made_at for table, seq, made_at in added}


async def _append_at_once(cursor: PostgresCursor, moves: Sequence[NewMove]) -> Any:
    tables, seqs, seats, written, ids, marks, _ = zip(*moves, strict=True)
    new = tables, seqs, seats, [*map(json.dumps, written)], ids, marks
    if ends := [(move.table_id, move.seq, move.ends) for move in moves if move.ends]:
        return await cursor.connection.fetch(WITH_ENDS, *new, *zip(*ends, strict=True))
    return await cursor.connection.fetch(POSTGRES, *new)


async def _append_by_one(cursor: Cursor, moves: Sequence[NewMove]) -> Any:
    made_at = now()  # by itself SQLite forgets parts of a second
    rows = [{**dict(zip(OF_MOVE, move, strict=False)), "made_at": made_at} for move in moves]
    added = [found for row in rows for found in await cursor.fetch_all(SQLITE, **row)]
    places = {(table, seq) for table, seq, _ in added}
    for move in moves:
        if move.ends and (move.table_id, move.seq) in places:
            await end(cursor, move.table_id, move.ends)
    return added
