"""Queries of moves. Of two moves for the same place in a table's record the database accepts the first.

Many moves are inserted by one statement, for which each database has its own form. Times have milliseconds:
microseconds tell nobody anything, and would be a third of a packed game.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Integer, bindparam, exists, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.engine import now
from app.infra.database.models import Status
from app.infra.database.query import Cursor, PostgresCursor, Query, compact_json
from app.infra.database.schema import MOVES, PACKED_GAMES, TABLES
from app.tables.game.packed_moves import unpack
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.repository import end
from engine.types import Json

UNLIMITED = 2**31 - 1  # moves in one query


class NewMove(NamedTuple):
    """A move to be inserted as the next of its table."""

    table_id: int
    seq: int  # the version that it makes, from 1
    seat: int | None
    move: Json
    move_id: str
    caretaker: bool = False  # it played for the seat's owner
    ends: Status | None = None  # the table's final status, if it is the game's last move


class InsertedMove(NamedTuple):
    """A move that was stored, with the time of the database."""

    table_id: int
    seq: int
    made_at: datetime


MOVES_AFTER = Query(
    select(*(MOVES.c[name] for name in RecordedMove._fields))
    .where(MOVES.c.table_id == bindparam("table"), MOVES.c.seq > bindparam("version"))
    .order_by(MOVES.c.seq)
    .limit(bindparam("most", type_=Integer)),
    RecordedMove,
)


class PackedMoves(NamedTuple):
    """The moves of a packed game."""

    form: int
    content: bytes


PACKED_MOVES = Query(
    select(PACKED_GAMES.c.form, PACKED_GAMES.c.content).where(
        PACKED_GAMES.c.table_id == bindparam("table"), PACKED_GAMES.c.version > bindparam("version")
    ),
    PackedMoves,
)


async def moves_after(cursor: Cursor, table: int, version: int, most: int = UNLIMITED) -> list[RecordedMove]:
    """Returns the next moves after the one that made this version, from rows or a packed game.

    Rows are read first: a game that is packed between both queries is then found by the second.
    Raises DamagedGame.
    """
    if rows := await cursor.fetch_all(MOVES_AFTER, table=table, version=version, most=most):
        return rows
    packed = await cursor.fetch_one(PACKED_MOVES, table=table, version=version)
    return unpack(packed.content, packed.form)[version:][:most] if packed else []


async def append(cursor: Cursor, moves: Sequence[NewMove]) -> dict[tuple[int, int], datetime]:
    """Inserts the moves that are next at their tables, in this order.

    A game's last move and its end are stored together or not at all. A move is left out if its table has a
    move of this seq, or of this id from this seat, or is over: a packed game has no rows that would be in its
    way. Returns the times of those inserted, by (table, seq).
    """
    if isinstance(cursor, PostgresCursor):
        inserted = await _insert_at_once(cursor, moves)
    else:
        inserted = await _insert_one_by_one(cursor, moves)
    return {(move.table_id, move.seq): move.made_at for move in inserted}


INSERT = """
    INSERT INTO moves (table_id, seq, seat, move, move_id, caretaker, made_at)
    SELECT table_id, seq, seat, move::json, move_id, caretaker, date_trunc('milliseconds', now())
    FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::bool[])
        AS new(table_id, seq, seat, move, move_id, caretaker)
    WHERE coalesce((SELECT status FROM tables WHERE id = new.table_id), '') <> ALL ('{finished,abandoned}')
    ON CONFLICT DO NOTHING RETURNING table_id, seq, made_at
"""
INSERT_WITH_ENDS = f"""
    WITH added AS ({INSERT}), ended AS (
        UPDATE tables SET status = last.ends, finished_at = now()
        FROM unnest($7::int[], $8::int[], $9::text[]) AS last(table_id, seq, ends)
            JOIN added USING (table_id, seq)
        WHERE tables.id = last.table_id
    )
    SELECT table_id, seq, made_at FROM added
"""


async def _insert_at_once(cursor: PostgresCursor, moves: Sequence[NewMove]) -> list[InsertedMove]:
    tables, seqs, seats, played, ids, caretakers, _ = zip(*moves, strict=True)
    columns = tables, seqs, seats, [*map(compact_json, played)], ids, caretakers
    if ends := [(move.table_id, move.seq, move.ends) for move in moves if move.ends]:
        records = await cursor.connection.fetch(INSERT_WITH_ENDS, *columns, *zip(*ends, strict=True))
    else:
        records = await cursor.connection.fetch(INSERT, *columns)
    return [InsertedMove._make(record) for record in records]


_COLUMNS = NewMove._fields[:-1]  # `ends` is a column of the table
_stored = [MOVES.c[name] for name in (*_COLUMNS, "made_at")]
_is_over = exists().where(
    TABLES.c.id == bindparam("table_id"), TABLES.c.status.in_(("finished", "abandoned"))
)
INSERT_ONE = Query(
    insert(MOVES)
    .from_select(_stored, select(*(bindparam(one.name, type_=one.type) for one in _stored)).where(~_is_over))
    .on_conflict_do_nothing()
    .returning(MOVES.c.table_id, MOVES.c.seq, MOVES.c.made_at),
    InsertedMove,
)


async def _insert_one_by_one(cursor: Cursor, moves: Sequence[NewMove]) -> list[InsertedMove]:
    made_at = _to_ms(now())  # SQLite's own clock has no fractions of a second
    inserted = []
    for move in moves:
        values = dict(zip(_COLUMNS, move, strict=False))
        if row := await cursor.fetch_one(INSERT_ONE, made_at=made_at, **values):
            inserted.append(row)
            if move.ends:
                await end(cursor, move.table_id, move.ends)
    return inserted


def _to_ms(moment: datetime) -> datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
