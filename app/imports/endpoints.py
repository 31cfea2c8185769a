"""`/api/imports`."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.answers import refusals
from app.errors import (
    BadMove,
    BadRecord,
    ForbiddenOrigin,
    Malformed,
    NewerFormat,
    NoSession,
    NotFinished,
    OneMoment,
    TableNotFound,
    TooBig,
    TooFast,
    TooManyImports,
)
from app.imports.schemas import ImportInfo, Shelf
from app.limits import Caller, address_of
from app.parts import PartsDep, PlayerDep

router = APIRouter(prefix="/api/imports")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
ASKED = (NoSession, TooFast, OneMoment)
CHANGED = (*ASKED, ForbiddenOrigin, TooBig)
REFUSED = refusals(*CHANGED, NewerFormat, BadRecord, BadMove, TooManyImports, NotFinished)
RECORD: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


@router.get("", response_model_exclude_none=True, responses=refusals(*ASKED))
async def get_shelf(player: PlayerDep, parts: PartsDep) -> Shelf:
    return await parts.imports.shelf(player)


@router.post("", response_model_exclude_none=True, responses=REFUSED, openapi_extra=RECORD)
async def add_record(request: Request, player: PlayerDep, parts: PartsDep) -> ImportInfo:
    """The body is the record, whatever it is said to be."""
    parts.limits.imports.take(Caller(address_of(request), player))
    return await parts.imports.add(player, await request.body())


@router.delete("/{code}", responses=refusals(*CHANGED, Malformed, TableNotFound))
async def drop_record(code: Code, player: PlayerDep, parts: PartsDep) -> bool:
    await parts.imports.drop(player, code)
    return True
