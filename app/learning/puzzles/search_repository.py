"""Queries of the search for puzzles in finished games."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models.archive import LISTED
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import BRANCHES, FINISHED_GAMES, PUZZLE_SEARCHES, PUZZLES, TABLES
from engine.puzzle import SEARCH_VERSION
from engine.registry import ENTRIES
from engine.types import Json

REFUTED = 0  # `search` of a puzzle that a later search did not confirm
GAMES_WITH_PUZZLES = [key for key, entry in ENTRIES.items() if entry.evaluate]

_own = (PUZZLES.c.shipped.is_(False), PUZZLES.c.search != REFUTED)
COUNT_OWN = ValueQuery[int](select(func.count().label("puzzles")).where(*_own))
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
OUTDATED = ValueQuery[str](select(PUZZLES.c.key).where(*_own, PUZZLES.c.search < SEARCH_VERSION))
CONTENT = ValueQuery[Json](select(PUZZLES.c.content).where(PUZZLES.c.key == bindparam("puzzle_key")))
_check = update(PUZZLES).where(PUZZLES.c.key == bindparam("puzzle_key"))
CONFIRM = Command(
    _check.values(search=SEARCH_VERSION, content=bindparam("new_content", type_=PUZZLES.c.content.type))
)
REFUTE = Command(_check.values(search=REFUTED))


async def outdated_keys(cursor: Cursor) -> list[str]:
    """Returns the puzzles of this server that only an older search has found."""
    return await cursor.fetch_all(OUTDATED)


async def content(cursor: Cursor, key: str) -> Json:
    """Returns a puzzle in the form of `engine.puzzle_file`."""
    return await cursor.fetch_row(CONTENT, puzzle_key=key)


async def confirm(cursor: Cursor, key: str, found: Json) -> None:
    """Stores what this version's search found, so that the puzzle is offered again; its rating stays."""
    await cursor.execute(CONFIRM, puzzle_key=key, new_content=found)


async def refute(cursor: Cursor, key: str) -> None:
    """Stores that the puzzle is not to be offered any more; answers to it stay."""
    await cursor.execute(REFUTE, puzzle_key=key)


async def count_own(cursor: Cursor) -> int:
    """Returns the number of puzzles from games of this server, without refuted ones."""
    return await cursor.fetch_row(COUNT_OWN)


async def newest_game(cursor: Cursor, since: datetime) -> SearchedGame | None:
    """Returns the newest public game that may give puzzles and has not been searched."""
    return await cursor.fetch_one(NEWEST, since=since)


async def add_search(cursor: Cursor, table: int) -> None:
    """Stores that a game is not to be searched again."""
    await cursor.execute(ADD, table_id=table)
