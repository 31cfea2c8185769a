"""How many people have a page open, at any process; the lobby's pages are shown it."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from time import monotonic
from uuid import UUID

from redis.asyncio import Redis

from app.core.tasks import cancel_and_wait, periodic
from app.infra.rate_limits import Caller
from app.infra.redis import keys
from app.infra.websocket.send_queue import SendQueue
from app.tables.lobby.hub import LobbyHub
from app.tables.lobby.protocol import Online as Told

LIVES = 25  # seconds for which that holds: between two pages nobody is gone
REFRESH = 10.0  # seconds after which a process says it again
PAUSE = 1.0  # seconds between two looks, however many come
LOOKS_ANYWAY = 5.0
AT_ONCE = 500  # people in one command


class Online:
    """Counts a person once, however many pages they have open and at however many processes."""

    def __init__(self, redis: Redis, lobby: LobbyHub) -> None:
        self._redis = redis
        self._lobby = lobby
        self._here: Counter[UUID] = Counter()
        self._new: set[UUID] = set()
        self._refreshed = float("-inf")
        self._something = asyncio.Event()
        self._task = asyncio.create_task(
            periodic(LOOKS_ANYWAY, self._refresh, wake=self._something, pause_s=PAUSE)
        )

    def connection_opened(self, _connection: SendQueue, _session: UUID, caller: Caller) -> None:
        assert caller.player is not None
        self._here[caller.player] += 1
        self._new.add(caller.player)
        self._something.set()

    def connection_closed(self, _connection: SendQueue, caller: Caller) -> None:
        assert caller.player is not None
        self._here[caller.player] -= 1
        if not self._here[caller.player]:
            del self._here[caller.player]

    def changed(self) -> None:
        """A page of the lobby is there that does not know the number yet."""
        self._something.set()

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def _refresh(self) -> None:
        """While Redis cannot be reached the pages keep the last number."""
        self._tell(await self._count())

    async def _count(self) -> int:
        """Raises RedisError, OSError."""
        seconds, _ = await self._redis.time()
        await self._say(self._due(), int(seconds))
        await self._redis.zremrangebyscore(keys.ONLINE, "-inf", int(seconds) - LIVES)
        return int(await self._redis.zcard(keys.ONLINE))

    def _due(self) -> list[UUID]:
        """Those to be named now: all of them from time to time, otherwise who came."""
        new, self._new = self._new, set()
        if monotonic() - self._refreshed < REFRESH:
            return list(new)
        self._refreshed = monotonic()
        return list({*self._here, *new})

    async def _say(self, people: list[UUID], now: int) -> None:
        for first in range(0, len(people), AT_ONCE):
            some: Iterable[UUID] = people[first : first + AT_ONCE]
            await self._redis.zadd(keys.ONLINE, {one.hex: now for one in some})
            await self._redis.expire(keys.ONLINE, LIVES)

    def _tell(self, people: int) -> None:
        text = Told(people=people).model_dump_json()
        for visitor in self._lobby.visitors:
            if visitor.online != people:
                visitor.online = people
                visitor.send_queue.put(text)
