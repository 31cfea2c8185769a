"""What this room keeps about a person."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.notices import repository
from app.statements import Cursor
from engine.types import Json


async def _tell_devices(cursor: Cursor, player: UUID) -> list[Json]:
    return [device._asdict() for device in await repository.devices_of(cursor, player)]


async def _tell_webhooks(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.webhooks_of(cursor, player)]


DEVICES = Keeper("notices", _tell_devices, repository.drop_devices)
WEBHOOKS = Keeper("webhooks", _tell_webhooks, repository.drop_webhooks)
