"""`/api/games` and `/api/tables`."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator

from app.lobby.schemas import GameInfo, NewTable, Ready, Sit
from app.parts import PartsDep, PlayerDep
from app.play.protocol import TableInfo

router = APIRouter(prefix="/api")
Code = Annotated[str, Path(), AfterValidator(str.lower)]


@router.get("/games")
async def get_games(parts: PartsDep) -> list[GameInfo]:
    return parts.lobby.games()


@router.post("/tables")
async def create_table(body: NewTable, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.create(player, body)


@router.get("/tables/{code}")
async def get_table(code: Code, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.table(player, code)


@router.put("/tables/{code}/seats/{seat}")
async def sit(code: Code, seat: int, body: Sit, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.sit(player, code, seat, body.salt)


@router.delete("/tables/{code}/seats/{seat}")
async def leave(code: Code, seat: int, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.leave(player, code, seat)


@router.put("/tables/{code}/ready")
async def set_ready(code: Code, body: Ready, player: PlayerDep, parts: PartsDep) -> TableInfo:
    return await parts.lobby.ready(player, code, ready=body.ready)


@router.post("/tables/{code}/start")
async def start(code: Code, player: PlayerDep, parts: PartsDep) -> TableInfo:
    info = await parts.lobby.start(player, code)
    parts.bots.wake(info.code)
    return info
