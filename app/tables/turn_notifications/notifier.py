"""Notifies players of turn-based tables that it is their turn: once, after the commit, outside the path of
moves.

A table's change notice triggers it; a sweep per minute finds players not notified yet because a process died,
a page was open, or their quiet hours applied.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from uuid import UUID

from cachetools import LRUCache
from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.core.clock import DatabaseClock
from app.core.errors import TooFast
from app.core.tasks import cancel_and_wait, is_expected, periodic
from app.core.token_bucket import Rate
from app.infra.database.engine import Database
from app.infra.rate_limits import KeyedBuckets
from app.infra.redis.keys import NOTIFICATION_SWEEP
from app.infra.redis.leases import take_lease
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.position import Position
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from app.tables.turn_notifications import repository
from app.tables.turn_notifications.delivery_queue import Delivery, DeliveryQueue
from app.tables.turn_notifications.push import PushEncoder, Subscription
from app.tables.turn_notifications.repository import Device
from app.tables.turn_notifications.texts import your_turn_notice
from app.tables.turn_notifications.webhooks import build_request, parse_webhook
from engine.types import Seat

log = logging.getLogger(__name__)

SWEEP_INTERVAL_S = 60.0
CACHE_SIZE = 10_000  # seats
MAX_PENDING_TABLES = 1000  # tables waiting to be processed; the sweep finds the rest
NOTICE_RATE = Rate(10, 0.02)  # of one player


class TurnNotifier:
    """Runs in every process; the process that first claims a notification sends it."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        redis: Redis,
        queue: DeliveryQueue,
        encoder: PushEncoder,
        contact: str,
        presence: Presence,
        clock: DatabaseClock,
    ) -> None:
        self._database = database
        self._game_service = game_service
        self._redis = redis
        self._queue = queue
        self._encoder = encoder
        self._contact = contact
        self._presence = presence
        self._clock = clock
        self._claimed: LRUCache[tuple[int, Seat], int] = LRUCache(CACHE_SIZE)  # what is known to be claimed
        self._pending: dict[str, int] = {}  # tables to process: at least this version
        self._wake = asyncio.Event()
        self._rate_limit = KeyedBuckets(NOTICE_RATE)
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed)  # after a gap the sweep finds what was missed
        self._tasks = [
            asyncio.create_task(periodic(None, self._follow, wake=self._wake)),
            asyncio.create_task(periodic(SWEEP_INTERVAL_S, self.sweep, first_after_s=SWEEP_INTERVAL_S)),
        ]

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)

    def on_table_changed(self, notice: TableChanged) -> None:
        """The process that made the move has the position; others leave it to that one."""
        known = self._game_service.peek(notice.table)
        is_relevant = known is not None and (notice.version is None or known.table.is_turn_based)
        if is_relevant and len(self._pending) < MAX_PENDING_TABLES:
            self._pending[notice.table] = max(self._pending.get(notice.table, 0), notice.version or 0)
            self._wake.set()

    async def _follow(self) -> None:
        while self._pending:
            await self._run_logged(self._notify_table(*self._pending.popitem()))

    async def _run_logged(self, notification: Awaitable[None]) -> None:
        """Awaits and logs unexpected errors; the sweep retries."""
        try:
            await notification
        except Exception as error:
            if not is_expected(error):
                log.exception("a notification failed")

    async def sweep(self) -> None:
        """Processes all tables with players who were not notified; runs in one process per minute."""
        tables: list[repository.UnnotifiedTable] = []
        while tables or await self._acquire_sweep():
            async with self._database.read() as cursor:
                tables = await repository.unnotified_tables(cursor, after=tables[-1].id if tables else 0)
            for table in tables:
                await self._run_logged(self._notify_table(table.code, table.version))
            if len(tables) < repository.BATCH_SIZE:
                return

    async def _acquire_sweep(self) -> bool:
        """Returns whether this process is to sweep; without Redis, every process does."""
        lock_ms = int(0.9 * 1000 * SWEEP_INTERVAL_S)  # ends before the next sweep
        try:
            return await take_lease(self._redis, NOTIFICATION_SWEEP, lock_ms)
        except (RedisError, OSError):
            return True

    async def _notify_table(self, code: str, at_least: int) -> None:
        """Notifies all players who are to act at the table.

        Raises ServiceUnavailable, TableNotFound, NotStarted.
        """
        position = await self._game_service.position(code, at_least)
        if not position.table.is_turn_based:
            return
        version = position.version  # the position may change meanwhile
        notified = [
            await self._notify_seat(position, seat, turn) for seat, turn in list(position.turns.items())
        ]
        if all(notified):
            async with self._database.write() as cursor:
                await repository.mark_notified(cursor, position.table.id, version)

    async def _notify_seat(self, position: Position, seat: Seat, turn: int) -> bool:
        """Notifies one player; returns False if it has to be tried again later."""
        table, table_seat = position.table, position.table.seats[seat]
        player, now = table_seat.player, self._clock.now()
        if player is None or table_seat.caretaker:
            return True
        # no notifications at night
        if table.timing.paused or table_seat.availability.next_available(now) > now:
            return False
        away = await self._presence.seconds_away(table.code, [player])
        if away is None:  # not known
            return False
        if player not in away:
            return await self._mark_step_seen(position, seat)
        deliveries = await self._deliveries(table, player)
        if not deliveries:
            return True
        if not self._queue.has_room_for(player, _address_of(table)):
            return False
        try:
            if await self._claim(position, seat, turn, lambda: self._rate_limit.take(player)):
                self._queue.put(deliveries)
        except TooFast:
            return False
        return True

    async def _mark_step_seen(self, position: Position, seat: Seat) -> bool:
        """Marks the step as notified for a player who has the table open; returns False if it has no steps.

        In a game with time limits a player acts many times in a step; one who saw it needs no notification.
        In other games the player may leave before the move, and is notified of this turn then.
        """
        if position.game.has_time_limits:
            await self._claim(position, seat, position.step_version)
        return position.game.has_time_limits

    async def _claim(
        self, position: Position, seat: Seat, turn: int, before_commit: Callable[[], None] | None = None
    ) -> bool:
        """Returns whether nobody was notified of this choice, or of this step, before.

        If so, calls `before_commit`; what it raises undoes the claim.
        """
        about = position.step_version if position.game.has_time_limits else turn
        key = position.table.id, seat
        if self._claimed.get(key) == about:
            return False
        async with self._database.write() as cursor:
            is_new = await repository.claim_notification(cursor, position.table.id, seat, about)
            if is_new and before_commit is not None:
                before_commit()
        self._claimed[key] = about
        return is_new

    async def _deliveries(self, table: Table, player: UUID) -> list[Delivery]:
        """Builds the deliveries to the player's devices and webhook."""
        async with self._database.read() as cursor:
            devices = await repository.devices_of(cursor, player)
            webhook = await repository.webhook_of(cursor, table.id, player)
        deliveries = [self._device_delivery(table, player, device) for device in devices]
        if webhook:
            notice = your_turn_notice(webhook.language, table.game, table.code, webhook.site)
            post = build_request(parse_webhook(webhook.url), notice)
            key = {"table": table.id, "player": player, "url": webhook.url}
            deliveries.append(Delivery(player, _address_of(table), post, repository.DROP_GONE_WEBHOOK, key))
        return deliveries

    def _device_delivery(self, table: Table, player: UUID, device: Device) -> Delivery:
        notice = your_turn_notice(device.language, table.game, table.code, device.site)
        message = notice.push_payload(table.code)
        to = Subscription(device.endpoint, device.p256dh, device.auth)
        post = self._encoder.encode(to, message, topic=table.code, contact=self._contact or device.site)
        return Delivery(
            player, _address_of(table), post, repository.DROP_ENDPOINT, {"endpoint": device.endpoint}
        )


def _address_of(table: Table) -> str:
    """Returns a key of the address that created the table; if it is not known, one of the table."""
    return table.address_key or table.code
