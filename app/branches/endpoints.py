"""`/api/replays/{code}/branches`."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.answers import refusals
from app.branches.schemas import Family, NewBranch
from app.errors import (
    ForbiddenOrigin,
    GameOver,
    Malformed,
    NoLookingOn,
    NoSession,
    NoSuchSeat,
    NotFinished,
    OneMoment,
    TableNotFound,
    TooBig,
    TooFast,
)
from app.limits import Caller, address_of
from app.parts import PartsDep, PlayerDep
from app.play.protocol import TableInfo

router = APIRouter(prefix="/api/replays")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
SEEN = (NoSession, TooFast, OneMoment, Malformed, TableNotFound, NoLookingOn, NotFinished)


@router.get("/{code}/branches", responses=refusals(*SEEN))
async def get_family(code: Code, player: PlayerDep, parts: PartsDep) -> Family:
    return await parts.branches.family(player, code)


@router.post("/{code}/branches", responses=refusals(*SEEN, ForbiddenOrigin, TooBig, NoSuchSeat, GameOver))
async def open_branch(
    code: Code, body: NewBranch, request: Request, player: PlayerDep, parts: PartsDep
) -> TableInfo:
    parts.limits.tables.take(Caller(address_of(request), player))
    return await parts.branches.open(player, code, body)
