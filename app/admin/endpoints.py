"""`/api/admin`: for administrators; everybody else is answered `not_admin`, whatever they ask."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.admin.schemas import Number, Order, Overview, Reason
from app.answers import refusals
from app.errors import (
    BadNetwork,
    ForbiddenOrigin,
    GameOver,
    Malformed,
    NoAccount,
    NoSession,
    NotAdmin,
    NotFound,
    OneMoment,
    TableNotFound,
    TooBig,
    TooFast,
    Yourself,
)
from app.limits import Caller, address_of
from app.parts import PartsDep, PlayerDep
from engine.types import Json

router = APIRouter(prefix="/api/admin")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
ASKED = (NoSession, NotAdmin, TooFast, OneMoment)
DONE = (*ASKED, Malformed, ForbiddenOrigin, TooBig)


@router.get("", responses=refusals(*ASKED))
async def get_overview(player: PlayerDep, parts: PartsDep) -> Overview:
    return await parts.authority.overview(player)


@router.post("/bans", responses=refusals(*DONE, NotFound, NoAccount, BadNetwork, Yourself))
async def ban(body: Order, request: Request, player: PlayerDep, parts: PartsDep) -> Overview:
    await parts.authority.ban(Caller(address_of(request), player), body)
    return await parts.authority.overview(player)


@router.post("/bans/{number}/lift", responses=refusals(*DONE, NotFound))
async def lift(number: Number, body: Reason, player: PlayerDep, parts: PartsDep) -> Overview:
    await parts.authority.lift(player, number, body.why)
    return await parts.authority.overview(player)


@router.post("/reports/{number}/settle", responses=refusals(*DONE, NotFound))
async def settle(number: Number, body: Reason, player: PlayerDep, parts: PartsDep) -> Overview:
    await parts.authority.settle(player, number, body.why)
    return await parts.authority.overview(player)


@router.get("/reports/{number}/problem", responses=refusals(*ASKED, Malformed, NotFound))
async def get_problem(number: Number, player: PlayerDep, parts: PartsDep) -> Json:
    return await parts.authority.problem(player, number)


@router.post("/tables/{code}/close", responses=refusals(*DONE, TableNotFound, GameOver))
async def close(code: Code, body: Reason, player: PlayerDep, parts: PartsDep) -> Overview:
    await parts.authority.close(player, code, body.why)
    return await parts.authority.overview(player)
