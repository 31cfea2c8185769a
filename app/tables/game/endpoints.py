"""`/api/tables/{code}/record`."""

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from app.core.errors import Busy, Malformed, NoSession, ServiceUnavailable, TooFast
from app.infra.http.error_responses import error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServicesDep
from app.players.services import PlayerDep
from app.tables.errors import DamagedGame, NotFinished, NotStarted, TableNotFound, ViewNotAllowed
from app.tables.services import TableServicesDep
from engine.types import Json

router = APIRouter(prefix="/api/tables")


@router.get(
    "/{code}/record",
    response_model=Json,
    responses=error_responses(
        Malformed,
        NoSession,
        TableNotFound,
        ViewNotAllowed,
        NotStarted,
        NotFinished,
        DamagedGame,
        TooFast,
        ServiceUnavailable,
        Busy,
    ),
)
async def get_record(
    code: Code, request: Request, player: PlayerDep, infra: InfraServicesDep, tables: TableServicesDep
) -> Response:
    """Returns the record of a finished game, with its chat, its hints and the texts of players' packs."""
    caller = Caller(address_of(request), player)
    infra.limits.replays.take(caller)
    async with infra.record_downloads.slot(caller):
        record = await tables.game.record(code, player)
        await tables.deal_guard.record_game_view(player, await tables.game.table(code))
        await tables.card_packs.add_texts(record)
        if chat := await tables.chat.lines_for_record(code):
            record["meta"]["chat"] = chat
        await tables.hints.add_to_record(code, record)
        return Response(to_json(record), media_type="application/json")
