"""Monthly leaderboards."""

from uuid import UUID

from app.core.errors import NotFound
from app.infra.database.engine import Clock, Database, now
from app.players.ratings import repository
from app.players.ratings.repository import RankedPlayer
from app.players.ratings.scale import PROVISIONAL_GAMES
from app.players.ratings.schemas import Leaderboard, LeaderboardRow
from engine.registry import GAMES

MAX_ROWS = 100


class Ratings:
    """Reads leaderboards; `app.tables.results` records the ratings of finished games."""

    def __init__(self, database: Database, clock: Clock = now) -> None:
        self._database = database
        self._clock = clock

    async def leaderboard(self, player: UUID, game: str, month: str | None) -> Leaderboard:
        """Returns the leaderboard of a month, by default the current one. Raises NotFound (unknown game)."""
        if game not in GAMES:
            raise NotFound
        this_month = self._clock().strftime("%Y-%m")
        month = month or this_month
        async with self._database.read() as cursor:
            months = await repository.months(cursor, game)
            rows = await repository.board(cursor, game, month, MAX_ROWS)
            own = await repository.place_of(cursor, game, month, player)
        return Leaderboard(
            month=month,
            months=sorted({this_month, month, *months}, reverse=True),  # the choice of a month has this one
            rows=[_row(row, player) for row in rows],
            mine=[_row(own, player)] if own else [],
        )


def _row(row: RankedPlayer, reader: UUID) -> LeaderboardRow:
    return LeaderboardRow(
        place=row.place,
        handle=row.handle,
        name=row.name,
        points=row.points,
        games=row.games,
        provisional=row.games < PROVISIONAL_GAMES,
        you=row.player_id == reader,
    )
