"""`/api/history`."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query

from app.archive.history.schemas import History
from app.archive.history.service import Filters
from app.archive.services import ArchiveServicesDep
from app.core.dates import FIRST_DAY, LAST_DAY
from app.core.errors import Malformed
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.players.friends.errors import PlayerNotFound
from app.players.services import SEARCH, PlayerDep
from app.tables.time_control.availability import Zone
from engine.registry import GAMES

router = APIRouter(prefix="/api/history")
MAX_PLAYERS = 5  # people in one game
Name = Annotated[str, Query(min_length=1, max_length=40)]
Players = Annotated[list[Name], Query(max_length=MAX_PLAYERS)]
GameKey = Annotated[str | None, Query(pattern=f"^({'|'.join(GAMES)})$")]
Day = Annotated[date | None, Query(ge=FIRST_DAY, le=LAST_DAY)]
PageToken = Annotated[str | None, Query(max_length=30)]


@router.get(
    "",
    dependencies=[SEARCH],
    response_model_exclude_none=True,
    responses=error_responses(*READ_ERRORS, Malformed, PlayerNotFound),
)
async def get_history(
    player: PlayerDep,
    archive: ArchiveServicesDep,
    *,
    mine: bool = False,
    players: Players = [],  # noqa: B006  (FastAPI copies it)
    game: GameKey = None,
    since: Day = None,
    until: Day = None,
    zone: Zone = "UTC",
    after: PageToken = None,
) -> History:
    """Lists finished games, filtered by players, game and days in the time zone `zone`."""
    filters = Filters(mine, players, game, since, until, zone)
    return await archive.history.page(player, filters, after)
