"""`/r/{code}.png` and `/t/{code}.png`: images of a table for link previews."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from app.archive.services import ArchiveServicesDep
from app.core.errors import Banned, Busy, Malformed, ServiceUnavailable, TooFast
from app.infra.http.error_responses import error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import ReaderDep, refuse_banned
from app.tables.errors import DamagedGame, TableNotFound

router = APIRouter()
Ply = Annotated[int | None, Query(ge=0, le=99_999)]
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}
REFUSALS = error_responses(Malformed, TableNotFound, DamagedGame, Banned, TooFast, ServiceUnavailable, Busy)
MAX_AGE_OVER_S, MAX_AGE_RUNNING_S = 3600, 60


@router.get("/r/{code}.png", response_class=Response, responses={**PICTURE, **REFUSALS})
@router.get("/t/{code}.png", response_class=Response, responses={**PICTURE, **REFUSALS})
async def get_picture(
    code: Code,
    request: Request,
    infra: InfraServicesDep,
    reader: ReaderDep,
    archive: ArchiveServicesDep,
    ply: Ply = None,
) -> Response:
    """Returns the image of a table, or of a position of its game."""
    caller = Caller(address_of(request))
    refuse_banned(request, caller._replace(player=reader))
    infra.limits.guesses.check(caller)
    infra.limits.pictures.take(caller.address)
    try:
        picture, is_over = await archive.link_previews.picture(code, ply, reader, caller.address)
    except TableNotFound:
        infra.limits.guesses.owe(caller, 1)
        raise
    kept = MAX_AGE_OVER_S if is_over else MAX_AGE_RUNNING_S
    headers = {
        "Cache-Control": f"public, max-age={kept}",
        "Vary": "Cookie",
        "Cross-Origin-Resource-Policy": "cross-origin",  # previews embed the image in other sites
    }
    return Response(picture, headers=headers, media_type="image/png")
