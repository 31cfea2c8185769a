"""`/api/imports`."""

from typing import Any

from fastapi import APIRouter, Request

from app.archive.game_import.errors import BadMove, BadRecord, NewerFormat, StorageFull, TooManyImports
from app.archive.game_import.reading import MAX_UPLOAD_BYTES
from app.archive.game_import.schemas import ImportInfo, ImportList
from app.archive.services import ArchiveServicesDep
from app.core.errors import (
    Busy,
    TooMuchToday,
    TooSlow,
)
from app.infra.http.error_responses import (
    READ_ERRORS,
    UNVALIDATED_WRITE_ERRORS,
    WRITE_ERRORS,
    error_responses,
)
from app.infra.http.parameters import Code
from app.infra.http.request_body import read_upload
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.bans.errors import Muted
from app.players.services import SEARCH, PlayerDep
from app.tables.errors import NotFinished, TableNotFound

router = APIRouter(prefix="/api/imports")
RECORD_ERRORS = (NewerFormat, BadRecord, BadMove)
CREATE_ERRORS = error_responses(
    *UNVALIDATED_WRITE_ERRORS,
    *RECORD_ERRORS,
    TooManyImports,
    StorageFull,
    TooMuchToday,
    Busy,
    TooSlow,
    NotFinished,
    Muted,
)
RECORD: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


@router.get(
    "", dependencies=[SEARCH], response_model_exclude_none=True, responses=error_responses(*READ_ERRORS)
)
async def list_imports(player: PlayerDep, archive: ArchiveServicesDep) -> ImportList:
    """Lists the player's imported games."""
    return await archive.game_imports.list(player)


@router.post("", response_model_exclude_none=True, responses=CREATE_ERRORS, openapi_extra=RECORD)
async def add_import(
    request: Request, player: PlayerDep, infra: InfraServicesDep, archive: ArchiveServicesDep
) -> ImportInfo:
    """Imports the record in the body, whatever its content type; it is read once an upload slot is free."""
    caller = Caller(address_of(request), player)
    infra.limits.imports.take(caller)
    async with archive.game_imports.uploads.slot(caller):
        return await archive.game_imports.add(
            player, caller, await read_upload(request.receive, MAX_UPLOAD_BYTES)
        )


@router.delete("/{code}", responses=error_responses(*WRITE_ERRORS, TableNotFound))
async def delete_import(code: Code, player: PlayerDep, archive: ArchiveServicesDep) -> bool:
    """Deletes one of the player's imported games."""
    await archive.game_imports.delete(player, code)
    return True
