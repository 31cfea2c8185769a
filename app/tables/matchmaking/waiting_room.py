"""The pages of this process that wait for others to play with."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from redis.exceptions import RedisError

from app.core.errors import Malformed, QueueFull, ServiceUnavailable
from app.core.tasks import TaskSet, periodic
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import FRIENDS, TABLE_CHANGES, TableChanged
from app.infra.websocket.send_queue import SendQueue
from app.tables.lobby.protocol import Answer, Found, Seek, Waiting
from app.tables.matchmaking.queue import Queue
from app.tables.matchmaking.seating import Matches
from app.tables.matchmaking.tickets import line_of
from app.tables.matchmaking.types import Group, Line, Wish
from app.tables.matchmaking.waiting_state import same_state, state_of
from engine.registry import ENTRIES, GAMES

log = logging.getLogger(__name__)

AWAY = (RedisError, OSError)
PAUSE = 0.1  # seconds between two looks, however many come
LOOKS_ANYWAY = 1.0  # seconds: wishes grow more modest with the time waited


@dataclass(eq=False, slots=True)
class Waiter:
    """A page, its last wish, and what it was last told of it."""

    player: UUID
    send_queue: SendQueue
    seek: Seek
    address: str = ""
    told: Waiting | None = None
    wish: Wish | None = None  # the same, and with whom


class WaitingRoom:
    """A process with waiting pages matches whoever waits, at any process; the queue gives nobody twice."""

    def __init__(self, pubsub: PubSub, queue: Queue, matches: Matches) -> None:
        self._queue = queue
        self._matches = matches
        self._waiters: defaultdict[UUID, set[Waiter]] = defaultdict(set)
        self._somebody = asyncio.Event()
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)
        pubsub.subscribe(FRIENDS, self.company_changed)
        self._tasks = TaskSet()
        self._tasks.start(periodic(LOOKS_ANYWAY, self._match_waiting, wake=self._somebody, pause_s=PAUSE))

    async def close(self) -> None:
        await self._tasks.close()

    async def seek(self, waiter: Waiter, seek: Seek) -> None:
        """Waits, or goes on waiting; if the wish was granted, the page is told where.

        Raises Malformed if there is no such game, QueueFull, ServiceUnavailable.
        """
        game = GAMES.get(seek.game)
        if game is None or not {seek.least, seek.most} <= set(game.seat_counts):
            raise Malformed
        if seek.bots and not ENTRIES[seek.game].bots:
            raise Malformed
        if waiter.wish is None or waiter.seek.id != seek.id:
            waiter.told = None
            waiter.wish = await self._wish(waiter, seek)
        waiter.seek, waiter.wish = seek, waiter.wish._replace(seek=seek)
        if table := await self._enter(waiter):
            self._tell(waiter, table)
        else:
            self._waiters[waiter.player].add(waiter)
            self._somebody.set()

    async def answer(self, waiter: Waiter, answer: Answer) -> None:
        """What this person says to an offer, if it is still open. Raises Malformed, ServiceUnavailable."""
        if waiter.wish is None:
            return
        if answer.answer == "bots" and not ENTRIES[waiter.seek.game].bots:
            raise Malformed
        try:
            await self._queue.answer(waiter.wish, answer)
        except AWAY as error:
            raise ServiceUnavailable from error
        self._somebody.set()

    async def leave(self, waiter: Waiter) -> bool:
        """Waits no longer; False if it is too late, then the page is told where it is seated."""
        with suppress(*AWAY):  # the queue forgets whoever is silent
            if not await self._queue.leave(waiter.player):
                return False
        self._forget(waiter)
        self._begin(*(self._wait_on(other) for other in self._waiters.get(waiter.player, ())))
        return True

    async def _wait_on(self, waiter: Waiter) -> None:
        """Another page of this person's has stopped waiting."""
        with suppress(ServiceUnavailable, QueueFull):  # it says so again
            if waiter.wish is not None and (table := await self._enter(waiter)):
                self._tell(waiter, table)

    def lose(self, waiter: Waiter) -> None:
        """The page is gone, perhaps to come back."""
        self._forget(waiter)
        if waiter.player not in self._waiters:
            self._begin(self._rest(waiter.player))

    def _begin(self, *jobs: Coroutine[None, None, None]) -> None:
        for job in jobs:
            self._tasks.start(job)

    async def _rest(self, player: UUID) -> None:
        with suppress(*AWAY):  # the queue notices by itself, only later
            await self._queue.rest(player)

    def on_table_changed(self, notice: TableChanged) -> None:
        """It may be a new table for people who wait here."""
        if notice.version is None and self._waiters:
            self._somebody.set()

    def company_changed(self, people: str) -> None:
        """What is between these two. Who waits here waits from now on without the other."""
        changed = people.split()
        for player, waiters in self._waiters.items():
            if player.hex in changed:
                self._begin(*(self._wish_anew(waiter) for waiter in waiters))

    async def _wish_anew(self, waiter: Waiter) -> None:
        """The same wish, with whom it is wished now; who stopped waiting meanwhile does not begin again."""
        with suppress(ServiceUnavailable, *AWAY):
            wish = await self._wish(waiter, waiter.seek)
            if waiter in self._waiters.get(waiter.player, ()):
                waiter.wish = wish
                await self._queue.enter(wish, blocks_changed=True)

    def on_gap(self) -> None:
        """Nothing is missed for longer than LOOKS_ANYWAY."""

    async def _wish(self, waiter: Waiter, seek: Seek) -> Wish:
        return (await self._matches.wish(waiter.player, seek))._replace(address=waiter.address)

    async def _enter(self, waiter: Waiter) -> str:
        """The code of the table that was found, empty while it is waited for.

        Raises QueueFull, ServiceUnavailable.
        """
        assert waiter.wish is not None
        try:
            state, table = await self._queue.enter(waiter.wish)
            if state == "unknown":  # a new wish, or Redis has lost it: then the database may know
                table = await self._matches.table_of(waiter.wish)
                if not table:
                    waiter.wish = await self._wish(waiter, waiter.seek)
                    state, table = await self._queue.enter(waiter.wish, anew=True)
        except AWAY as error:
            raise ServiceUnavailable from error
        if state == "full":
            self._forget(waiter)
            raise QueueFull
        return table

    async def _match_waiting(self) -> None:
        if self._waiters:
            await self._match()

    async def _match(self) -> None:
        look = await self._queue.match()
        await asyncio.gather(*map(self._seat, look.groups))
        if look.groups or look.unfinished:
            self._somebody.set()  # there may be more
        players = list(self._waiters)
        tables = await self._queue.tables_of(players) if players else []
        for player, table in zip(players, tables, strict=True):
            for waiter in list(self._waiters.get(player, ())):
                if table:
                    self._tell(waiter, table)
                elif line := look.lines.get(line_of(waiter.seek)):
                    _tell_state(waiter, line)

    async def _seat(self, group: Group) -> None:
        """A group that cannot be seated now is so later, by whichever process comes first."""
        tables: dict[UUID, str] = {}
        try:
            tables = await self._matches.seat(group)
        except ServiceUnavailable:
            return
        except Exception:  # whoever waits says so again
            log.exception("a group cannot be seated")
        for player, table in tables.items():
            for waiter in list(self._waiters.get(player, ())):
                self._tell(waiter, table)
        with suppress(*AWAY):
            await self._queue.settle(group, tables)

    def _tell(self, waiter: Waiter, table: str) -> None:
        self._forget(waiter)
        waiter.send_queue.put(Found(id=waiter.seek.id, table=table).model_dump_json())

    def _forget(self, waiter: Waiter) -> None:
        waiters = self._waiters.get(waiter.player, set())
        waiters.discard(waiter)
        if not waiters:
            self._waiters.pop(waiter.player, None)


def _tell_state(waiter: Waiter, line: Line) -> None:
    """Where the wish stands, if that is news to the page."""
    state = state_of(waiter.player, waiter.seek, line)
    if waiter.told is None or not same_state(waiter.told, state):
        waiter.told = state
        waiter.send_queue.put(state.model_dump_json(exclude_none=True))
