"""Queries of the search for puzzles in finished games."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, exists, func, select
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models.archive import LISTED
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import BRANCHES, FINISHED_GAMES, PUZZLE_SEARCHES, PUZZLES, TABLES
from engine.registry import ENTRIES

GAMES_WITH_PUZZLES = [key for key, entry in ENTRIES.items() if entry.evaluate]

COUNT_OWN = ValueQuery[int](select(func.count().label("puzzles")).where(PUZZLES.c.shipped.is_(False)))
_others = TABLES.alias("others")
# The same deals are being played at another table, or will be.
_compared = exists().where(_others.c.deal == TABLES.c.deal, _others.c.status.in_(("open", "playing")))


class SearchedGame(NamedTuple):
    """A game that may give puzzles."""

    id: int
    code: str


NEWEST = Query(
    select(TABLES.c.id, TABLES.c.code)
    .join(FINISHED_GAMES, FINISHED_GAMES.c.table_id == TABLES.c.id)
    .where(
        LISTED,
        FINISHED_GAMES.c.finished_at >= bindparam("since", type_=FINISHED_GAMES.c.finished_at.type),
        FINISHED_GAMES.c.game.in_(GAMES_WITH_PUZZLES),
        TABLES.c.deal.is_not(None),
        ~exists().where(PUZZLE_SEARCHES.c.table_id == TABLES.c.id),
        ~exists().where(BRANCHES.c.table_id == TABLES.c.id),
        ~_compared,
    )
    .order_by(FINISHED_GAMES.c.finished_at.desc(), FINISHED_GAMES.c.table_id.desc())
    .limit(1),
    SearchedGame,
)
ADD = Command(insert(PUZZLE_SEARCHES).values(**parameters("table_id")).on_conflict_do_nothing())


async def count_own(cursor: Cursor) -> int:
    """Returns the number of puzzles from games of this server."""
    return await cursor.fetch_row(COUNT_OWN)


async def newest_game(cursor: Cursor, since: datetime) -> SearchedGame | None:
    """Returns the newest public game that may give puzzles and has not been searched."""
    return await cursor.fetch_one(NEWEST, since=since)


async def add_search(cursor: Cursor, table: int) -> None:
    """Stores that a game is not to be searched again."""
    await cursor.execute(ADD, table_id=table)
