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
from app.tables.turn_notifications.push import Post

log = logging.getLogger(__name__)

AT_ONCE, AT_ONCE_EACH = 32, 2  # under way, and of them for one person: addresses may be slow on purpose
MOST, MOST_EACH = 1000, 30  # waiting or under way
TRIES = (2.0, 20.0)  # seconds until the next; meanwhile nobody is held up
GONE = (404, 410)  # nobody is there any more
LATER = (408, 425, 429)  # and all from 500 on


@dataclass(eq=False)
class Errand:
    """What to bring where for whom, and what to forget if nobody is there any more."""

    player: UUID
    post: Post
    forget: Statement
    whose: dict[str, Any]
    due: float = 0.0  # not before
    tried: int = 0  # times


class Courier:
    """Whatever becomes of an errand, nobody waits for it."""

    def __init__(self, database: Database, outside: SafeHttpClient) -> None:
        self._database = database
        self._outside = outside
        self._waiting: list[Errand] = []  # the first to come first
        self._under_way: dict[asyncio.Task[None], UUID] = {}
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._send_out())

    async def close(self) -> None:
        await cancel_and_wait(self._task, *self._under_way)

    def has_room_for(self, player: UUID) -> bool:
        """Whether what this person is to be told now could be sent."""
        known = Counter([*(errand.player for errand in self._waiting), *self._under_way.values()])
        return known.total() < MOST and known[player] < MOST_EACH

    def send(self, errands: Collection[Errand]) -> None:
        """After `has_room_for`."""
        self._waiting += errands
        self._changed.set()

    async def _send_out(self) -> None:
        while True:
            self._changed.clear()
            self._start_what_is_due()
            now = monotonic()
            later = min((errand.due for errand in self._waiting if errand.due > now), default=None)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if later is None else later - now):
                    await self._changed.wait()

    def _start_what_is_due(self) -> None:
        busy, now = Counter(self._under_way.values()), monotonic()
        for errand in [one for one in self._waiting if one.due <= now]:
            if busy.total() == AT_ONCE:
                return
            if busy[errand.player] < AT_ONCE_EACH:
                busy[errand.player] += 1
                self._waiting.remove(errand)
                task = asyncio.create_task(self._carry(errand))
                self._under_way[task] = errand.player
                task.add_done_callback(self._is_back)

    def _is_back(self, task: asyncio.Task[None]) -> None:
        del self._under_way[task]
        self._changed.set()

    async def _carry(self, errand: Errand) -> None:
        try:
            await self._bring(errand)
        except Exception as error:  # the address has secrets in it: only the kind is said
            log.warning("a notice was lost: %s", type(error).__name__)

    async def _bring(self, errand: Errand) -> None:
        status = await self._try(errand)
        if status in GONE:
            async with self._database.write() as cursor:
                await cursor.run(errand.forget, **errand.whose)
        if status is not None:
            log.info("a notice was answered %s", status)
        elif errand.tried < len(TRIES):
            errand.due = monotonic() + TRIES[errand.tried]
            errand.tried += 1
            self._waiting.append(errand)
        else:
            log.warning("a notice was not taken")

    async def _try(self, errand: Errand) -> int | None:
        """The answer's status; None if it may be another the next time."""
        try:
            status = await self._outside.post(*errand.post, whose=errand.player)
        except (Unreachable, UnusableAddress):
            return None
        return None if status in LATER or status >= 500 else status
