"""The SQL of results and ratings."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.infra.database.models import MonthlyStandingRow, PlayerRow, RatingRow, SeatResultRow, TableRow
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Cursor, Statement
from app.players.ratings.scale import Rating
from engine.game import SeatResult

TABLES: Any = TableRow.__table__
RESULTS: Any = SeatResultRow.__table__
RATINGS: Any = RatingRow.__table__
STANDINGS: Any = MonthlyStandingRow.__table__
PLAYERS: Any = PlayerRow.__table__


def _all(*names: str) -> dict[str, Any]:
    return {name: bindparam(name) for name in names}


_player, _game = RATINGS.c.player_id == bindparam("player"), RATINGS.c.game == bindparam("game_key")
ADD_RESULT = Statement(
    insert(RESULTS).values(**_all("table_id", "seat", "player_id", "game", "score", "place", "counts"))
)
ADD_RATING = Statement(
    insert(RATINGS).values(games=0, **_all("player_id", "game", "mu", "sigma")).on_conflict_do_nothing()
)
LOCK_RATING = Statement(select(RATINGS.c.mu, RATINGS.c.sigma).where(_player, _game).with_for_update())
RATE = Statement(
    update(RATINGS)
    .where(_player, _game)
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), games=RATINGS.c.games + 1)
    .returning(RATINGS.c.games)
)
_standing = insert(STANDINGS).values(**_all("player_id", "game", "month", "points", "games"))
STAND = Statement(
    _standing.on_conflict_do_update(
        index_elements=["player_id", "game", "month"],
        set_={name: _standing.excluded[name] for name in ("points", "games")},
    )
)
RATING = Statement(select(RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(_player, _game))
RATINGS_OF = Statement(
    select(RATINGS.c.game, RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(_player, RATINGS.c.games > 0)
)
_results = select(RESULTS.c.game, RESULTS.c.score, RESULTS.c.place, RESULTS.c.counts).where(
    RESULTS.c.player_id == bindparam("player")
)
RESULTS_OF = Statement(_results.order_by(RESULTS.c.table_id.desc()).limit(bindparam("most")))
COUNT_RESULTS = Statement(
    select(func.count().label("games")).where(RESULTS.c.player_id == bindparam("player"))
)
RESULTS_PAGED = PagedQuery(_results, RESULTS.c.table_id)
MONTHS = Statement(
    select(STANDINGS.c.month)
    .where(STANDINGS.c.game == bindparam("game_key"))
    .distinct()
    .order_by(STANDINGS.c.month.desc())
)
_ranked = (
    select(
        func.rank().over(order_by=STANDINGS.c.points.desc()).label("place"),
        STANDINGS.c.player_id,
        STANDINGS.c.points,
        STANDINGS.c.games,
        PLAYERS.c.handle,
        PLAYERS.c.name,
    )
    .join(PLAYERS, PLAYERS.c.id == STANDINGS.c.player_id)
    .where(
        STANDINGS.c.game == bindparam("game_key"),
        STANDINGS.c.month == bindparam("of_month"),
        PLAYERS.c.handle.is_not(None),
    )
    .subquery()
)
BOARD = Statement(
    select(_ranked).order_by(_ranked.c.place, _ranked.c.name, _ranked.c.handle).limit(bindparam("most"))
)
PLACE = Statement(select(_ranked).where(_ranked.c.player_id == bindparam("player")))
FORGET_RESULTS = Statement(delete(RESULTS).where(RESULTS.c.player_id == bindparam("player")))
FORGET_RATINGS = [
    Statement(delete(kind).where(kind.c.player_id == bindparam("player"))) for kind in (RATINGS, STANDINGS)
]


async def add_results(
    cursor: Cursor, table: int, game: str, results: Sequence[tuple[int, UUID, SeatResult]]
) -> None:
    """What each seat's player made of the game."""
    both = {"table_id": table, "game": game}
    rows = [{**both, "seat": seat, "player_id": player, **made._asdict()} for seat, player, made in results]
    await cursor.run_each(ADD_RESULT, rows)


async def lock_ratings(cursor: Cursor, players: Sequence[UUID], game: str) -> dict[UUID, Rating]:
    """Of these people, until the transaction ends; all processes lock in the same order."""
    found = {}
    for player in sorted(players):
        await cursor.run(ADD_RATING, player_id=player, game=game, **Rating()._asdict())
        found[player] = Rating(*await cursor.one(LOCK_RATING, player=player, game_key=game))
    return found


async def rate(cursor: Cursor, player: UUID, game: str, rating: Rating, finished_at: datetime) -> None:
    """One more rated game of this person."""
    mu, sigma = rating
    row = await cursor.one(RATE, player=player, game_key=game, new_mu=mu, new_sigma=sigma)
    month = finished_at.strftime("%Y-%m")
    await cursor.run(STAND, player_id=player, game=game, month=month, points=rating.points, games=row.games)


async def skill_of(cursor: Cursor, player: UUID, game: str) -> float:
    """What is thought of how well this person plays the game (mu), whether they ever did or not."""
    row = await cursor.one(RATING, player=player, game_key=game)
    return row.mu if row else Rating().mu


async def ratings_of(cursor: Cursor, player: UUID) -> list[Any]:
    """Game, mu, sigma and number of rated games."""
    return await cursor.run(RATINGS_OF, player=player)


async def results_of(cursor: Cursor, player: UUID, most: int) -> list[Any]:
    """Game, score, place and counts, the newest first."""
    return await cursor.run(RESULTS_OF, player=player, most=most)


async def count_results(cursor: Cursor, player: UUID) -> int:
    """In how many games this person played to the end."""
    games: int = (await cursor.one(COUNT_RESULTS, player=player)).games
    return games


async def months(cursor: Cursor, game: str) -> list[str]:
    """In which somebody played a rated game, the newest first."""
    return [row.month for row in await cursor.run(MONTHS, game_key=game)]


async def board(cursor: Cursor, game: str, month: str, most: int) -> list[Any]:
    """Place, handle, name, points and games of the best; those who are level share a place."""
    return await cursor.run(BOARD, game_key=game, of_month=month, most=most)


async def place_of(cursor: Cursor, game: str, month: str, player: UUID) -> Any:
    """The same of one person, None without a rated game in that month."""
    return await cursor.one(PLACE, game_key=game, of_month=month, player=player)


async def forget_results(cursor: Cursor, player: UUID) -> None:
    await cursor.run(FORGET_RESULTS, player=player)


async def forget_ratings(cursor: Cursor, player: UUID) -> None:
    for what in FORGET_RATINGS:
        await cursor.run(what, player=player)
