"""`/api/turns`, `/api/push` and `/api/tables/{code}/webhook`."""

import re
from typing import Annotated

from fastapi import APIRouter, Path, Request

from app.core.errors import (
    Malformed,
    UnusableAddress,
)
from app.infra.http.error_responses import READ_ERRORS, WRITE_ERRORS, error_responses
from app.infra.http.parameters import Code
from app.infra.rate_limits import Caller, address_of
from app.infra.services import InfraServices, InfraServicesDep
from app.players.accounts.errors import PasswordNeeded
from app.players.services import ConfirmedDep, IdentityDep, PlayerDep, PlayerServicesDep
from app.tables.errors import DamagedGame, NotSeated, TableNotFound
from app.tables.services import TableServicesDep
from app.tables.turn_notifications.errors import BadWebhook
from app.tables.turn_notifications.schemas import DeviceInfo, MyTurn, NewDevice, NewWebhook, WebhookInfo

router = APIRouter(prefix="/api")
DeviceName = Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$")]
HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)
CONFIRMED_ERRORS = (*WRITE_ERRORS, PasswordNeeded)
TABLE_ERRORS = (TableNotFound, DamagedGame, NotSeated)


def _site(request: Request, infra: InfraServices) -> str:
    """Returns the site's public URL, or the one of this request, or ""."""
    host = request.headers.get("host", "")
    own = f"{request.url.scheme}://{host}" if HOST.fullmatch(host) else ""
    return infra.settings.public_url or own


@router.get("/turns", responses=error_responses(*READ_ERRORS))
async def get_turns(player: PlayerDep, tables: TableServicesDep) -> list[MyTurn]:
    """Lists tables where the player is to act, or is invited to sit down."""
    return await tables.my_turns.list_for(player)


@router.get("/push/{device}", responses=error_responses(*READ_ERRORS, Malformed))
async def get_device(device: DeviceName, player: PlayerDep, tables: TableServicesDep) -> DeviceInfo:
    """Returns whether this device is subscribed, and the server's push key."""
    return await tables.notifications.get_device(player, device)


@router.put("/push/{device}", responses=error_responses(*CONFIRMED_ERRORS, UnusableAddress))
async def add_device(
    device: DeviceName,
    body: NewDevice,
    request: Request,
    identity: ConfirmedDep,
    infra: InfraServicesDep,
    tables: TableServicesDep,
) -> DeviceInfo:
    """Subscribes a device to push notifications."""
    infra.limits.dns_lookups.take(Caller(address_of(request), identity.player))
    return await tables.notifications.add_device(identity, device, body, _site(request, infra))


@router.delete("/push/{device}", responses=error_responses(*CONFIRMED_ERRORS))
async def drop_device(
    device: DeviceName, identity: IdentityDep, players: PlayerServicesDep, tables: TableServicesDep
) -> DeviceInfo:
    """Removes a device; another session's device needs a recent password confirmation."""
    if await tables.notifications.is_of_other_session(identity, device):
        await players.confirmations.require(identity)
    return await tables.notifications.drop_device(identity.player, device)


@router.get("/tables/{code}/webhook", responses=error_responses(*READ_ERRORS, Malformed, *TABLE_ERRORS))
async def get_webhook(code: Code, player: PlayerDep, tables: TableServicesDep) -> WebhookInfo:
    """Returns the player's webhook of a table."""
    return await tables.notifications.get_webhook(player, code)


@router.put(
    "/tables/{code}/webhook",
    responses=error_responses(*CONFIRMED_ERRORS, *TABLE_ERRORS, UnusableAddress, BadWebhook),
)
async def set_webhook(
    code: Code,
    body: NewWebhook,
    request: Request,
    identity: ConfirmedDep,
    infra: InfraServicesDep,
    tables: TableServicesDep,
) -> WebhookInfo:
    """Sets the player's webhook of a table."""
    infra.limits.dns_lookups.take(Caller(address_of(request), identity.player))
    return await tables.notifications.set_webhook(identity.player, code, body, _site(request, infra))


@router.delete("/tables/{code}/webhook", responses=error_responses(*CONFIRMED_ERRORS, *TABLE_ERRORS))
async def drop_webhook(code: Code, identity: ConfirmedDep, tables: TableServicesDep) -> WebhookInfo:
    """Deletes the player's webhook of a table."""
    return await tables.notifications.drop_webhook(identity.player, code)
