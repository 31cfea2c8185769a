"""`/api/friends` and whom one follows or blocks."""

from typing import Annotated

from fastapi import APIRouter, Path

from app.core.errors import (
    CannotBlock,
    CannotFollow,
    ForbiddenOrigin,
    Malformed,
    NoSession,
    NoSuchPerson,
    ServiceUnavailable,
    TooBig,
    TooFast,
    TooManyPeople,
)
from app.infra.http.error_responses import error_responses
from app.players.friends.schemas import Circle, Ties
from app.services import SEARCH, PartsDep, PlayerDep

router = APIRouter(prefix="/api")
Handle = Annotated[str, Path(pattern="^[0-9a-f]{12}$")]
ASKED = (NoSession, TooFast, ServiceUnavailable)
CHANGED = (*ASKED, Malformed, ForbiddenOrigin, TooBig, NoSuchPerson)


@router.get("/friends", dependencies=[SEARCH], responses=error_responses(*ASKED))
async def get_circle(player: PlayerDep, parts: PartsDep) -> Circle:
    return await parts.company.circle(player)


@router.put("/people/{handle}/follow", responses=error_responses(*CHANGED, CannotFollow, TooManyPeople))
async def follow(handle: Handle, player: PlayerDep, parts: PartsDep) -> Ties:
    return await parts.company.follow(player, handle)


@router.delete("/people/{handle}/follow", responses=error_responses(*CHANGED))
async def unfollow(handle: Handle, player: PlayerDep, parts: PartsDep) -> Ties:
    return await parts.company.unfollow(player, handle)


@router.put("/people/{handle}/block", responses=error_responses(*CHANGED, CannotBlock, TooManyPeople))
async def block(handle: Handle, player: PlayerDep, parts: PartsDep) -> Ties:
    return await parts.company.block(player, handle)


@router.delete("/people/{handle}/block", responses=error_responses(*CHANGED))
async def unblock(handle: Handle, player: PlayerDep, parts: PartsDep) -> Ties:
    return await parts.company.unblock(player, handle)
