"""`/api/tables/{code}/record`."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator

from app.parts import PartsDep, PlayerDep
from engine.types import Json

router = APIRouter(prefix="/api/tables")
Code = Annotated[str, Path(), AfterValidator(str.lower)]


@router.get("/{code}/record")
async def get_record(code: Code, player: PlayerDep, parts: PartsDep) -> Json:
    return await parts.play.record(code, player)
