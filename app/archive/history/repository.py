"""The SQL of lists of games that ended: page by page along an index, however many there are."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, TextClause, bindparam, delete, exists, func, insert, or_, select, tuple_

from app.infra.database.models.archive import LISTED
from app.infra.database.models.table import TO_ARCHIVE
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import FINISHED_GAME_PLAYERS, FINISHED_GAMES, PLAYERS, TABLES
from app.tables.results.markers import ProcessedMarker

MAX_COUNTED = 1_000  # games of one person: more need not be told from each other


class PagePosition(NamedTuple):
    """Where a page of a list begins: what follows ended before that moment, or then and is of a lower id."""

    finished_at: datetime
    table: int


class HistoryQuery(NamedTuple):
    """Which games are to be listed."""

    players: Sequence[UUID]  # all of whom played in it; the first one's list is gone through
    listed: bool  # only what is for everybody
    game: str | None
    since: datetime
    without: Collection[bytes] = ()  # deals that the reader is not to find


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
FIND = ValueQuery[UUID](
    select(PLAYERS.c.id).where(
        or_(PLAYERS.c.handle == bindparam("handle"), PLAYERS.c.look == bindparam("look")),
        PLAYERS.c.left_at.is_(None),
    )
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
FORGET = Command(
    delete(FINISHED_GAME_PLAYERS).where(FINISHED_GAME_PLAYERS.c.player_id == bindparam("player"))
)


class HistoryRow(NamedTuple):
    """A game of a list, and where the next page begins."""

    code: str
    moves: int
    result: list[list[int]]
    substituted: list[int] | None
    finished_at: datetime
    table_id: int


@cache
def listing(players: int, *, listed: bool, by_game: bool, without: bool) -> Query[HistoryRow]:
    """Code, moves and result of the games of a page and where each stands, the newest first."""
    of = FINISHED_GAME_PLAYERS if players else FINISHED_GAMES
    moment, place = of.c.finished_at, tuple_(of.c.finished_at, of.c.table_id)
    before = tuple_(bindparam("at", type_=moment.type), bindparam("id", type_=of.c.table_id.type))
    which: list[ColumnElement[bool] | TextClause] = [
        moment >= bindparam("since", type_=moment.type),
        place < before,
    ]
    which += [of.c.player_id == bindparam("player_0")] if players else []
    which += [LISTED] if listed else []
    which += [of.c.game == bindparam("game_key")] if by_game else []
    which += [_also_played(of, number) for number in range(1, players)]
    which += [~_has_deal(of)] if without else []
    page = (
        select(of.c.table_id, moment)
        .where(*which)
        .order_by(moment.desc(), of.c.table_id.desc())
        .limit(bindparam("most"))
        .subquery()
    )
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


def _also_played(of: Any, number: int) -> Any:
    other = FINISHED_GAME_PLAYERS.alias(f"other_{number}")
    return exists().where(
        other.c.player_id == bindparam(f"player_{number}"), other.c.table_id == of.c.table_id
    )


def _has_deal(of: Any) -> Any:
    table = TABLES.alias("some")
    return exists().where(table.c.id == of.c.table_id, table.c.deal.in_(bindparam("deals", expanding=True)))


async def page(cursor: Cursor, wish: HistoryQuery, before: PagePosition, most: int) -> list[HistoryRow]:
    """So many games from this place on."""
    players = {f"player_{number}": player for number, player in enumerate(wish.players)}
    chosen: dict[str, Any] = {"game_key": wish.game} if wish.game else {}
    statement = listing(len(players), listed=wish.listed, by_game=bool(wish.game), without=bool(wish.without))
    chosen |= {"deals": list(wish.without)} if wish.without else {}
    return await cursor.fetch_all(
        statement, since=wish.since, at=before.finished_at, id=before.table, most=most, **players, **chosen
    )


async def rarest_first(cursor: Cursor, players: Sequence[UUID]) -> list[UUID]:
    """Whoever played least comes first: the others are looked up in that one's games."""
    counted = [(await cursor.fetch_row(COUNT, player=player), player) for player in players]
    return [player for _, player in sorted(counted)]


async def find(cursor: Cursor, handle: str, look: str) -> Sequence[UUID]:
    """Whoever has this handle, or an account whose name looks like this."""
    return await cursor.fetch_all(FIND, handle=handle, look=look)


async def add(cursor: Cursor, game: dict[str, Any], people: Sequence[UUID], made: dict[str, Any]) -> None:
    """A game, and each person's part in it; `game` is what both have in common, `made` the game's own."""
    await cursor.execute(ADD_GAME, **game, **made)
    await cursor.execute_many(ADD_PART, [{**game, "player_id": player} for player in people])


async def forget(cursor: Cursor, player: UUID) -> None:
    """Nobody finds games by this person any more."""
    await cursor.execute(FORGET, player=player)
