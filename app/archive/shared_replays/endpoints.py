"""`/api/replays/{code}/reviews`."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.archive.services import ArchiveServicesDep
from app.archive.shared_replays.schemas import NewReview, ReviewLink
from app.core.errors import (
    ForbiddenOrigin,
    Malformed,
    NoLookingOn,
    NoSession,
    NotFinished,
    NotStarted,
    ServiceUnavailable,
    TableNotFound,
    TooBig,
    TooFast,
    TooMuchToday,
)
from app.infra.http.error_responses import error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep

router = APIRouter(prefix="/api/replays")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
ASKED = (NoSession, TooFast, ServiceUnavailable, Malformed, ForbiddenOrigin, TooBig, TooMuchToday)


@router.post(
    "/{code}/reviews", responses=error_responses(*ASKED, TableNotFound, NotStarted, NoLookingOn, NotFinished)
)
async def open_review(
    code: Code,
    body: NewReview,
    request: Request,
    player: PlayerDep,
    infra: InfraServicesDep,
    archive: ArchiveServicesDep,
) -> ReviewLink:
    """Opens a shared replay of a game, led by the player."""
    caller = Caller(address_of(request), player)
    infra.limits.tables.take(caller)
    infra.storage.take(caller, 0)
    return ReviewLink(review=await archive.shared_replays.open(player, code, body.ply))
