"""`/api/leaderboard/{game}`."""

from typing import Annotated

from fastapi import APIRouter, Query

from app.core.errors import Malformed, NotFound
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.players.ratings.schemas import Leaderboard
from app.players.services import SEARCH, PlayerDep, PlayerServicesDep

router = APIRouter(prefix="/api")
Month = Annotated[str | None, Query(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$")]


@router.get(
    "/leaderboard/{game}",
    dependencies=[SEARCH],
    responses=error_responses(*READ_ERRORS, Malformed, NotFound),
)
async def get_leaderboard(
    game: str, player: PlayerDep, players: PlayerServicesDep, month: Month = None
) -> Leaderboard:
    """Returns the leaderboard of a game in a month."""
    return await players.ratings.leaderboard(player, game, month)
