"""Profiles: a player's totals over finished games, the same for every reader."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from cachetools import LRUCache

from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.players.friends import repository as friends
from app.players.friends.errors import PlayerNotFound
from app.players.friends.schemas import Relationship
from app.players.profiles import repository
from app.players.profiles.schemas import GameTotals, Profile, RatingInfo
from app.players.ratings import repository as ratings
from app.players.ratings.repository import PlayerResult, RatingOfGame
from app.players.ratings.scale import PROVISIONAL_GAMES, Rating
from engine.registry import GAMES

MAX_GAMES = 1000  # the most recent games per player that are summed
CACHE_SIZE = 500  # players whose totals are cached


class Profiles:
    """Serves the profile of any player with a handle."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cached_totals: LRUCache[UUID, tuple[int, list[GameTotals]]] = LRUCache(CACHE_SIZE)

    async def profile(self, reader: UUID, handle: str) -> Profile:
        """Returns the profile with its relationship to the reader. Raises PlayerNotFound."""
        async with self._database.read() as cursor:
            row = await repository.find_player(cursor, handle)
            if row is None:
                raise PlayerNotFound
            relationship = await friends.relationship(cursor, reader, row.id)
            played = await self._totals(cursor, row.id)
        return Profile(
            handle=handle,
            name=row.name,
            you=row.id == reader,
            account=row.name_key is not None,
            since=row.created_at.strftime("%Y-%m"),
            ties=Relationship(**relationship._asdict()),
            played=played,
        )

    async def _totals(self, cursor: Cursor, player: UUID) -> list[GameTotals]:
        """Returns the totals, from the cache while the player's number of games is unchanged.

        Ratings may change without a result.
        """
        games = await ratings.count_results(cursor, player)
        known, totals = self._cached_totals.get(player, (-1, []))
        if known != games:
            totals = await _read_totals(cursor, player)
        self._cached_totals[player] = (games, totals)
        rated = {row.game: [_rated(row)] for row in await ratings.ratings_of(cursor, player)}
        return [one.model_copy(update={"rated": rated.get(one.game, [])}) for one in totals]


async def _read_totals(cursor: Cursor, player: UUID) -> list[GameTotals]:
    results = await ratings.results_of(cursor, player, MAX_GAMES)
    return [
        _totals_of(game, mine) for game in GAMES if (mine := [row for row in results if row.game == game])
    ]


def _totals_of(game: str, results: Sequence[PlayerResult]) -> GameTotals:
    """Returns the totals of one game, without the rating."""
    counts: Counter[str] = Counter()
    for row in results:
        counts.update(row.counts)
    return GameTotals(
        game=game,
        games=len(results),
        wins=sum(row.place == 1 for row in results),
        score=sum(row.score for row in results),
        counts=dict(counts),
        rated=[],
    )


def _rated(row: RatingOfGame) -> RatingInfo:
    points = Rating(row.mu, row.sigma).points
    return RatingInfo(points=points, games=row.games, provisional=row.games < PROVISIONAL_GAMES)
