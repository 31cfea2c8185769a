"""`/api/tables/{code}/notes`."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.archive.notes.errors import TooManyNotes
from app.archive.notes.schemas import NewNote, Notes
from app.archive.services import ArchiveServicesDep
from app.core.errors import (
    ForbiddenOrigin,
    InvalidText,
    Malformed,
    NoLinks,
    TooBig,
    TooMuchToday,
)
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.bans.errors import Muted
from app.players.services import SEARCH, PlayerDep, PlayerServicesDep
from app.tables.chat.errors import PhrasesOnly
from app.tables.errors import DamagedGame, NotFinished, NotSeated, NotStarted, TableNotFound, ViewNotAllowed

router = APIRouter(prefix="/api/tables/{code}/notes")
Ply = Annotated[int, Path(ge=0, le=20_000)]
NOTE_ERRORS = (*READ_ERRORS, Malformed, TableNotFound, ViewNotAllowed, DamagedGame)
CHANGE_ERRORS = (*NOTE_ERRORS, ForbiddenOrigin, TooBig, NotSeated)
SHARING_ERRORS = (Muted, PhrasesOnly, NoLinks)


@router.get("", dependencies=[SEARCH], responses=error_responses(*NOTE_ERRORS, NotFinished))
async def get_notes(code: Code, player: PlayerDep, archive: ArchiveServicesDep) -> Notes:
    """Returns the notes of a game that the player may read."""
    return await archive.notes.read(player, code)


@router.put(
    "/{ply}",
    responses=error_responses(
        *CHANGE_ERRORS,
        InvalidText,
        NotStarted,
        NotFinished,
        TooManyNotes,
        TooMuchToday,
        *SHARING_ERRORS,
    ),
)
async def write_note(
    code: Code,
    ply: Ply,
    body: NewNote,
    request: Request,
    player: PlayerDep,
    infra: InfraServicesDep,
    players: PlayerServicesDep,
    archive: ArchiveServicesDep,
) -> Notes:
    """Stores the player's note at a move in place of an earlier one."""
    caller = Caller(address_of(request), player)
    if body.shared:
        players.bans.require_not_muted(caller)
    infra.storage.take(caller, len(body.text.encode(errors="replace")))
    await archive.notes.write(player, code, ply, body)
    return await archive.notes.read(player, code)


@router.delete("/{ply}", responses=error_responses(*CHANGE_ERRORS, NotStarted, NotFinished))
async def delete_note(code: Code, ply: Ply, player: PlayerDep, archive: ArchiveServicesDep) -> Notes:
    """Deletes the player's note at a move."""
    await archive.notes.delete(player, code, ply)
    return await archive.notes.read(player, code)
