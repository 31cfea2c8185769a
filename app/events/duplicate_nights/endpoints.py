"""`/api/nights`."""

from functools import partial

from fastapi import APIRouter, Request

from app.core.errors import (
    ForbiddenOrigin,
    Malformed,
    TooMuchToday,
)
from app.events.duplicate_nights.document import count_results
from app.events.duplicate_nights.errors import (
    AlreadyJoined,
    NightFull,
    NightFullForAddress,
    NightNotFound,
    NightOver,
    NightStarted,
    NobodyJoined,
    NotJoined,
    NotNightHost,
    TooManyJoined,
    TooManyNights,
    TooManyNightsHere,
)
from app.events.duplicate_nights.schemas import (
    RESULTS_PER_TOKEN,
    NewNight,
    NightList,
    NightOfTable,
    NightView,
)
from app.events.services import EventServicesDep
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.http.parameters import CheckedCode
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.infra.storage_quotas import GAME_BYTES
from app.players.services import SEARCH, PlayerDep
from app.tables.errors import TableNotFound

router = APIRouter(prefix="/api/nights")
NIGHT_ERRORS = (*READ_ERRORS, Malformed, ForbiddenOrigin, NightNotFound)


@router.get("", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS))
async def get_nights(player: PlayerDep, events: EventServicesDep) -> NightList:
    """Lists the public duplicate nights that are open or played, and the player's own."""
    return await events.nights.overview(player)


@router.post(
    "",
    responses=error_responses(*WRITE_ERRORS, TooMuchToday, TooManyNights, TooManyNightsHere),
)
async def create_night(
    body: NewNight,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    events: EventServicesDep,
) -> NightView:
    """Creates a duplicate night; the creator is its host, and may join as a player."""
    caller = Caller(address_of(request), player)
    infra.limits.tables.take(caller)
    infra.storage.take(caller, body.deals * GAME_BYTES)
    return await events.nights.create(player, body, address)


@router.get(
    "/{code}", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS, Malformed, NightNotFound)
)
async def get_night(
    code: CheckedCode, request: Request, player: PlayerDep, infra: InfraServicesDep, events: EventServicesDep
) -> NightView:
    """Returns a duplicate night: people, tables and the results of deals that all tables have played."""
    night = await events.nights.view(player, code)
    infra.limits.searches.owe(
        Caller(address_of(request), player), count_results(night.info) // RESULTS_PER_TOKEN
    )
    return night


@router.get(
    "/tables/{code}", dependencies=[SEARCH], responses=error_responses(*READ_ERRORS, Malformed, TableNotFound)
)
async def get_night_of_table(code: CheckedCode, player: PlayerDep, events: EventServicesDep) -> NightOfTable:
    """Returns which deal of which night a table plays, and where its people play the next one."""
    return await events.nights.of_table(player, code)


@router.post(
    "/{code}/join",
    responses=error_responses(
        *NIGHT_ERRORS, TooMuchToday, NightOver, AlreadyJoined, TooManyJoined, NightFull, NightFullForAddress
    ),
)
async def join_night(
    code: CheckedCode,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    events: EventServicesDep,
) -> NightView:
    """Joins a duplicate night; after its start the player replaces a bot from the next deal on."""
    count_bytes = partial(infra.storage.take, Caller(address_of(request), player))
    return await events.nights.join(player, code, address, count_bytes)


@router.post("/{code}/leave", responses=error_responses(*NIGHT_ERRORS, NightStarted, NightOver, NotJoined))
async def leave_night(code: CheckedCode, player: PlayerDep, events: EventServicesDep) -> NightView:
    """Leaves a duplicate night that has not started."""
    return await events.nights.leave(player, code)


@router.post(
    "/{code}/start",
    responses=error_responses(*NIGHT_ERRORS, NotNightHost, NightStarted, NightOver, NobodyJoined),
)
async def start_night(code: CheckedCode, player: PlayerDep, events: EventServicesDep) -> NightView:
    """Starts a duplicate night: assigns the players to tables and starts these. Only for the host."""
    return await events.nights.start(player, code)


@router.post("/{code}/close", responses=error_responses(*NIGHT_ERRORS, NotNightHost, NightStarted, NightOver))
async def cancel_night(code: CheckedCode, player: PlayerDep, events: EventServicesDep) -> NightView:
    """Cancels a night that has not started. Only for the host."""
    return await events.nights.cancel(player, code)
