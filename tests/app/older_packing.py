"""Packed games as the servers of before stored them: what a database has after an upgrade."""

import json
import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from unittest.mock import patch

from sqlalchemy import BindParameter, bindparam, null, select, update

from app.infra.database.engine import Database
from app.infra.database.query import Command, Cursor, Query, parameters
from app.infra.database.schema import COUNT_NAMES, FINISHED_GAME_PLAYERS, PACKED_GAMES, SEATS, TABLES
from app.players.ratings.stored_counts import name_counts
from app.tables.game import packed_moves
from app.tables.game.move_repository import moves_after
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.repository import load_table
from app.tables.game.tables import Table

LOW_BITS = packed_moves.LOW_BITS_1
WITHOUT_CHECKSUM = -packed_moves.CHECKSUM_BYTES
_table: BindParameter[int] = bindparam("table")
_of_table = FINISHED_GAME_PLAYERS.c.table_id == _table
SET_CONTENT = Command(
    update(PACKED_GAMES).where(PACKED_GAMES.c.table_id == _table).values(**parameters("form", "content"))
)
DROP_SALTS = Command(update(TABLES).where(TABLES.c.id == _table).values(salts=null()))
SET_SALT = Command(
    update(SEATS)
    .where(SEATS.c.table_id == _table, SEATS.c.seat == bindparam("number"))
    .values(parameters("salt"))
)


class StoredCounts(NamedTuple):
    """Counts of a player's result, with their names."""

    player_id: Any
    counts: Any
    names: str | None


COUNTS = Query(
    select(FINISHED_GAME_PLAYERS.c.player_id, FINISHED_GAME_PLAYERS.c.counts, COUNT_NAMES.c.names)
    .outerjoin(COUNT_NAMES, COUNT_NAMES.c.id == FINISHED_GAME_PLAYERS.c.counts[0].as_integer())
    .where(_of_table, FINISHED_GAME_PLAYERS.c.score.is_not(None)),
    StoredCounts,
)
SET_COUNTS = Command(
    update(FINISHED_GAME_PLAYERS)
    .where(
        FINISHED_GAME_PLAYERS.c.table_id == _table, FINISHED_GAME_PLAYERS.c.player_id == bindparam("player")
    )
    .values(parameters("counts"))
)


async def make_older(database: Database, code: str, form: int) -> None:
    """Turns a packed game into one of format 1 or 2, with what servers of that format stored elsewhere."""
    async with database.write() as cursor:
        table = await load_table(cursor, code)
        moves = await moves_after(cursor, table.id, 0)
        content = _pack_1(moves) if form == 1 else _pack_2(moves)
        assert packed_moves.unpack(content, form) == moves
        await cursor.execute(SET_CONTENT, table=table.id, form=form, content=content)
        if form == 1:
            await _return_salts_and_counts(cursor, table)


async def _return_salts_and_counts(cursor: Cursor, table: Table) -> None:
    for number, seat in enumerate(table.seats):
        await cursor.execute(SET_SALT, table=table.id, number=number, salt=seat.salt)
    await cursor.execute(DROP_SALTS, table=table.id)
    for row in await cursor.fetch_all(COUNTS, table=table.id):
        counts = name_counts(row.counts, row.names)
        await cursor.execute(SET_COUNTS, table=table.id, player=row.player_id, counts=counts)


def _pack_2(moves: Sequence[RecordedMove]) -> bytes:
    """Format 2 had microseconds and no checksum."""
    units = {**packed_moves.UNITS, packed_moves.FORMAT: 1}
    with patch.object(packed_moves, "UNITS", units):
        return packed_moves.pack(moves)[:WITHOUT_CHECKSUM]


def _pack_1(moves: Sequence[RecordedMove]) -> bytes:
    """Format 1 had all indices as digits in the JSON, and the low bits of times uncompressed."""
    times = [(move.made_at - packed_moves.EPOCH) // packed_moves.MICROSECOND for move in moves]
    gaps = [after - before for before, after in pairwise([*times[:1], *times])]
    columns = json.loads(packed_moves.write_columns(moves)[0])
    columns["values"] = _indexed_values(moves)
    columns |= {"start": times[0], "after": [gap >> LOW_BITS for gap in gaps]}
    text = json.dumps(columns, separators=(",", ":")).encode()
    compressed = zlib.compressobj(
        9, zlib.DEFLATED, packed_moves.WITHOUT_HEADER, zdict=packed_moves._dictionary(1)
    )
    low_bits = struct.pack(f"<{len(gaps)}H", *(gap & (1 << LOW_BITS) - 1 for gap in gaps))
    return compressed.compress(text) + compressed.flush() + low_bits


def _indexed_values(moves: Sequence[RecordedMove]) -> list[list[Any]]:
    """Returns the distinct values of each field, then a digit for each of its values."""
    columns = []
    for values in packed_moves._by_shape(moves)[2]:
        distinct, digits = packed_moves._indexed(values)
        columns.append([*distinct, "".join(chr(packed_moves.FIRST_DIGIT + one) for one in digits.digits)])
    return columns
