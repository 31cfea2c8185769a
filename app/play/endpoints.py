"""`/api/tables/{code}/record`."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator

from app.answers import refusals
from app.errors import Malformed, NoLookingOn, NoSession, NotFinished, OneMoment, TableNotFound, TooFast
from app.parts import PartsDep, PlayerDep
from engine.types import Json

router = APIRouter(prefix="/api/tables")
Code = Annotated[str, Path(), AfterValidator(str.lower)]


@router.get(
    "/{code}/record",
    responses=refusals(Malformed, NoSession, TableNotFound, NoLookingOn, NotFinished, TooFast, OneMoment),
)
async def get_record(code: Code, player: PlayerDep, parts: PartsDep) -> Json:
    record = await parts.play.record(code, player)
    await parts.deals.open_table(player, await parts.play.table(code))
    if said := await parts.talk.chat_of(code):
        record["meta"]["chat"] = said
    return record
