"""What this room keeps about a person; of addresses it tells the host alone, as the rest lets others in."""

from urllib.parse import urlsplit
from uuid import UUID

from app.accounts.keepers import Keeper
from app.notices import repository
from app.statements import Cursor
from engine.types import Json


async def _tell_devices(cursor: Cursor, player: UUID) -> list[Json]:
    devices = await repository.devices_of(cursor, player)
    return [{"device": one.device, **_told(one.endpoint, one.language, one.site)} for one in devices]


async def _tell_webhooks(cursor: Cursor, player: UUID) -> list[Json]:
    return [_told(*row) for row in await repository.webhooks_of(cursor, player)]


def _told(address: str, language: str, site: str) -> Json:
    return {"host": urlsplit(address).hostname or "", "language": language, "site": site}


DEVICES = Keeper("notices", _tell_devices, repository.drop_devices)
WEBHOOKS = Keeper("webhooks", _tell_webhooks, repository.drop_webhooks)
