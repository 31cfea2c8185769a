"""Delivers notifications over HTTP with bounded concurrency, per player and in total, and retries."""

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

MAX_CONCURRENT, MAX_CONCURRENT_PER_PLAYER = (
    32,
    2,
)  # bounded per player, as an address may be slow on purpose
MAX_PENDING, MAX_PENDING_PER_PLAYER = 1000, 30  # waiting or running
RETRY_DELAYS_S = (2.0, 20.0)  # delays before the retries
GONE_STATUSES = (404, 410)  # the address is gone for good
RETRY_STATUSES = (408, 425, 429)  # retried, as all from 500 on


@dataclass(eq=False)
class Delivery:
    """A request to send, and the query that deletes the address if it is gone."""

    player: UUID
    request: OutgoingRequest
    delete_query: Command
    delete_params: dict[str, Any]
    due_at: float = 0.0  # time.monotonic(); not sent before
    attempts: int = 0  # number of attempts made


class DeliveryQueue:
    """Sends deliveries in the background; callers do not wait for the result."""

    def __init__(self, database: Database, outside: SafeHttpClient) -> None:
        self._database = database
        self._outside = outside
        self._waiting: list[Delivery] = []  # in order of arrival
        self._running: dict[asyncio.Task[None], UUID] = {}
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        await cancel_and_wait(self._task, *self._running)

    def has_room_for(self, player: UUID) -> bool:
        """Returns whether another delivery for this player can be queued."""
        known = Counter([*(errand.player for errand in self._waiting), *self._running.values()])
        return known.total() < MAX_PENDING and known[player] < MAX_PENDING_PER_PLAYER

    def put(self, errands: Collection[Delivery]) -> None:
        """Queues deliveries; the caller has checked `has_room_for`."""
        self._waiting += errands
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            self._start_due()
            now = monotonic()
            later = min((errand.due_at for errand in self._waiting if errand.due_at > now), default=None)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if later is None else later - now):
                    await self._changed.wait()

    def _start_due(self) -> None:
        busy, now = Counter(self._running.values()), monotonic()
        for errand in [one for one in self._waiting if one.due_at <= now]:
            if busy.total() == MAX_CONCURRENT:
                return
            if busy[errand.player] < MAX_CONCURRENT_PER_PLAYER:
                busy[errand.player] += 1
                self._waiting.remove(errand)
                task = asyncio.create_task(self._deliver(errand))
                self._running[task] = errand.player
                task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._changed.set()

    async def _deliver(self, errand: Delivery) -> None:
        try:
            await self._attempt(errand)
        except Exception as error:  # the message may contain the secret address: log the type only
            log.warning("a notification was lost: %s", type(error).__name__)

    async def _attempt(self, errand: Delivery) -> None:
        status = await self._post(errand)
        if status in GONE_STATUSES:
            async with self._database.write() as cursor:
                await cursor.execute(errand.delete_query, **errand.delete_params)
        if status is not None:
            log.info("a notification was answered %s", status)
        elif errand.attempts < len(RETRY_DELAYS_S):
            errand.due_at = monotonic() + RETRY_DELAYS_S[errand.attempts]
            errand.attempts += 1
            self._waiting.append(errand)
        else:
            log.warning("a notification was not accepted")

    async def _post(self, errand: Delivery) -> int | None:
        """Returns the response's status; None if the request should be retried."""
        try:
            status = await self._outside.post(*errand.request, whose=errand.player)
        except (Unreachable, UnusableAddress):
            return None
        return None if status in RETRY_STATUSES or status >= 500 else status
