"""Queries of results, ratings and monthly standings."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, func, select, union_all, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query, ValueQuery, parameters
from app.infra.database.schema import (
    COUNT_NAMES,
    FINISHED_GAME_PLAYERS,
    MONTHLY_STANDINGS,
    PLAYERS,
    RATING_CHANGES,
    RATINGS,
    SEAT_RESULTS,
    TABLES,
)
from app.players.ratings.scale import Rating
from app.players.ratings.stored_counts import name_counts
from engine.game import SeatResult

_player, _game = RATINGS.c.player_id == bindparam("player"), RATINGS.c.game == bindparam("game_key")
ADD_RESULT = Command(
    insert(SEAT_RESULTS).values(
        **parameters("table_id", "seat", "player_id", "game", "score", "place", "counts")
    )
)
ADD_RATING = Command(
    insert(RATINGS).values(games=0, **parameters("player_id", "game", "mu", "sigma")).on_conflict_do_nothing()
)
LOCK_RATING = Query(select(RATINGS.c.mu, RATINGS.c.sigma).where(_player, _game).with_for_update(), Rating)
RATE = ValueQuery[int](
    update(RATINGS)
    .where(_player, _game)
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), games=RATINGS.c.games + 1)
    .returning(RATINGS.c.games)
)
ADD_CHANGE = Command(
    insert(RATING_CHANGES).values(**parameters("table_id", "seat", "player_id", "before", "after"))
)
_standing = insert(MONTHLY_STANDINGS).values(**parameters("player_id", "game", "month", "points", "games"))
SET_STANDING = Command(
    _standing.on_conflict_do_update(
        index_elements=["player_id", "game", "month"],
        set_={name: _standing.excluded[name] for name in ("points", "games")},
    )
)


class GameRating(NamedTuple):
    """A player's rating in one game, and the number of rated games."""

    mu: float
    sigma: float
    games: int


