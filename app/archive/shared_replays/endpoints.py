"""`/api/replays/{code}/reviews`."""

from fastapi import APIRouter, Request

from app.archive.services import ArchiveServicesDep
from app.archive.shared_replays.schemas import NewSharedReplay, SharedReplayLink
from app.core.errors import (
    TooMuchToday,
)
from app.infra.http.error_responses import WRITE_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, NotFinished, NotStarted, TableNotFound, ViewNotAllowed

router = APIRouter(prefix="/api/replays")


@router.post(
    "/{code}/reviews",
    responses=error_responses(
        *WRITE_ERRORS, TooMuchToday, TableNotFound, NotStarted, ViewNotAllowed, NotFinished, DamagedGame
    ),
)
async def open_shared_replay(
    code: Code,
    body: NewSharedReplay,
    request: Request,
    player: PlayerDep,
    infra: InfraServicesDep,
    archive: ArchiveServicesDep,
) -> SharedReplayLink:
    """Opens a shared replay of a game, led by the player."""
    caller = Caller(address_of(request), player)
    infra.limits.tables.take(caller)
    infra.storage.take(caller)
    return SharedReplayLink(review=await archive.shared_replays.open(player, code, body.ply))
