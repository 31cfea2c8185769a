"""`/api/me`."""

from fastapi import APIRouter, Request, Response

from app.accounts.schemas import Me, NewName
from app.errors import BadName, ForbiddenOrigin, Malformed, NoSession, OneMoment, TooBig, TooFast, refusals
from app.limits import address_of
from app.parts import PartsDep, PlayerDep

router = APIRouter(prefix="/api")


@router.get("/me", responses=refusals(TooFast, OneMoment))
async def get_me(request: Request, response: Response, parts: PartsDep) -> Me:
    try:
        player = await parts.accounts.known(parts.sessions.read(request))
    except NoSession:
        parts.limits.guests.take(address_of(request))
        player = await parts.accounts.welcome()
    parts.sessions.write(request, response, player)
    return await parts.accounts.me(player)


@router.patch(
    "/me",
    responses=refusals(Malformed, BadName, NoSession, ForbiddenOrigin, TooBig, TooFast, OneMoment),
)
async def rename_me(body: NewName, player: PlayerDep, parts: PartsDep) -> Me:
    return await parts.accounts.rename(player, body.name)
