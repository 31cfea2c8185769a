"""Carries notices outside: some at a time, a few tries each, and a bounded number of them in waiting."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, NamedTuple

from app.database import Database
from app.ending import end
from app.errors import NoSuchAddress
from app.notices.outside import Outside, Unreachable
from app.notices.push import Post
from app.statements import Statement

log = logging.getLogger(__name__)

CARRIERS = 16
MOST = 1000  # errands in waiting
TRIES = (2.0, 20.0)  # seconds until the next
GONE = (404, 410)  # nobody is there any more
LATER = (408, 425, 429)  # and all from 500 on


class Errand(NamedTuple):
    """What to bring where, and what to forget if nobody is there any more."""

    post: Post
    forget: Statement
    whose: dict[str, Any]


class Courier:
    """Whatever becomes of an errand, nobody waits for it."""

    def __init__(self, database: Database, outside: Outside) -> None:
        self._database = database
        self._outside = outside
        self._errands: asyncio.Queue[Errand] = asyncio.Queue(MOST)
        self._tasks = [asyncio.create_task(self._carry()) for _ in range(CARRIERS)]

    async def close(self) -> None:
        await end(*self._tasks)

    @property
    def is_full(self) -> bool:
        """Whether what one person needs might find no room."""
        return self._errands.qsize() > MOST // 2

    def send(self, errands: Iterable[Errand]) -> None:
        for errand in errands:
            if not self._errands.full():
                self._errands.put_nowait(errand)

    async def _carry(self) -> None:
        while True:
            errand = await self._errands.get()
            try:
                await self._bring(errand)
            except Exception as error:  # the address has secrets in it: only the kind is said
                log.warning("a notice was lost: %s", type(error).__name__)

    async def _bring(self, errand: Errand) -> None:
        for wait in (*TRIES, None):
            status = await self._try(errand.post)
            if status in GONE:
                async with self._database.write() as cursor:
                    await cursor.run(errand.forget, **errand.whose)
            if status is not None:
                log.info("a notice was answered %s", status)
                return
            if wait is not None:
                await asyncio.sleep(wait)
        log.warning("a notice was not taken")

    async def _try(self, post: Post) -> int | None:
        """The answer's status; None if it may be another the next time. Raises PrivateAddress."""
        try:
            status = await self._outside.post(*post)
        except (Unreachable, NoSuchAddress):
            return None
        return None if status in LATER or status >= 500 else status
