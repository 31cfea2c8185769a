"""Queries of packing games: which game is next, and the exchange of its moves for one row."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, exists, null, select, text, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models.table import TO_PACK, TO_TALLY
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import (
    DAILY_TRIES,
    MOVES,
    PACKED_GAMES,
    PACKING_STARTS,
    RATING_CHANGES,
    SEAT_RESULTS,
    SEATS,
    TABLES,
)
from app.infra.database.schema import FINISHED_GAME_PLAYERS as PLAYED

ADD_START = Command(insert(PACKING_STARTS).values(id=1, **parameters("begins_at")).on_conflict_do_nothing())
START = ValueQuery[datetime](select(PACKING_STARTS.c.begins_at))


async def packing_start(cursor: Cursor, first: datetime) -> datetime:
    """Returns from when on games are packed: `first`, or what an earlier call stored."""
    await cursor.execute(ADD_START, begins_at=first)
    return await cursor.fetch_row(START)


class FinishedGame(NamedTuple):
    """A game to be packed."""

    id: int
    code: str


# Whether all moves of a daily deal were those of its bots is read from rows.
_unsettled = exists().where(DAILY_TRIES.c.table_id == TABLES.c.id, ~DAILY_TRIES.c.settled)
_finished = (
    select(TABLES.c.id, TABLES.c.code)
    .where(TO_PACK, text(f"NOT ({TO_TALLY.text})"), TABLES.c.finished_at < bindparam("before"), ~_unsettled)
    .order_by(TABLES.c.finished_at, TABLES.c.id)
)
FINISHED = Query(
    _finished.limit(bindparam("limit", type_=TABLES.c.id.type)).with_for_update(skip_locked=True),
    FinishedGame,
)


async def finished_games(cursor: Cursor, before: datetime, limit: int) -> list[FinishedGame]:
    """Returns processed games that finished before this time, oldest first, and locks their tables."""
    return await cursor.fetch_all(FINISHED, before=before, limit=limit)


ADD = Command(insert(PACKED_GAMES).values(**parameters("table_id", "version", "form", "content")))
DROP_MOVES = Command(delete(MOVES).where(MOVES.c.table_id == bindparam("table")))
MARK = Command(update(TABLES).where(TABLES.c.id == bindparam("table")).values(packed=True))
DROP_ENTRIES = Command(
    update(SEATS)
    .where(SEATS.c.table_id == bindparam("table"), SEATS.c.entry.is_not(None))
    .values(entry=null())
)
TAKE_OVER = [
    Command(
        update(PLAYED)
        .where(
            PLAYED.c.table_id == bindparam("table"),
            rows.c.table_id == PLAYED.c.table_id,
            rows.c.player_id == PLAYED.c.player_id,
        )
        .values({PLAYED.c[name]: rows.c[name] for name in names})
    )
    for rows, names in ((SEAT_RESULTS, ("score", "place", "counts")), (RATING_CHANGES, ("before", "after")))
]
DROP_TAKEN_OVER = [
    Command(
        delete(rows).where(
            rows.c.table_id == bindparam("table"),
            exists().where(PLAYED.c.table_id == rows.c.table_id, PLAYED.c.player_id == rows.c.player_id),
        )
    )
    for rows in (SEAT_RESULTS, RATING_CHANGES)
]


async def exchange(cursor: Cursor, table: int, version: int, form: int, content: bytes) -> None:
    """Stores the moves of a game, which have made this version, and its results in place of their rows."""
    if version:
        await cursor.execute(ADD, table_id=table, version=version, form=form, content=content)
    await cursor.execute(DROP_MOVES, table=table)
    await cursor.execute(DROP_ENTRIES, table=table)  # of quick match, which waits a minute for them
    for command in (*TAKE_OVER, *DROP_TAKEN_OVER):
        await cursor.execute(command, table=table)
    await mark(cursor, table)


async def mark(cursor: Cursor, table: int) -> None:
    """Marks a game as packed, so that later runs skip it."""
    await cursor.execute(MARK, table=table)
