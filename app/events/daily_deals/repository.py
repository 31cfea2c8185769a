"""Queries of tries at daily deals and their results."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Integer, and_, bindparam, exists, func, insert, null, or_, select, true, update

from app.infra.database.models import Status
from app.infra.database.models.daily_deal import UNSETTLED
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import DAILY_TRIES, FINISHED_GAMES, FOLLOWS, MOVES, PLAYERS, TABLES
from app.tables.game.position import FALLBACK_PREFIX

MAX_BEST, MAX_FRIENDS = 20, 50  # listed results
SETTLED_AT_ONCE = 200

_of_deal = (DAILY_TRIES.c.day == bindparam("of_day"), DAILY_TRIES.c.game == bindparam("of_game"))
_of_player = DAILY_TRIES.c.player_id == bindparam("player")
ADD = Command(insert(DAILY_TRIES).values(**parameters("day", "game", "player_id", "table_id", "address_key")))


class TryRow(NamedTuple):
    """A player's try; `status` is null if its table is deleted."""

    id: int
    code: str | None
    status: Status | None
    settled: bool
    score: int | None
    ranked: bool
    substituted: bool


_try = (
    select(
        DAILY_TRIES.c.id,
        TABLES.c.code,
        TABLES.c.status,
        *(DAILY_TRIES.c[name] for name in ("settled", "score", "ranked", "substituted")),
    )
    .select_from(DAILY_TRIES)
    .outerjoin(TABLES, TABLES.c.id == DAILY_TRIES.c.table_id)
)
TRY = Query(_try.where(*_of_deal, _of_player), TryRow)


async def find(cursor: Cursor, player: UUID, day: date, game: str) -> TryRow | None:
    return await cursor.fetch_one(TRY, player=player, of_day=day, of_game=game)


async def add(
    cursor: Cursor, player: UUID, day: date, game: str, table: int, address_key: str | None
) -> None:
    """Stores that the table is the player's try; guests' tries are counted by address."""
    await cursor.execute(ADD, day=day, game=game, player_id=player, table_id=table, address_key=address_key)


COUNT_OF_ADDRESS = ValueQuery[int](
    select(func.count().label("tries"))
    .select_from(DAILY_TRIES)
    .where(*_of_deal, DAILY_TRIES.c.address_key == bindparam("address"))
)


async def count_of_address(cursor: Cursor, day: date, game: str, address: str) -> int:
    """Returns how many guests of this address have tried the deal."""
    return await cursor.fetch_row(COUNT_OF_ADDRESS, of_day=day, of_game=game, address=address)


_fell_back = exists().where(
    MOVES.c.table_id == TABLES.c.id, MOVES.c.move_id.startswith(FALLBACK_PREFIX, autoescape=True)
)


class EndedTry(NamedTuple):
    """A try whose game is over and in the history, and which is not settled."""

    id: int
    day: date
    result: list[list[int]] | None
    substituted: list[int] | None
    bot_fell_back: bool
    account: bool
    finished_at: datetime


ENDED = Query(
    select(
        DAILY_TRIES.c.id,
        DAILY_TRIES.c.day,
        FINISHED_GAMES.c.result,
        FINISHED_GAMES.c.substituted,
        _fell_back.label("bot_fell_back"),
        PLAYERS.c.look.is_not(None).label("account"),
        TABLES.c.finished_at,
    )
    .select_from(DAILY_TRIES)
    .join(TABLES, TABLES.c.id == DAILY_TRIES.c.table_id)
    .join(FINISHED_GAMES, FINISHED_GAMES.c.table_id == TABLES.c.id)
    .outerjoin(PLAYERS, PLAYERS.c.id == DAILY_TRIES.c.player_id)
    .where(UNSETTLED, DAILY_TRIES.c.day >= bindparam("first"), DAILY_TRIES.c.day <= bindparam("last"))
    .order_by(DAILY_TRIES.c.id)  # all processes lock them in this order
    .limit(SETTLED_AT_ONCE),
    EndedTry,
)
SETTLE = Command(
    update(DAILY_TRIES)
    .where(DAILY_TRIES.c.id == bindparam("of_try"), UNSETTLED)
    .values(settled=true(), **parameters("score", "ranked", "substituted"))
)


