"""`/api/tables/{code}/chat` and `/api/reports`."""

from fastapi import APIRouter, Request

from app.core.errors import (
    InvalidText,
    NotFound,
    TooMuchToday,
)
from app.infra.http.error_responses import WRITE_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import AddressKeyDep, InfraServicesDep
from app.players.services import PlayerDep
from app.tables.chat.schemas import ChatSwitch, Report
from app.tables.errors import DamagedGame, NoSuchSeat, NotHost, TableNotFound
from app.tables.services import TABLE_CHANGE, TableServicesDep

router = APIRouter(prefix="/api")
REPORT_BYTES = 10_000  # bytes, with the lines that go with it
TABLE_ERRORS = (*WRITE_ERRORS, TableNotFound, DamagedGame)


@router.put(
    "/tables/{code}/chat", dependencies=[TABLE_CHANGE], responses=error_responses(*TABLE_ERRORS, NotHost)
)
async def switch_chat(
    code: Code, body: ChatSwitch, player: PlayerDep, tables: TableServicesDep
) -> ChatSwitch:
    """Opens or closes the table's chat; for the host only."""
    await tables.chat.set_open(player, code, is_open=body.open)
    return body


@router.post(
    "/reports", responses=error_responses(*TABLE_ERRORS, InvalidText, NotFound, NoSuchSeat, TooMuchToday)
)
async def report(
    body: Report,
    request: Request,
    player: PlayerDep,
    address: AddressKeyDep,
    infra: InfraServicesDep,
    tables: TableServicesDep,
) -> Report:
    """Reports a chat line or a player to the administrators."""
    caller = Caller(address_of(request), player)
    infra.limits.reports.take(caller)
    infra.storage.take(caller, REPORT_BYTES)
    await tables.chat.report(player, body, address)
    return body
