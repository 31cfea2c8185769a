"""`/api/replays/{code}/reviews`, and reports of the chat of a shared replay."""

from fastapi import APIRouter, Request

from app.archive.services import ArchiveServicesDep
from app.archive.shared_replays.errors import SharedReplayNotFound
from app.archive.shared_replays.schemas import LineReport, NewSharedReplay, SharedReplayLink
from app.core.errors import (
    InvalidText,
    NotFound,
    TooMuchToday,
)
from app.infra.http.error_responses import WRITE_ERRORS, error_responses
from app.infra.http.parameters import CheckedCode, Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.players.services import PlayerDep
from app.tables.chat.endpoints import REPORT_BYTES
from app.tables.errors import DamagedGame, NotFinished, NotStarted, TableNotFound, ViewNotAllowed

router = APIRouter(prefix="/api/replays")
REPLAY_ERRORS = (
    *WRITE_ERRORS,
    TooMuchToday,
    TableNotFound,
    NotStarted,
    ViewNotAllowed,
    NotFinished,
    DamagedGame,
)


@router.post("/{code}/reviews", responses=error_responses(*REPLAY_ERRORS))
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


@router.post(
    "/reviews/{code}/reports",
    responses=error_responses(*REPLAY_ERRORS, SharedReplayNotFound, NotFound, InvalidText),
)
async def report_line(
    code: CheckedCode,
    body: LineReport,
    request: Request,
    player: PlayerDep,
    address_key: AddressKeyDep,
    infra: InfraServicesDep,
    archive: ArchiveServicesDep,
) -> LineReport:
    """Reports a chat line of a shared replay to the administrators."""
    caller = Caller(address_of(request), player)
    infra.limits.reports.take(caller)
    infra.storage.take(caller, REPORT_BYTES)
    await archive.shared_replays.report(player, code, body, address_key)
    return body
