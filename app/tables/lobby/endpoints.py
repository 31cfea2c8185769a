"""`/api/games` and `/api/tables`."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import AfterValidator

from app.core.errors import (
    AlreadyStarted,
    DealsInPlay,
    ForbiddenOrigin,
    Malformed,
    NoLookingOn,
    NoSession,
    NoSuchSeat,
    NotAllReady,
    NotEnoughPlayers,
    NotHost,
    NotSeated,
    SaltGiven,
    SeatTaken,
    ServiceUnavailable,
    StaysPrivate,
    TableNotFound,
    TooBig,
    TooFast,
    TooManyPeople,
    TooMuchToday,
)
from app.infra.http.error_responses import error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.storage_quotas import GAME
from app.services import SEARCH, AddressKeyDep, PartsDep, PlayerDep
from app.tables.game.protocol import TableInfo
from app.tables.game.settings import Terms
from app.tables.lobby.candidates import MOST
from app.tables.lobby.errors import (
    KeptOut,
    Removed,
    SeatChanged,
    TermsChanged,
    TooManySeats,
    TooManyTables,
    TooManyTablesHere,
)
from app.tables.lobby.protocol import FurtherTables, RunningGames
from app.tables.lobby.schemas import GameInfo, NewSalt, NewTable, Ready, Sit, Start

router = APIRouter(prefix="/api")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
Who = Annotated[str, Query(max_length=16)]  # as in a seat's information
PathWho = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]
Skip = Annotated[int, Query(ge=0, le=MOST)]
FULL = (TooManyTables, TooManyTablesHere)
SITTING = (NoSuchSeat, SeatTaken, TermsChanged, Removed, KeptOut, TooManySeats, *FULL)
ASKED = (NoSession, TooFast, ServiceUnavailable)  # what anything asked may meet with
CHANGED = (*ASKED, Malformed, TableNotFound, AlreadyStarted, ForbiddenOrigin, TooBig)  # and a change besides


@router.get("/games", responses=error_responses(TooFast))
async def get_games(parts: PartsDep) -> list[GameInfo]:
    return parts.lobby.games()


@router.get("/lobby/tables", dependencies=[SEARCH], responses=error_responses(*ASKED, Malformed))
async def get_further_tables(player: PlayerDep, parts: PartsDep, skip: Skip = 0) -> FurtherTables:
    return await parts.lobby_hub.further(player, skip)


@router.get(
    "/lobby/games",
    dependencies=[SEARCH],
    response_model_exclude_none=True,
    responses=error_responses(*ASKED, Malformed),
)
async def get_games_to_watch(player: PlayerDep, parts: PartsDep, skip: Skip = 0) -> RunningGames:
    return await parts.games_to_watch.page(player, skip)


@router.post(
    "/tables", responses=error_responses(*ASKED, Malformed, ForbiddenOrigin, TooBig, TooMuchToday, *FULL)
)
async def create_table(
    body: NewTable, request: Request, player: PlayerDep, address: AddressKeyDep, parts: PartsDep
) -> TableInfo:
    caller = Caller(address_of(request), player)
    parts.limits.tables.take(caller)
    parts.storage.take(caller, GAME)
    return await parts.lobby.create(player, body, address)


@router.get("/tables/{code}", responses=error_responses(*ASKED, Malformed, TableNotFound, NoLookingOn))
async def get_table(code: Code, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.table(player, code)


@router.put("/tables/{code}/seats/{seat}", responses=error_responses(*CHANGED, *SITTING))
async def sit(
    code: Code, seat: int, body: Sit, player: PlayerDep, address: AddressKeyDep, parts: PartsDep
) -> TableInfo:
    return await parts.lobby.sit(player, code, seat, body.salt, address=address, terms_key=body.terms_key)


@router.delete(
    "/tables/{code}/seats/{seat}",
    responses=error_responses(*CHANGED, NoSuchSeat, NotHost, SeatChanged, TooManyPeople),
)
async def leave(
    code: Code, seat: int, player: PlayerDep, parts: PartsDep, *, who: Who = "", keep_out: bool = False
) -> TableInfo:
    return await parts.lobby.leave(player, code, seat, who=who, keep_out=keep_out)


@router.put("/tables/{code}/salt", responses=error_responses(*CHANGED, NotSeated, SaltGiven))
async def add_salt(code: Code, body: NewSalt, player: PlayerDep, parts: PartsDep) -> TableInfo:
    info = await parts.lobby.add_salt(player, code, body.salt)
    if info.status == "playing":
        parts.bots.wake(info.code)
    return info


@router.delete("/tables/{code}/kept_out/{who}", responses=error_responses(*CHANGED, NotHost))
async def let_in(code: Code, who: PathWho, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.let_in(player, code, who)


@router.put("/tables/{code}/ready", responses=error_responses(*CHANGED, NotSeated, TermsChanged))
async def set_ready(code: Code, body: Ready, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.ready(player, code, ready=body.ready, terms_key=body.terms_key)


@router.put("/tables/{code}/terms", responses=error_responses(*CHANGED, NotHost, StaysPrivate, *FULL))
async def agree(
    code: Code, body: Terms, player: PlayerDep, address: AddressKeyDep, parts: PartsDep
) -> TableInfo:
    return await parts.lobby.agree(player, code, body, address)


@router.post(
    "/tables/{code}/start",
    responses=error_responses(*CHANGED, NotHost, NotAllReady, NotEnoughPlayers, DealsInPlay, TermsChanged),
)
async def start(code: Code, player: PlayerDep, parts: PartsDep, body: Start | None = None) -> TableInfo:
    info = await parts.lobby.start(player, code, terms_key=body.terms_key if body else "")
    parts.bots.wake(info.code)
    return info
