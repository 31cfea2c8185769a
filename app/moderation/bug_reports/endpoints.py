"""`/api/problems`."""

from fastapi import APIRouter, Request

from app.core.errors import (
    InvalidText,
    TooMuchToday,
)
from app.infra.http.error_responses import WRITE_ERRORS, error_responses
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.moderation.bug_reports.schemas import BugReport
from app.moderation.services import ModerationServicesDep
from app.players.services import PlayerDep
from app.tables.errors import TableNotFound, ViewNotAllowed

router = APIRouter(prefix="/api")


@router.post(
    "/problems",
    responses=error_responses(*WRITE_ERRORS, TableNotFound, ViewNotAllowed, InvalidText, TooMuchToday),
)
async def report_bug(
    body: BugReport,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    moderation: ModerationServicesDep,
) -> BugReport:
    """Stores a bug report for the administrators."""
    caller = Caller(address_of(request), player)
    infra.limits.reports.take(caller)
    await moderation.bug_reports.report(player, caller, body, address)
    return body
