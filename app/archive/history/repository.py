"""Queries of the history of finished games; lists are read in pages along an index."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Exists,
    FromClause,
    Subquery,
    TextClause,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
)

from app.infra.database.models.archive import LISTED
from app.infra.database.models.table import TO_ARCHIVE
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import FINISHED_GAME_PLAYERS, FINISHED_GAMES, PLAYERS, TABLES
from app.tables.deal_guard.withheld_deals import has_withheld_deal
from app.tables.results.markers import ProcessedMarker

MAX_COUNTED = 1_000  # games of one player; enough to compare how many people have


class PagePosition(NamedTuple):
    """The last game before a page; pages are ordered by end and table id, both descending."""

    finished_at: datetime
    table: int


class HistoryQuery(NamedTuple):
    """The filters of a list of games."""

    players: Sequence[UUID]  # who all played in the game; the query scans the games of the first
    listed: bool  # only games that everybody may find
    game: str | None
    since: datetime
    without: Collection[bytes] = ()  # deals hidden from this reader; withheld ones are from everybody


MARK = ProcessedMarker(TO_ARCHIVE, TABLES.c.archived_at, TABLES.c.archive_again_at)
ADD_GAME = Command(
    insert(FINISHED_GAMES).values(
        **parameters("table_id", "game", "listed", "finished_at", "moves", "result", "substituted")
    )
)
ADD_PART = Command(
    insert(FINISHED_GAME_PLAYERS).values(
        **parameters("player_id", "table_id", "game", "listed", "finished_at")
    )
)
_handle = bindparam("handle", type_=PLAYERS.c.handle.type)
FIND = ValueQuery[UUID](
    select(PLAYERS.c.id)
    .where(
        or_(PLAYERS.c.handle == _handle, PLAYERS.c.look == bindparam("name_key")), PLAYERS.c.left_at.is_(None)
    )
    .order_by((PLAYERS.c.handle == _handle).desc())  # an account may be named like the handle of another one
    .limit(1)
)
_some = (
    select(FINISHED_GAME_PLAYERS.c.table_id)
    .where(FINISHED_GAME_PLAYERS.c.player_id == bindparam("player"))
    .limit(MAX_COUNTED)
    .subquery()
)
COUNT = ValueQuery[int](select(func.count().label("games")).select_from(_some))
PARTS = PagedQuery(
    select(
        FINISHED_GAME_PLAYERS.c.game, FINISHED_GAME_PLAYERS.c.finished_at, FINISHED_GAME_PLAYERS.c.listed
    ).where(FINISHED_GAME_PLAYERS.c.player_id == bindparam("player")),
    FINISHED_GAME_PLAYERS.c.table_id,
)
ERASE = Command(delete(FINISHED_GAME_PLAYERS).where(FINISHED_GAME_PLAYERS.c.player_id == bindparam("player")))


class HistoryRow(NamedTuple):
    """A game of a list; its end and table id are the position of the next page."""

    code: str
    moves: int
    result: list[list[int]]
    substituted: list[int] | None
    finished_at: datetime
    table_id: int


@cache
def listing(players: int, *, listed: bool, by_game: bool, without: bool) -> Query[HistoryRow]:
    """Returns the query of a page for these filters, the newest game first."""
    page = _page_of_games(players, listed=listed, by_game=by_game, without=without)
    return Query(
        select(
            TABLES.c.code,
            FINISHED_GAMES.c.moves,
            FINISHED_GAMES.c.result,
            FINISHED_GAMES.c.substituted,
            page.c.finished_at,
            page.c.table_id,
        )
        .join(page, page.c.table_id == TABLES.c.id)
        .join(FINISHED_GAMES, FINISHED_GAMES.c.table_id == page.c.table_id)
        .order_by(page.c.finished_at.desc(), page.c.table_id.desc()),
        HistoryRow,
    )


def _page_of_games(players: int, *, listed: bool, by_game: bool, without: bool) -> Subquery:
    games = FINISHED_GAME_PLAYERS if players else FINISHED_GAMES
    moment, place = games.c.finished_at, tuple_(games.c.finished_at, games.c.table_id)
    before = tuple_(bindparam("at", type_=moment.type), bindparam("id", type_=games.c.table_id.type))
    conditions: list[ColumnElement[bool] | TextClause] = [
        moment >= bindparam("since", type_=moment.type),
        place < before,
        ~has_withheld_deal(games.c.table_id),  # not read before: crowds can withhold thousands
    ]
    conditions += [games.c.player_id == bindparam("player_0")] if players else []
    conditions += [LISTED] if listed else []
    conditions += [games.c.game == bindparam("game_key")] if by_game else []
    conditions += [_played_by(games, number) for number in range(1, players)]
    conditions += [~_has_deal(games)] if without else []
    return (
        select(games.c.table_id, moment)
        .where(*conditions)
        .order_by(moment.desc(), games.c.table_id.desc())
        .limit(bindparam("most"))
        .subquery()
    )


def _played_by(games: FromClause, number: int) -> Exists:
    other = FINISHED_GAME_PLAYERS.alias(f"other_{number}")
    return exists().where(
        other.c.player_id == bindparam(f"player_{number}"), other.c.table_id == games.c.table_id
    )


def _has_deal(games: FromClause) -> Exists:
    table = TABLES.alias("some")
    return exists().where(
        table.c.id == games.c.table_id, table.c.deal.in_(bindparam("deals", expanding=True))
    )


async def page(cursor: Cursor, query: HistoryQuery, before: PagePosition, most: int) -> list[HistoryRow]:
    """Returns at most `most` games that follow this position."""
    players = {f"player_{number}": player for number, player in enumerate(query.players)}
    chosen: dict[str, Any] = {"game_key": query.game} if query.game else {}
    statement = listing(
        len(players), listed=query.listed, by_game=bool(query.game), without=bool(query.without)
    )
    chosen |= {"deals": list(query.without)} if query.without else {}
    return await cursor.fetch_all(
        statement, since=query.since, at=before.finished_at, id=before.table, most=most, **players, **chosen
    )


async def fewest_games_first(cursor: Cursor, players: Sequence[UUID]) -> list[UUID]:
    """Returns the players with the one of the fewest games first, whose games `page` scans."""
    counted = [(await cursor.fetch_row(COUNT, player=player), player) for player in players]
    return [player for _, player in sorted(counted)]


async def find(cursor: Cursor, handle: str, name_key: str) -> UUID | None:
    """Returns the player with this handle, or else the account whose name has this key."""
    return await cursor.fetch_one(FIND, handle=handle, name_key=name_key)


async def add(
    cursor: Cursor, game: dict[str, Any], players: Sequence[UUID], game_columns: dict[str, Any]
) -> None:
    """Stores a game and its players; `game` has columns of both tables, `game_columns` of one."""
    await cursor.execute(ADD_GAME, **game, **game_columns)
    await cursor.execute_many(ADD_PART, [{**game, "player_id": player} for player in players])


async def erase(cursor: Cursor, player: UUID) -> None:
    """Removes the player from all games of the history."""
    await cursor.execute(ERASE, player=player)
