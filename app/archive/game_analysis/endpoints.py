"""`/api/replays/{code}/analysis`."""

from fastapi import APIRouter, Request

from app.archive.game_analysis.errors import NoAnalysis
from app.archive.game_analysis.schemas import AnalysisStatus
from app.archive.services import ArchiveServicesDep
from app.core.errors import Busy, Malformed
from app.infra.http.error_responses import READ_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, NotFinished, NotStarted, TableNotFound, ViewNotAllowed

router = APIRouter(prefix="/api/replays/{code}/analysis")
REFUSALS = error_responses(
    *READ_ERRORS,
    Busy,
    Malformed,
    TableNotFound,
    NotStarted,
    ViewNotAllowed,
    NotFinished,
    DamagedGame,
    NoAnalysis,
)


@router.get("", response_model_exclude_none=True, responses=REFUSALS)
async def get_analysis(
    code: Code, request: Request, player: PlayerDep, infra: InfraServicesDep, archive: ArchiveServicesDep
) -> AnalysisStatus:
    """Returns the analysis of a finished game, or how far it has come.

    It continues only while this request is repeated, for example once a second.
    """
    caller = Caller(address_of(request), player)
    infra.limits.searches.take(caller)
    return await archive.game_analyses.get(code, player, caller.address)
