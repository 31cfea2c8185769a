"""Carries word between server processes: a bare notice that a table changed, never anything of its game."""

import asyncio
import contextlib
import logging
from typing import NamedTuple, Protocol
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, ValidationError
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.core.tasks import end
from app.infra.redis.subscription import FIRST_WAIT, LONGEST_WAIT, follow

log = logging.getLogger(__name__)

CHANNEL = "boxcats:tables"
PAUSE = 0.02  # seconds between two messages: each wakes every process, whatever it says


class TableChanged(NamedTuple):
    """Look at this table again: it is at `version`, or (None) its people or status changed."""

    table: str
    version: int | None = None


class Listener(Protocol):
    """Who wants to know. Both are called from the event loop, in a later turn than the publishing."""

    def table_changed(self, notice: TableChanged) -> None: ...

    def notices_lost(self) -> None:
        """Word from other processes may have been missed: look at every table again."""


class Bus(Protocol):
    """Notices reach the listener of this process always, and those of others when they can be reached."""

    def listen(self, listener: Listener) -> None: ...

    def publish(self, notice: TableChanged) -> None:
        """Returns at once; nobody is called before the caller next awaits."""

    def hear(self, notice: TableChanged) -> None:
        """The same for this process alone: what it was not told it found out by itself."""

    async def ready(self) -> bool: ...

    async def close(self) -> None: ...


class LocalBus:
    """One process alone."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def publish(self, notice: TableChanged) -> None:
        asyncio.get_running_loop().call_soon(self.tell, notice)

    def tell(self, notice: TableChanged) -> None:
        """In one turn for all: for most of them there is nothing to do at a move."""
        for listener in self._listeners:
            try:
                listener.table_changed(notice)
            except Exception:
                log.exception("word of a table was lost on a listener")

    def hear(self, notice: TableChanged) -> None:
        self.publish(notice)

    async def ready(self) -> bool:
        return True

    async def close(self) -> None:
        """Nothing to let go of."""


class Wire(BaseModel):
    """Notices on their way through Redis; `origin` is the process that has heard them already."""

    model_config = ConfigDict(strict=True, extra="forbid")

    origin: str
    notices: list[TableChanged]


class RedisBus:
    """Any number of processes. Redis away: this process goes on by itself, and catches up afterwards."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2, retry=Retry(NoBackoff(), 0))
        self._local = LocalBus()
        self._listeners: list[Listener] = []
        self._origin = uuid4().hex
        self._unsent: dict[tuple[str, bool], TableChanged] = {}  # the newest of each table and kind
        self._something = asyncio.Event()
        following = follow(self._redis, CHANNEL, self._pass_on, self._begins)
        self._tasks = [asyncio.create_task(self._speak()), asyncio.create_task(following)]

    def listen(self, listener: Listener) -> None:
        self._local.listen(listener)
        self._listeners.append(listener)

    def publish(self, notice: TableChanged) -> None:
        self._local.publish(notice)
        self._unsent[notice.table, notice.version is None] = notice
        self._something.set()

    def hear(self, notice: TableChanged) -> None:
        self._local.publish(notice)

    async def ready(self) -> bool:
        try:
            async with asyncio.timeout(2):
                return bool(await self._redis.ping())
        except (RedisError, OSError, TimeoutError):
            return False

    async def close(self) -> None:
        await end(*self._tasks)
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _speak(self) -> None:
        wait = FIRST_WAIT
        while True:
            await self._something.wait()
            self._something.clear()
            unsent, self._unsent = self._unsent, {}
            try:
                wire = Wire.model_construct(origin=self._origin, notices=list(unsent.values()))
                await self._redis.publish(CHANNEL, wire.model_dump_json())
                wait = FIRST_WAIT
                await asyncio.sleep(PAUSE)
            except (RedisError, OSError):
                self._unsent = {**unsent, **self._unsent}
                self._something.set()
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _begins(self) -> None:
        for listener in self._listeners:
            listener.notices_lost()

    def _pass_on(self, data: bytes) -> None:
        try:
            wire = Wire.model_validate_json(data)
        except ValidationError:
            log.warning("not a notice of ours")
            return
        if wire.origin != self._origin:
            for notice in wire.notices:
                self._local.tell(notice)