async def ended(cursor: Cursor, first: date, last: date) -> list[EndedTry]:
    """Returns tries of these days, both included, that are to be settled."""
    return await cursor.fetch_all(ENDED, first=first, last=last)


async def settle(cursor: Cursor, tries: Sequence[dict[str, Any]]) -> None:
    """Stores final results, each once: `of_try`, `score`, `ranked` and `substituted` of each try."""
    await cursor.execute_many(SETTLE, tries)


class ScoreRow(NamedTuple):
    """How many ranked players, or guests, reached a score."""

    score: int
    ranked: bool
    players: int


_scored = (*_of_deal, DAILY_TRIES.c.score.is_not(None))
SCORES = Query(
    select(DAILY_TRIES.c.score, DAILY_TRIES.c.ranked, func.count().label("players"))
    .where(*_scored)
    .group_by(DAILY_TRIES.c.score, DAILY_TRIES.c.ranked)
    .order_by(DAILY_TRIES.c.score),
    ScoreRow,
)


async def scores(cursor: Cursor, day: date, game: str) -> list[ScoreRow]:
    """Returns the distribution of scores, the lowest first."""
    return await cursor.fetch_all(SCORES, of_day=day, of_game=game)


class ResultRow(NamedTuple):
    """A ranked player's result."""

    name: str
    handle: str | None
    code: str | None
    score: int
    substituted: bool


_results = (
    select(
        PLAYERS.c.name,
        PLAYERS.c.handle,
        TABLES.c.code,
        DAILY_TRIES.c.score,
        DAILY_TRIES.c.substituted,
    )
    .select_from(DAILY_TRIES)
    .join(PLAYERS, PLAYERS.c.id == DAILY_TRIES.c.player_id)
    .outerjoin(TABLES, TABLES.c.id == DAILY_TRIES.c.table_id)
    .where(*_scored, DAILY_TRIES.c.ranked)
    .order_by(DAILY_TRIES.c.score.desc(), DAILY_TRIES.c.id)
    .limit(bindparam("most", type_=Integer))
)
_back = FOLLOWS.alias("back")
_reader = bindparam("reader", type_=PLAYERS.c.id.type)
_is_friend = and_(
    exists().where(FOLLOWS.c.player_id == _reader, FOLLOWS.c.other_id == PLAYERS.c.id),
    exists().where(_back.c.player_id == PLAYERS.c.id, _back.c.other_id == _reader),
)
BEST = Query(_results, ResultRow)
OF_FRIENDS = Query(_results.where(or_(_is_friend, PLAYERS.c.id == _reader)), ResultRow)


async def best(cursor: Cursor, day: date, game: str) -> list[ResultRow]:
    """Returns the best ranked results."""
    return await cursor.fetch_all(BEST, of_day=day, of_game=game, most=MAX_BEST)


async def of_friends(cursor: Cursor, reader: UUID, day: date, game: str) -> list[ResultRow]:
    """Returns the ranked results of the reader and their friends."""
    return await cursor.fetch_all(OF_FRIENDS, of_day=day, of_game=game, reader=reader, most=MAX_FRIENDS)


class OwnScore(NamedTuple):
    """A player's score at the deal of a day."""

    day: date
    game: str
    settled: bool
    score: int | None


OWN_SCORES = Query(
    select(*(DAILY_TRIES.c[name] for name in OwnScore._fields)).where(
        _of_player, DAILY_TRIES.c.day >= bindparam("first"), DAILY_TRIES.c.day <= bindparam("last")
    ),
    OwnScore,
)


async def own_scores(cursor: Cursor, player: UUID, first: date, last: date) -> list[OwnScore]:
    """Returns the player's tries between these days."""
    return await cursor.fetch_all(OWN_SCORES, player=player, first=first, last=last)


TRIES_OF_PLAYER = PagedQuery(
    select(
        *(DAILY_TRIES.c[name] for name in ("day", "game", "began_at", "score", "ranked", "substituted"))
    ).where(_of_player),
    DAILY_TRIES.c.id,
)
ERASE = Command(update(DAILY_TRIES).where(_of_player).values(player_id=null()))


async def erase(cursor: Cursor, player: UUID) -> None:
    """Removes the player from their tries; the scores stay in the distributions.

    The tries count for their address until the deal is revealed: else a guest would get others by deletion.
    """
    await cursor.execute(ERASE, player=player)
