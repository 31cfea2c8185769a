"""Carries notices outside: so many at a time, few of them for one person, and a few tries each."""

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
from app.infra.database.query import Statement
from app.infra.safe_http import SafeHttpClient, Unreachable
from app.tables.turn_notifications.push import OutgoingRequest

log = logging.getLogger(__name__)

MAX_CONCURRENT, MAX_CONCURRENT_PER_PLAYER = (
    32,
    2,
)  # under way, and of them for one person: addresses may be slow on purpose
MAX_PENDING, MAX_PENDING_PER_PLAYER = 1000, 30  # waiting or under way
RETRY_DELAYS_S = (2.0, 20.0)  # seconds until the next; meanwhile nobody is held up
GONE_STATUSES = (404, 410)  # nobody is there any more
RETRY_STATUSES = (408, 425, 429)  # and all from 500 on


@dataclass(eq=False)
class Delivery:
    """What to bring where for whom, and what to forget if nobody is there any more."""

    player: UUID
    request: OutgoingRequest
    delete_query: Statement
    delete_params: dict[str, Any]
    due_at: float = 0.0  # not before
    attempts: int = 0  # times


class DeliveryQueue:
    """Whatever becomes of an errand, nobody waits for it."""

    def __init__(self, database: Database, outside: SafeHttpClient) -> None:
        self._database = database
        self._outside = outside
        self._waiting: list[Delivery] = []  # the first to come first
        self._running: dict[asyncio.Task[None], UUID] = {}
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        await cancel_and_wait(self._task, *self._running)

    def has_room_for(self, player: UUID) -> bool:
        """Whether what this person is to be told now could be sent."""
        known = Counter([*(errand.player for errand in self._waiting), *self._running.values()])
        return known.total() < MAX_PENDING and known[player] < MAX_PENDING_PER_PLAYER

    def put(self, errands: Collection[Delivery]) -> None:
        """After `has_room_for`."""
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
        except Exception as error:  # the address has secrets in it: only the kind is said
            log.warning("a notice was lost: %s", type(error).__name__)

    async def _attempt(self, errand: Delivery) -> None:
        status = await self._post(errand)
        if status in GONE_STATUSES:
            async with self._database.write() as cursor:
                await cursor.run(errand.delete_query, **errand.delete_params)
        if status is not None:
            log.info("a notice was answered %s", status)
        elif errand.attempts < len(RETRY_DELAYS_S):
            errand.due_at = monotonic() + RETRY_DELAYS_S[errand.attempts]
            errand.attempts += 1
            self._waiting.append(errand)
        else:
            log.warning("a notice was not taken")

    async def _post(self, errand: Delivery) -> int | None:
        """The answer's status; None if it may be another the next time."""
        try:
            status = await self._outside.post(*errand.request, whose=errand.player)
        except (Unreachable, UnusableAddress):
            return None
        return None if status in RETRY_STATUSES or status >= 500 else status
