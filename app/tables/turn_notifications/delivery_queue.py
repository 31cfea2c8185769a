"""Delivers notifications over HTTP and retries; bounded per player, per address and in total."""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import UUID

from app.core.errors import UnusableAddress
from app.core.tasks import cancel_and_wait
from app.infra.database.engine import Database
from app.infra.database.query import Command
from app.infra.safe_http import SafeHttpClient, Unreachable
from app.tables.turn_notifications.push import OutgoingRequest

log = logging.getLogger(__name__)

MAX_CONCURRENT = 32
MAX_CONCURRENT_PER_PLAYER = 2  # a target may be slow on purpose
MAX_PENDING, MAX_PENDING_PER_PLAYER = 1000, 30  # waiting or running
RETRY_DELAYS_S = (2.0, 20.0)  # delays before the retries
GONE_STATUSES = (404, 410)  # the target is gone for good
RETRY_STATUSES = (408, 425, 429)  # retried, as all from 500 on


@dataclass(eq=False)
class Delivery:
    """A request to send, and the query that deletes its target if it is gone."""

    player: UUID
    address: str  # any key of the address from which the table was created
    request: OutgoingRequest
    delete_query: Command
    delete_params: dict[str, Any]
    due_at: float = 0.0  # time.monotonic(); not sent before
    attempts: int = 0  # number of attempts made


class DeliveryQueue:
    """Sends deliveries in the background; callers do not wait for the result.

    An address has at most as many deliveries waiting, and as many running, as places are left: alone half of
    all, the next one half of the rest.
    """

    def __init__(self, database: Database, safe_http: SafeHttpClient) -> None:
        self._database = database
        self._safe_http = safe_http
        self._waiting: list[Delivery] = []  # in order of arrival
        self._running: dict[asyncio.Task[None], Delivery] = {}
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        await cancel_and_wait(self._task, *self._running)

    def has_room_for(self, player: UUID, address: str) -> bool:
        """Returns whether another delivery for this player, from this address, can be queued."""
        known = [*self._waiting, *self._running.values()]
        of_player = sum(one.player == player for one in known)
        of_address = sum(one.address == address for one in known)
        return of_player < MAX_PENDING_PER_PLAYER and of_address < MAX_PENDING - len(known)

    def put(self, deliveries: Collection[Delivery]) -> None:
        """Queues deliveries; the caller has checked `has_room_for`."""
        self._waiting += deliveries
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            now = monotonic()
            self._start_due(now)
            later = min(
                (delivery.due_at for delivery in self._waiting if delivery.due_at > now), default=None
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(None if later is None else later - monotonic()):
                    await self._changed.wait()

    def _start_due(self, now: float) -> None:
        running = self._running.values()
        players, addresses = Counter(one.player for one in running), Counter(one.address for one in running)
        for delivery in [one for one in self._waiting if one.due_at <= now]:
            has_place = addresses[delivery.address] < MAX_CONCURRENT - players.total()
            if has_place and players[delivery.player] < MAX_CONCURRENT_PER_PLAYER:
                players[delivery.player] += 1
                addresses[delivery.address] += 1
                self._start(delivery)

    def _start(self, delivery: Delivery) -> None:
        self._waiting.remove(delivery)
        task = asyncio.create_task(self._deliver(delivery))
        self._running[task] = delivery
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._changed.set()

    async def _deliver(self, delivery: Delivery) -> None:
        try:
            await self._attempt(delivery)
        except Exception as error:  # the message may contain the secret address: log the type only
            log.warning("a notification was lost: %s", type(error).__name__)

    async def _attempt(self, delivery: Delivery) -> None:
        status = await self._post(delivery)
        if status in GONE_STATUSES:
            async with self._database.write() as cursor:
                await cursor.execute(delivery.delete_query, **delivery.delete_params)
        if status is not None:
            log.info("a notification was answered %s", status)
        elif delivery.attempts < len(RETRY_DELAYS_S):
            delivery.due_at = monotonic() + RETRY_DELAYS_S[delivery.attempts]
            delivery.attempts += 1
            self._waiting.append(delivery)
        else:
            log.warning("a notification was not accepted")

    async def _post(self, delivery: Delivery) -> int | None:
        """Returns the response's status; None if the request should be retried."""
        try:
            status = await self._safe_http.post(*delivery.request, player=delivery.player)
        except (Unreachable, UnusableAddress):
            return None
        return None if status in RETRY_STATUSES or status >= 500 else status
