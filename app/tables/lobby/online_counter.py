"""Counts the people connected to any process and those who wait for a match, for display in the lobby."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from time import monotonic
from uuid import UUID

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from app.core.tasks import cancel_and_wait, periodic
from app.infra.rate_limits import Caller
from app.infra.redis import keys
from app.infra.websocket.send_queue import SendQueue
from app.tables.lobby.hub import LobbyHub
from app.tables.lobby.protocol import Online, Searching

ENTRY_TTL_S = 25  # an entry outlives a short disconnection
REFRESH_INTERVAL_S = 10.0  # all entries of this process are renewed
MIN_INTERVAL_S = 1.0  # between two counts
MAX_INTERVAL_S = 5.0
BATCH_SIZE = 500  # players per command


class OnlineCounter:
    """Counts each player once, regardless of connections and processes."""

    def __init__(
        self,
        redis: Redis,
        lobby: LobbyHub,
        searching_players: Callable[[], Awaitable[Mapping[str, Searching]]],
    ) -> None:
        """`searching_players` returns the line of each player who waits for a match, by hexadecimal id."""
        self._redis = redis
        self._lobby = lobby
        self._searching_players = searching_players
        self._open_pages: Counter[UUID] = Counter()
        self._new: set[UUID] = set()
        self._refreshed = float("-inf")
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(
            periodic(MAX_INTERVAL_S, self._refresh, wake=self._wake, pause_s=MIN_INTERVAL_S)
        )

    def connection_opened(self, _connection: SendQueue, _session: UUID, caller: Caller) -> None:
        assert caller.player is not None
        self._open_pages[caller.player] += 1
        self._new.add(caller.player)
        self._wake.set()

    def connection_closed(self, _connection: SendQueue, caller: Caller) -> None:
        assert caller.player is not None
        self._open_pages[caller.player] -= 1
        if not self._open_pages[caller.player]:
            del self._open_pages[caller.player]

    def request_update(self) -> None:
        """Triggers a count, as a new subscriber has not been sent the number."""
        self._wake.set()

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def _refresh(self) -> None:
        """Counts and sends the numbers; clients keep the last ones while Redis is unavailable."""
        people = await self._count()
        if self._lobby.subscribers:
            self._publish(people, await self._searching_players())

    async def _count(self) -> int:
        """Raises RedisError, OSError."""
        seconds, _ = await self._redis.time()
        try:
            await self._refresh_entries(self._due(), int(seconds))
            await self._redis.zremrangebyscore(keys.ONLINE, "-inf", int(seconds) - ENTRY_TTL_S)
            return int(await self._redis.zcard(keys.ONLINE))
        except ResponseError:  # the key has another type, and every count would fail
            await self._redis.delete(keys.ONLINE)
            self._refreshed = float("-inf")
            raise

    def _due(self) -> list[UUID]:
        """Returns the players whose entries have to be written: new ones, or all if a renewal is due."""
        new, self._new = self._new, set()
        if monotonic() - self._refreshed < REFRESH_INTERVAL_S:
            return list(new)
        self._refreshed = monotonic()
        return list({*self._open_pages, *new})

    async def _refresh_entries(self, players: list[UUID], now: int) -> None:
        for first in range(0, len(players), BATCH_SIZE):
            some: Iterable[UUID] = players[first : first + BATCH_SIZE]
            await self._redis.zadd(keys.ONLINE, {one.hex: now for one in some})
            await self._redis.expire(keys.ONLINE, ENTRY_TTL_S)

    def _publish(self, people: int, searching: Mapping[str, Searching]) -> None:
        """Sends the numbers; players who wait for a match and have other pages are not counted for those."""
        lines = sorted(set(searching.values()), key=lambda line: (line.game, line.mode, line.clock))
        for_all = Online(people=people, searching=lines)
        text = for_all.model_dump_json()
        for subscriber in self._lobby.subscribers:
            own = searching.get(subscriber.player.hex)
            online = for_all if own is None else Online(people=people, searching=_without_one(lines, own))
            if subscriber.sent_online != online:
                subscriber.sent_online = online
                subscriber.send_queue.put(text if own is None else online.model_dump_json())


def _without_one(lines: Iterable[Searching], own: Searching) -> list[Searching]:
    """Returns the lines with one player less in this one."""
    fewer = own.model_copy(update={"people": own.people - 1})
    counted = [fewer if line == own else line for line in lines]
    return [line for line in counted if line.people]
