"""`/api/games` and `/api/tables`."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.answers import refusals
from app.errors import (
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
    OneMoment,
    SaltGiven,
    SeatTaken,
    StaysPrivate,
    TableNotFound,
    TooBig,
    TooFast,
    TooMuchToday,
)
from app.limits import Caller, address_of
from app.lobby.schemas import GameInfo, NewSalt, NewTable, Ready, Sit
from app.parts import PartsDep, PlayerDep
from app.play.protocol import TableInfo
from app.play.terms import Terms
from app.quotas import GAME

router = APIRouter(prefix="/api")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
ASKED = (NoSession, TooFast, OneMoment)  # what anything asked may meet with
CHANGED = (*ASKED, Malformed, TableNotFound, AlreadyStarted, ForbiddenOrigin, TooBig)  # and a change besides


@router.get("/games", responses=refusals(TooFast))
async def get_games(parts: PartsDep) -> list[GameInfo]:
    return parts.lobby.games()


@router.post("/tables", responses=refusals(*ASKED, Malformed, ForbiddenOrigin, TooBig, TooMuchToday))
async def create_table(body: NewTable, request: Request, player: PlayerDep, parts: PartsDep) -> TableInfo:
    caller = Caller(address_of(request), player)
    parts.limits.tables.take(caller)
    parts.storage.take(caller, GAME)
    return await parts.lobby.create(player, body)


@router.get("/tables/{code}", responses=refusals(*ASKED, Malformed, TableNotFound, NoLookingOn))
async def get_table(code: Code, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.table(player, code)


@router.put("/tables/{code}/seats/{seat}", responses=refusals(*CHANGED, NoSuchSeat, SeatTaken))
async def sit(code: Code, seat: int, body: Sit, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.sit(player, code, seat, body.salt)


@router.delete("/tables/{code}/seats/{seat}", responses=refusals(*CHANGED, NoSuchSeat, NotHost))
async def leave(code: Code, seat: int, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.leave(player, code, seat)


@router.put("/tables/{code}/salt", responses=refusals(*CHANGED, NotSeated, SaltGiven))
async def add_salt(code: Code, body: NewSalt, player: PlayerDep, parts: PartsDep) -> TableInfo:
    info = await parts.lobby.add_salt(player, code, body.salt)
    if info.status == "playing":
        parts.bots.wake(info.code)
    return info


@router.put("/tables/{code}/ready", responses=refusals(*CHANGED, NotSeated))
async def set_ready(code: Code, body: Ready, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.ready(player, code, ready=body.ready)


@router.put("/tables/{code}/terms", responses=refusals(*CHANGED, NotHost, StaysPrivate))
async def agree(code: Code, body: Terms, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.agree(player, code, body)


@router.post(
    "/tables/{code}/start",
    responses=refusals(*CHANGED, NotHost, NotAllReady, NotEnoughPlayers, DealsInPlay),
)
async def start(code: Code, player: PlayerDep, parts: PartsDep) -> TableInfo:
    info = await parts.lobby.start(player, code)
    parts.bots.wake(info.code)
    return info
