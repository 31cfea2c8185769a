"""Personal data of notifications: devices and webhooks.

Exports only the host of an address; the rest is a secret.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.personal_data import PersonalDataSource, export_all, export_paged
from app.tables.turn_notifications import repository
from engine.types import Json


async def _export_devices(cursor: Cursor, player: UUID) -> list[Json]:
    devices = await repository.devices_of(cursor, player)
    return [
        {"device": one.device, **_without_secret(one.endpoint, one.language, one.site)} for one in devices
    ]


def _without_secret(address: str, language: str, site: str) -> Json:
    return {"host": urlsplit(address).hostname or "", "language": language, "site": site}


def _export_webhook(row: Mapping[str, Any]) -> Json:
    return _without_secret(row["url"], row["language"], row["site"])


DEVICES = PersonalDataSource("notices", export_all(_export_devices), repository.drop_devices)
WEBHOOKS = PersonalDataSource(
    "webhooks", export_paged(repository.WEBHOOKS_PAGED, convert=_export_webhook), repository.drop_webhooks
)
