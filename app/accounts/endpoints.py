"""`/api/me`."""

from fastapi import APIRouter, Request, Response

from app.accounts.schemas import Me, NewName
from app.parts import PartsDep, PlayerDep

router = APIRouter(prefix="/api")


@router.get("/me")
async def get_me(request: Request, response: Response, parts: PartsDep) -> Me:
    player = await parts.accounts.welcome(parts.sessions.read(request))
    parts.sessions.write(request, response, player)
    return await parts.accounts.me(player)


@router.patch("/me")
async def rename_me(body: NewName, player: PlayerDep, parts: PartsDep) -> Me:
    return await parts.accounts.rename(player, body.name)
