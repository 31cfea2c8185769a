"""`/api/daily`."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from app.core.dates import FIRST_DAY, LAST_DAY
from app.core.errors import (
    Malformed,
    TooMuchToday,
)
from app.events.daily_deals.errors import (
    DailyDealClosed,
    DailyDealNotFound,
    DailyDealPlayed,
    TooManyGuestTries,
)
from app.events.daily_deals.schemas import DailyDay, NewTry, PastDays
from app.events.services import EventServicesDep
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.infra.storage_quotas import GAME_BYTES
from app.players.services import SEARCH, PlayerDep
from app.tables.game.protocol import TableInfo

router = APIRouter(prefix="/api/daily")
Day = Annotated[date | None, Query(ge=FIRST_DAY, le=LAST_DAY)]
GameKey = Annotated[str, Path(max_length=40)]
PLAY_ERRORS = (DailyDealClosed, DailyDealPlayed, TooManyGuestTries)


@router.get(
    "",
    dependencies=[SEARCH],
    response_model_exclude_none=True,
    responses=error_responses(*READ_ERRORS, Malformed, DailyDealNotFound),
)
async def get_daily_deals(player: PlayerDep, events: EventServicesDep, day: Day = None) -> DailyDay:
    """Returns the deals of today or another day, with the results if the player may see them."""
    return await events.daily_standings.get_day(player, day)


@router.get(
    "/days",
    dependencies=[SEARCH],
    response_model_exclude_none=True,
    responses=error_responses(*READ_ERRORS, Malformed),
)
async def get_past_days(player: PlayerDep, events: EventServicesDep, before: Day = None) -> PastDays:
    """Lists days whose deals are revealed."""
    return await events.daily_standings.past_days(player, before)


@router.post(
    "/{game}",
    responses=error_responses(*WRITE_ERRORS, TooMuchToday, DailyDealNotFound, *PLAY_ERRORS),
)
async def play_daily_deal(
    game: GameKey,
    body: NewTry,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    events: EventServicesDep,
) -> TableInfo:
    """Starts the player's try at a deal, or returns the table of the running one."""
    caller = Caller(address_of(request), player)
    infra.limits.tables.take(caller)
    infra.storage.take(caller, GAME_BYTES)
    return await events.daily_deals.play(player, game, body.day, address)
