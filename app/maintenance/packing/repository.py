"""Queries of packing games: which game is next, and the exchange of its moves for one row."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, case, delete, exists, null, select, text, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models.table import TO_PACK, TO_TALLY
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import (
    DAILY_TRIES,
    FINISHED_GAME_PLAYERS,
    MOVES,
    PACKED_GAMES,
    PACKING_STARTS,
    RATING_CHANGES,
    SEAT_RESULTS,
    SEATS,
    TABLES,
)
from app.players.ratings.stored_counts import number_counts
from app.tables.lobby import removals
from engine.types import Json

ADD_START = Command(insert(PACKING_STARTS).values(**parameters("id", "begins_at")).on_conflict_do_nothing())
START = ValueQuery[datetime](
    select(PACKING_STARTS.c.begins_at).where(PACKING_STARTS.c.id == bindparam("form"))
)


async def packing_start(cursor: Cursor, form: int, first: datetime) -> datetime:
    """Returns from when on games are packed in this format: `first`, or what an earlier call stored."""
    await cursor.execute(ADD_START, id=form, begins_at=first)
    return await cursor.fetch_row(START, form=form)


class FinishedGame(NamedTuple):
    """A game to be packed."""

    id: int
    code: str
    terms: Json | None


# Whether all moves of a daily deal were those of its bots is read from rows.
_unsettled = exists().where(DAILY_TRIES.c.table_id == TABLES.c.id, ~DAILY_TRIES.c.settled)
_finished = (
    select(TABLES.c.id, TABLES.c.code, TABLES.c.terms)
    .where(
        *(TO_PACK, text(f"NOT ({TO_TALLY.text})"), TABLES.c.finished_at < bindparam("before"), ~_unsettled),
        TABLES.c.id.not_in(bindparam("skipped", expanding=True)),
    )
    .order_by(TABLES.c.finished_at, TABLES.c.id)
)
FINISHED = Query(_finished.limit(1).with_for_update(skip_locked=True), FinishedGame)


async def finished_game(cursor: Cursor, before: datetime, skipped: Collection[int]) -> FinishedGame | None:
    """Returns the first processed game that finished before this time, and locks its table."""
    return await cursor.fetch_one(FINISHED, before=before, skipped=list(skipped))


ADD = Command(insert(PACKED_GAMES).values(**parameters("table_id", "version", "form", "content")))
DROP_MOVES = Command(delete(MOVES).where(MOVES.c.table_id == bindparam("table")))
MARK = Command(update(TABLES).where(TABLES.c.id == bindparam("table")).values(packed=True))
SET_TERMS = Command(update(TABLES).where(TABLES.c.id == bindparam("table")).values(terms=bindparam("terms")))
SALTS = ValueQuery[str | None](
    select(SEATS.c.salt).where(SEATS.c.table_id == bindparam("table")).order_by(SEATS.c.seat)
)
# A rematch that starts later draws a new secret.
TAKE_OVER_SALTS = Command(
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"))
    .values(
        next=case((TABLES.c.next_secret.is_(None), TABLES.c.next)), next_secret=null(), **parameters("salts")
    )
)
# Quick match looks for entries in the first minutes only, and `tables` has the salts now.
DROP_FROM_SEATS = Command(
    update(SEATS).where(SEATS.c.table_id == bindparam("table")).values(entry=null(), salt=null())
)


class UnpackedResult(NamedTuple):
    """A player's result in a game."""

    player_id: UUID
    score: int
    place: int
    counts: dict[str, int]


RESULTS = Query(
    select(*(SEAT_RESULTS.c[name] for name in UnpackedResult._fields)).where(
        SEAT_RESULTS.c.table_id == bindparam("table")
    ),
    UnpackedResult,
)
_part = (
    FINISHED_GAME_PLAYERS.c.table_id == bindparam("table"),
    FINISHED_GAME_PLAYERS.c.player_id == bindparam("player"),
)
TAKE_OVER_RESULT = Command(
    update(FINISHED_GAME_PLAYERS).where(*_part).values(**parameters("score", "place", "counts"))
)
TAKE_OVER_CHANGES = Command(
    update(FINISHED_GAME_PLAYERS)
    .where(
        FINISHED_GAME_PLAYERS.c.table_id == bindparam("table"),
        RATING_CHANGES.c.table_id == FINISHED_GAME_PLAYERS.c.table_id,
        RATING_CHANGES.c.player_id == FINISHED_GAME_PLAYERS.c.player_id,
    )
    .values({FINISHED_GAME_PLAYERS.c[name]: RATING_CHANGES.c[name] for name in ("before", "after")})
)
DROP_TAKEN_OVER = [
    Command(
        delete(rows).where(
            rows.c.table_id == bindparam("table"),
            exists().where(
                FINISHED_GAME_PLAYERS.c.table_id == rows.c.table_id,
                FINISHED_GAME_PLAYERS.c.player_id == rows.c.player_id,
            ),
        )
    )
    for rows in (SEAT_RESULTS, RATING_CHANGES)
]


async def store_moves(cursor: Cursor, table: int, version: int, form: int, content: bytes) -> None:
    """Stores the moves of a game, which have made this version, in place of their rows."""
    if version:
        await cursor.execute(ADD, table_id=table, version=version, form=form, content=content)
    await cursor.execute(DROP_MOVES, table=table)


async def salts_of(cursor: Cursor, table: int) -> list[str]:
    """Returns the salts of a table's seats in order."""
    return [salt or "" for salt in await cursor.fetch_all(SALTS, table=table)]


async def take_over_salts(cursor: Cursor, table: int, salts: bytes) -> None:
    """Stores the salts in the table's row in place of its seats' ones, and drops what only rematches need."""
    await cursor.execute(TAKE_OVER_SALTS, table=table, salts=salts)
    await cursor.execute(DROP_FROM_SEATS, table=table)
    await removals.delete_all(cursor, table)


async def take_over_results(cursor: Cursor, table: int) -> None:
    """Stores results and rating changes in the rows of the game's players in place of their own rows."""
    for result in await cursor.fetch_all(RESULTS, table=table):
        counts = await number_counts(cursor, result.counts)
        await cursor.execute(
            TAKE_OVER_RESULT,
            table=table,
            player=result.player_id,
            score=result.score,
            place=result.place,
            counts=counts,
        )
    await cursor.execute(TAKE_OVER_CHANGES, table=table)
    for command in DROP_TAKEN_OVER:
        await cursor.execute(command, table=table)


async def mark(cursor: Cursor, game: FinishedGame) -> None:
    """Marks a game as packed, so that later runs skip it, and drops its link to a voice call."""
    await cursor.execute(MARK, table=game.id)
    terms = {name: value for name, value in (game.terms or {}).items() if name != "link"}
    if terms != (game.terms or {}):
        await cursor.execute(SET_TERMS, table=game.id, terms=terms)
