"""`/api/tables/{code}/hint`."""

from fastapi import APIRouter, Request

from app.core.errors import Busy, ForbiddenOrigin, Malformed, NoSession, ServiceUnavailable, TooFast
from app.infra.http.error_responses import error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, GameOver, NotSeated, NotStarted, TableNotFound
from app.tables.hints.errors import HintNotAllowed, HintOutOfTurn
from app.tables.hints.schemas import Hint
from app.tables.services import TableServicesDep

router = APIRouter(prefix="/api/tables")


@router.post(
    "/{code}/hint",
    responses=error_responses(
        NoSession, ForbiddenOrigin, Malformed, TableNotFound, DamagedGame, NotStarted, NotSeated, GameOver,
        HintNotAllowed, HintOutOfTurn, TooFast, Busy, ServiceUnavailable,
    ),
)  # fmt: skip
async def get_hint(
    code: Code, request: Request, player: PlayerDep, infra: InfraServicesDep, tables: TableServicesDep
) -> Hint:
    """Returns the best of the compared moves of a player, at a table where all others are bots."""
    caller = Caller(address_of(request), player)
    infra.limits.hints.take(caller)
    return await tables.hints.find(caller, code)
