"""`/api/replays/{code}`, `/api/replays/{code}/autopsy`."""

import gzip
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers

from app.archive.replays.cache import CompressedReplay
from app.archive.replays.schemas import Replay
from app.archive.services import ArchiveServicesDep
from app.core.errors import Busy, Malformed
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, NotFinished, NotStarted, TableNotFound, ViewNotAllowed
from engine.types import Json

router = APIRouter(prefix="/api/replays")
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {
    304: {"description": "the one that If-None-Match names is the present one"}
}
REFUSALS = error_responses(
    *READ_ERRORS, Busy, Malformed, TableNotFound, NotStarted, ViewNotAllowed, NotFinished, DamagedGame
)


@router.get("/{code}", response_model=Replay, responses={**NOT_MODIFIED, **REFUSALS})
async def get_replay(
    code: Code, request: Request, player: PlayerDep, infra: InfraServicesDep, archive: ArchiveServicesDep
) -> Response:
    """Returns the replay of a game as the player may see it."""
    caller = Caller(address_of(request), player)
    infra.limits.replays.take(caller)
    compressed, is_over = await archive.replays.document(code, player, caller.address)
    if not is_over:
        return _answer(compressed, request.headers, {})
    kept = {"Cache-Control": "private, no-cache", "ETag": f'W/"{compressed.etag}"'}
    if compressed.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=kept)
    return _answer(compressed, request.headers, kept)


@router.get("/{code}/autopsy", responses=REFUSALS)
async def get_paradox_analysis(
    code: Code, request: Request, player: PlayerDep, infra: InfraServicesDep, archive: ArchiveServicesDep
) -> list[Json]:
    """Returns the analysis of each paradox of a finished game."""
    caller = Caller(address_of(request), player)
    infra.limits.replays.take(caller)
    return await archive.paradox_analyses.get(code, player, caller.address)


def _answer(compressed: CompressedReplay, request_headers: Headers, headers: dict[str, str]) -> Response:
    """Returns the document, decompressed for clients that do not accept gzip."""
    headers = {**headers, "Vary": "Accept-Encoding, Cookie"}
    if "gzip" not in request_headers.get("accept-encoding", ""):
        return Response(gzip.decompress(compressed.body), headers=headers, media_type="application/json")
    headers["Content-Encoding"] = "gzip"
    return Response(compressed.body, headers=headers, media_type="application/json")
