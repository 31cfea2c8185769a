"""Settings of players' notifications: devices and webhooks."""

from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.safe_http import SafeHttpClient
from app.players.accounts.sessions import SessionIdentity
from app.tables.game.repository import load_table
from app.tables.turn_notifications import repository
from app.tables.turn_notifications.push import PushEncoder
from app.tables.turn_notifications.repository import Device
from app.tables.turn_notifications.schemas import DeviceInfo, NewDevice, NewWebhook, WebhookInfo
from app.tables.turn_notifications.webhooks import parse_webhook


class NotificationSettings:
    """Devices get notifications of all tables of their player, a webhook of one table."""

    def __init__(self, database: Database, encoder: PushEncoder, safe_http: SafeHttpClient) -> None:
        self._database = database
        self._encoder = encoder
        self._safe_http = safe_http

    async def get_device(self, player: UUID, name: str) -> DeviceInfo:
        async with self._database.read() as cursor:
            devices = await repository.devices_of(cursor, player)
        return self._device_info(on=any(device.device == name for device in devices))

    async def add_device(
        self, identity: SessionIdentity, name: str, device: NewDevice, site: str
    ) -> DeviceInfo:
        """Adds a device for as long as this session lasts. Raises UnusableAddress, TooFast."""
        await self._safe_http.check(device.endpoint, identity.player)
        async with self._database.write() as cursor:
            known = Device(device=name, site=site, **device.model_dump())
            await repository.add_device(cursor, identity, known)
        return self._device_info(on=True)

    async def is_of_other_session(self, identity: SessionIdentity, name: str) -> bool:
        """Returns whether another session of the same player added this device."""
        async with self._database.read() as cursor:
            session = await repository.session_of_device(cursor, identity.player, name)
        return session is not None and session != identity.session

    async def drop_device(self, player: UUID, name: str) -> DeviceInfo:
        async with self._database.write() as cursor:
            await repository.drop_device(cursor, player, name)
        return self._device_info(on=False)

    async def get_webhook(self, player: UUID, code: str) -> WebhookInfo:
        """Returns the player's webhook for a table. Raises TableNotFound, NotSeated."""
        async with self._database.read() as cursor:
            row = await repository.webhook_of(cursor, await _table_id(cursor, player, code), player)
        return _webhook_info(row.url) if row else WebhookInfo()

    async def set_webhook(self, player: UUID, code: str, webhook: NewWebhook, site: str) -> WebhookInfo:
        """Stores the player's webhook for a table in place of an earlier one.

        Raises TableNotFound, NotSeated, BadWebhook, UnusableAddress, TooFast.
        """
        info = _webhook_info(webhook.url)
        async with self._database.read() as cursor:
            table = await _table_id(cursor, player, code)
        await self._safe_http.check(webhook.url, player)
        async with self._database.write() as cursor:
            await repository.set_webhook(
                cursor, table, player, url=webhook.url, language=webhook.language, site=site
            )
        return info

    async def drop_webhook(self, player: UUID, code: str) -> WebhookInfo:
        """Deletes the player's webhook for a table. Raises TableNotFound, NotSeated."""
        async with self._database.write() as cursor:
            await repository.drop_webhook(cursor, await _table_id(cursor, player, code), player)
        return WebhookInfo()

    def _device_info(self, *, on: bool) -> DeviceInfo:
        return DeviceInfo(key=self._encoder.public_key, on=on)


async def _table_id(cursor: Cursor, player: UUID, code: str) -> int:
    """Returns the id of a table where the player sits. Raises TableNotFound, NotSeated."""
    table = await load_table(cursor, code)
    table.require_seat(player)
    return table.id


def _webhook_info(url: str) -> WebhookInfo:
    """Raises BadWebhook, UnusableAddress."""
    webhook = parse_webhook(url)
    return WebhookInfo(kind=webhook.kind, host=webhook.url.host)
