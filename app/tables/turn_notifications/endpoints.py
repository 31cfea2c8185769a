"""`/api/turns`, `/api/push` and `/api/tables/{code}/webhook`."""

import re
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from app.core.errors import (
    BadWebhook,
    ForbiddenOrigin,
    Malformed,
    NoSession,
    NotSeated,
    PasswordNeeded,
    ServiceUnavailable,
    TableNotFound,
    TooBig,
    TooFast,
    UnusableAddress,
)
from app.infra.http.error_responses import error_responses
from app.infra.rate_limits import Caller, address_of
from app.services import ConfirmedDep, Parts, PartsDep, PlayerDep, VisitorDep
from app.tables.turn_notifications.schemas import DeviceInfo, MyTurn, NewDevice, NewWebhook, WebhookInfo

router = APIRouter(prefix="/api")
Code = Annotated[str, Path(), AfterValidator(str.lower)]
DeviceName = Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$")]
HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)
ASKED = (NoSession, TooFast, ServiceUnavailable, Malformed)
CHANGED = (*ASKED, ForbiddenOrigin, TooBig, PasswordNeeded)
AT_TABLE = (TableNotFound, NotSeated)


def _site(request: Request, parts: Parts) -> str:
    """Where this person reaches the server, as far as it is known."""
    host = request.headers.get("host", "")
    own = f"{request.url.scheme}://{host}" if HOST.fullmatch(host) else ""
    return parts.settings.public_url or own


@router.get("/turns", responses=error_responses(NoSession, TooFast, ServiceUnavailable))
async def get_turns(player: PlayerDep, parts: PartsDep) -> list[MyTurn]:
    return await parts.turns.of(player)


@router.get("/push/{device}", responses=error_responses(*ASKED))
async def get_device(device: DeviceName, player: PlayerDep, parts: PartsDep) -> DeviceInfo:
    return await parts.notices.device(player, device)


@router.put("/push/{device}", responses=error_responses(*CHANGED, UnusableAddress))
async def add_device(
    device: DeviceName, body: NewDevice, request: Request, visitor: ConfirmedDep, parts: PartsDep
) -> DeviceInfo:
    parts.limits.look_ups.take(Caller(address_of(request), visitor.player))
    return await parts.notices.add_device(visitor, device, body, _site(request, parts))


@router.delete("/push/{device}", responses=error_responses(*CHANGED))
async def drop_device(device: DeviceName, visitor: VisitorDep, parts: PartsDep) -> DeviceInfo:
    """A browser may turn its own off, as it does when it signs out."""
    if await parts.notices.is_elsewhere(visitor, device):
        await parts.confirmations.require(visitor)
    return await parts.notices.drop_device(visitor.player, device)


@router.get("/tables/{code}/webhook", responses=error_responses(*ASKED, *AT_TABLE))
async def get_webhook(code: Code, player: PlayerDep, parts: PartsDep) -> WebhookInfo:
    return await parts.notices.webhook(player, code)


@router.put(
    "/tables/{code}/webhook", responses=error_responses(*CHANGED, *AT_TABLE, UnusableAddress, BadWebhook)
)
async def set_webhook(
    code: Code, body: NewWebhook, request: Request, visitor: ConfirmedDep, parts: PartsDep
) -> WebhookInfo:
    parts.limits.look_ups.take(Caller(address_of(request), visitor.player))
    return await parts.notices.set_webhook(visitor.player, code, body, _site(request, parts))


@router.delete("/tables/{code}/webhook", responses=error_responses(*CHANGED, *AT_TABLE))
async def drop_webhook(code: Code, visitor: ConfirmedDep, parts: PartsDep) -> WebhookInfo:
    return await parts.notices.drop_webhook(visitor.player, code)