RATING = Query(select(RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(_player, _game), GameRating)


class RatingOfGame(NamedTuple):
    """A rating in one game, after a number of rated games."""

    game: str
    mu: float
    sigma: float
    games: int


RATINGS_OF = Query(
    select(RATINGS.c.game, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(
        _player, RATINGS.c.games > 0
    ),
    RatingOfGame,
)


class PlayerResult(NamedTuple):
    """A player's result in one finished game."""

    game: str
    score: int
    place: int
    counts: dict[str, int]


class StoredResult(NamedTuple):
    """A result with its counts in one of two forms (app.players.ratings.stored_counts)."""

    game: str
    score: int
    place: int
    counts: dict[str, int] | list[int]
    names: str | None


_of_seat = (SEAT_RESULTS.c[name] for name in (*PlayerResult._fields, "table_id"))
_of_packed_game = (FINISHED_GAME_PLAYERS.c[name] for name in (*PlayerResult._fields, "table_id"))
_packed = FINISHED_GAME_PLAYERS.c.player_id == bindparam("player")
_both = union_all(
    select(*_of_seat).where(SEAT_RESULTS.c.player_id == bindparam("player")),
    select(*_of_packed_game).where(_packed, FINISHED_GAME_PLAYERS.c.score.is_not(None)),
).subquery()
_results = select(*(_both.c[name] for name in PlayerResult._fields), COUNT_NAMES.c.names).outerjoin(
    COUNT_NAMES, COUNT_NAMES.c.id == _both.c.counts[0].as_integer()
)
RESULTS_OF = Query(_results.order_by(_both.c.table_id.desc()).limit(bindparam("most")), StoredResult)
COUNT_RESULTS = ValueQuery[int](select(func.count().label("games")).select_from(_both))
RESULTS_PAGED = PagedQuery(_results, _both.c.table_id)
MONTHS = ValueQuery[str](
    select(MONTHLY_STANDINGS.c.month)
    .where(MONTHLY_STANDINGS.c.game == bindparam("game_key"))
    .distinct()
    .order_by(MONTHLY_STANDINGS.c.month.desc())
)
_ranked = (
    select(
        func.rank().over(order_by=MONTHLY_STANDINGS.c.points.desc()).label("place"),
        MONTHLY_STANDINGS.c.player_id,
        MONTHLY_STANDINGS.c.points,
        MONTHLY_STANDINGS.c.games,
        PLAYERS.c.handle,
        PLAYERS.c.name,
    )
    .join(PLAYERS, PLAYERS.c.id == MONTHLY_STANDINGS.c.player_id)
    .where(
        MONTHLY_STANDINGS.c.game == bindparam("game_key"),
        MONTHLY_STANDINGS.c.month == bindparam("of_month"),
        PLAYERS.c.handle.is_not(None),
    )
    .subquery()
)


class RankedPlayer(NamedTuple):
    """A player in a monthly list; players with equal points share a place."""

    place: int
    player_id: UUID
    points: int
    games: int
    handle: str
    name: str


BOARD = Query(
    select(_ranked).order_by(_ranked.c.place, _ranked.c.name, _ranked.c.handle).limit(bindparam("most")),
    RankedPlayer,
)
PLACE = Query(select(_ranked).where(_ranked.c.player_id == bindparam("player")), RankedPlayer)
_changes = union_all(
    *(
        select(rows.c.table_id, rows.c.before, rows.c.after).where(
            rows.c.player_id == bindparam("player"), rows.c.before.is_not(None)
        )
        for rows in (RATING_CHANGES, FINISHED_GAME_PLAYERS)
    )
).subquery()
CHANGES_PAGED = PagedQuery(
    select(TABLES.c.code, TABLES.c.deal, _changes.c.before, _changes.c.after).join(
        TABLES, TABLES.c.id == _changes.c.table_id
    ),
    _changes.c.table_id,
)
ERASE_RESULTS = Command(delete(SEAT_RESULTS).where(SEAT_RESULTS.c.player_id == bindparam("player")))
ERASE_RATINGS = [
    Command(delete(kind).where(kind.c.player_id == bindparam("player")))
    for kind in (RATINGS, MONTHLY_STANDINGS)
]
ERASE_CHANGES = Command(delete(RATING_CHANGES).where(RATING_CHANGES.c.player_id == bindparam("player")))


async def add_results(
    cursor: Cursor, table: int, game: str, results: Sequence[tuple[int, UUID, SeatResult]]
) -> None:
    """Stores the results of a game: seat, player and result of each."""
    both = {"table_id": table, "game": game}
    rows = [
        {**both, "seat": seat, "player_id": player, **result._asdict()} for seat, player, result in results
    ]
    await cursor.execute_many(ADD_RESULT, rows)


async def lock_ratings(cursor: Cursor, players: Sequence[UUID], game: str) -> dict[UUID, Rating]:
    """Returns the ratings, locked until the transaction ends; all callers lock in the order of ids."""
    found = {}
    for player in sorted(players):
        await cursor.execute(ADD_RATING, player_id=player, game=game, **Rating()._asdict())
        found[player] = await cursor.fetch_row(LOCK_RATING, player=player, game_key=game)
    return found


async def rate(cursor: Cursor, player: UUID, game: str, rating: Rating, finished_at: datetime) -> None:
    """Stores the rating after one more rated game, also as the standing of the month."""
    mu, sigma = rating
    games = await cursor.fetch_row(RATE, player=player, game_key=game, new_mu=mu, new_sigma=sigma)
    month = finished_at.strftime("%Y-%m")
    await cursor.execute(
        SET_STANDING, player_id=player, game=game, month=month, points=rating.points, games=games
    )


class SeatRatingChange(NamedTuple):
    """The points of a seat's player before and after a game."""

    seat: int
    player_id: UUID
    before: int
    after: int


async def add_changes(cursor: Cursor, table: int, changes: Sequence[SeatRatingChange]) -> None:
    """Stores how a rated game changed its players' points."""
    await cursor.execute_many(ADD_CHANGE, [{"table_id": table, **one._asdict()} for one in changes])


async def skill_of(cursor: Cursor, player: UUID, game: str) -> float:
    """Returns the player's mu in the game, or the default without a rated game."""
    row = await cursor.fetch_one(RATING, player=player, game_key=game)
    return row.mu if row else Rating().mu


async def ratings_of(cursor: Cursor, player: UUID) -> list[RatingOfGame]:
    """Returns the player's ratings in all games with a rated one."""
    return await cursor.fetch_all(RATINGS_OF, player=player)


async def results_of(cursor: Cursor, player: UUID, most: int) -> list[PlayerResult]:
    """Returns at most `most` results of the player, the newest first."""
    rows = await cursor.fetch_all(RESULTS_OF, player=player, most=most)
    return [named_result(row._asdict()) for row in rows]


def named_result(row: Mapping[str, Any]) -> PlayerResult:
    """Returns the result in a row of StoredResult."""
    counts = name_counts(row["counts"], row["names"])
    return PlayerResult(row["game"], row["score"], row["place"], counts)


async def count_results(cursor: Cursor, player: UUID) -> int:
    """Returns the number of the player's results."""
    return await cursor.fetch_row(COUNT_RESULTS, player=player)


async def months(cursor: Cursor, game: str) -> list[str]:
    """Returns the months with rated games (such as 2026-11), the newest first."""
    return await cursor.fetch_all(MONTHS, game_key=game)


async def board(cursor: Cursor, game: str, month: str, most: int) -> list[RankedPlayer]:
    """Returns at most `most` players of the month's list, the best first."""
    return await cursor.fetch_all(BOARD, game_key=game, of_month=month, most=most)


async def place_of(cursor: Cursor, game: str, month: str, player: UUID) -> RankedPlayer | None:
    """Returns the player's place in the month's list; None without a rated game in that month."""
    return await cursor.fetch_one(PLACE, game_key=game, of_month=month, player=player)


async def erase_results(cursor: Cursor, player: UUID) -> None:
    """Deletes the player's results; those of packed games are deleted with the history."""
    await cursor.execute(ERASE_RESULTS, player=player)


async def erase_changes(cursor: Cursor, player: UUID) -> None:
    """Deletes the player's rating changes; those of packed games are deleted with the history."""
    await cursor.execute(ERASE_CHANGES, player=player)


async def erase_ratings(cursor: Cursor, player: UUID) -> None:
    for command in ERASE_RATINGS:
        await cursor.execute(command, player=player)
