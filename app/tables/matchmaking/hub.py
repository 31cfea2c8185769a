"""The sockets of this process that wait for a match."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from redis.exceptions import RedisError

from app.core.errors import Malformed, ServiceUnavailable
from app.core.tasks import TaskSet, periodic
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import FRIENDS, TABLE_CHANGES, TableChanged
from app.infra.websocket.send_queue import SendQueue
from app.tables.lobby.protocol import Answer, MatchFound, RequestMatch, Waiting
from app.tables.matchmaking.errors import QueueFull, WaitingElsewhere
from app.tables.matchmaking.queue import MatchQueue
from app.tables.matchmaking.seating import MatchSeating
from app.tables.matchmaking.tickets import line_key
from app.tables.matchmaking.types import Group, MatchRequest, QueueLine
from app.tables.matchmaking.waiting_state import build_state, is_same_state
from engine.registry import ENTRIES, GAMES

log = logging.getLogger(__name__)

REDIS_ERRORS = (RedisError, OSError)
MIN_INTERVAL_S = 0.1  # between two rounds of matching
MAX_INTERVAL_S = 1.0  # requirements relax with the time waited


@dataclass(eq=False, slots=True)
class MatchSubscriber:
    """A waiting socket, its request, and the state it was last sent."""

    player: UUID
    send_queue: SendQueue
    criteria: RequestMatch
    address: str = ""
    sent_state: Waiting | None = None
    request: MatchRequest | None = None  # built from `criteria`
    is_refused: bool = False  # it only learns of the table found for the request of another device


class MatchmakingHub:
    """Runs matching while this process has waiting sockets; the queue gives each group to one process."""

    def __init__(self, pubsub: PubSub, queue: MatchQueue, seating: MatchSeating) -> None:
        self.queue = queue
        self._seating = seating
        self._subscribers: defaultdict[UUID, set[MatchSubscriber]] = defaultdict(set)
        self._wake = asyncio.Event()
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed)
        pubsub.subscribe(FRIENDS, self.on_contacts_changed)
        # after a gap the next round follows within MAX_INTERVAL_S
        self._tasks = TaskSet()
        self._tasks.start(
            periodic(MAX_INTERVAL_S, self._match_waiting, wake=self._wake, pause_s=MIN_INTERVAL_S)
        )

    async def close(self) -> None:
        await self._tasks.close()

    async def request_match(self, subscriber: MatchSubscriber, criteria: RequestMatch) -> None:
        """Enters or renews a request; sends `found` if a table exists.

        A player has one request, the last one: an older one is refused when it is renewed.
        Raises Malformed for an unknown game, mode or size, QueueFull, WaitingElsewhere, ServiceUnavailable.
        """
        if not {criteria.least, criteria.most} <= set(criteria.seat_counts):
            raise Malformed
        if (criteria.bots and not ENTRIES[criteria.game].bots) or not _has_clock(criteria):
            raise Malformed
        is_new = subscriber.request is None or subscriber.criteria.id != criteria.id
        if subscriber.request is None or is_new:
            subscriber.sent_state = None
            subscriber.request = await self._create_request(subscriber, criteria)
        subscriber.criteria, subscriber.request = criteria, subscriber.request._replace(criteria=criteria)
        subscriber.is_refused = False
        try:
            table = await self._enter(subscriber, is_new=is_new)
        except (QueueFull, WaitingElsewhere):
            self._subscribers[subscriber.player].add(subscriber)
            raise
        if table:
            self._send_found(subscriber, table)
        else:
            self._subscribers[subscriber.player].add(subscriber)
            self._wake.set()

    async def answer(self, subscriber: MatchSubscriber, answer: Answer) -> None:
        """Records an answer to an open offer. Raises Malformed, ServiceUnavailable."""
        if subscriber.request is None:
            return
        if answer.answer == "bots" and not ENTRIES[subscriber.criteria.game].bots:
            raise Malformed
        try:
            await self.queue.answer(subscriber.request, answer)
        except REDIS_ERRORS as error:
            raise ServiceUnavailable from error
        self._wake.set()

    async def leave(self, subscriber: MatchSubscriber) -> bool:
        """Cancels the request; returns False if it is too late, in which case `found` follows."""
        with suppress(*REDIS_ERRORS):  # the entry expires
            if not await self.queue.leave(subscriber.player):
                return False
        self._remove(subscriber)
        self._run(*(self._reenter(other) for other in self._waiting(subscriber.player)))
        return True

    async def _reenter(self, subscriber: MatchSubscriber) -> None:
        """Enters again for another socket of a player who has canceled on one."""
        with suppress(ServiceUnavailable, QueueFull, WaitingElsewhere):  # the client repeats it
            if subscriber.request is not None and (table := await self._enter(subscriber)):
                self._send_found(subscriber, table)

    def disconnect(self, subscriber: MatchSubscriber) -> None:
        """Handles a closed socket, which may reconnect."""
        self._remove(subscriber)
        if not subscriber.is_refused and not self._waiting(subscriber.player):
            self._run(self._suspend(subscriber.player))

    def _run(self, *jobs: Coroutine[None, None, None]) -> None:
        for job in jobs:
            self._tasks.start(job)

    async def _suspend(self, player: UUID) -> None:
        with suppress(*REDIS_ERRORS):  # the entry expires, only later
            await self.queue.suspend(player)

    def on_table_changed(self, notice: TableChanged) -> None:
        """Called on TABLE_CHANGES. The table may be for people who wait here."""
        if notice.version is None and self._subscribers:
            self._wake.set()

    def on_contacts_changed(self, players: str) -> None:
        """Called when the relation between two players changed; renews their requests."""
        changed = players.split()
        for player in self._subscribers:
            if player.hex in changed:
                self._run(*(self._renew_request(subscriber) for subscriber in self._waiting(player)))

    async def _renew_request(self, subscriber: MatchSubscriber) -> None:
        """Renews the request with current blocks, unless it was canceled meanwhile."""
        with suppress(ServiceUnavailable, *REDIS_ERRORS):
            request = await self._create_request(subscriber, subscriber.criteria)
            if subscriber in self._subscribers.get(subscriber.player, ()):
                subscriber.request = request
                await self.queue.enter(request, blocks_changed=True)

    async def _create_request(self, subscriber: MatchSubscriber, criteria: RequestMatch) -> MatchRequest:
        return (await self._seating.create_request(subscriber.player, criteria))._replace(
            address=subscriber.address
        )

    async def _enter(self, subscriber: MatchSubscriber, *, is_new: bool = False) -> str:
        """Enters or renews the request; returns the code of its table, "" while it waits.

        Only a new one replaces another request of the player.
        Raises QueueFull, WaitingElsewhere, ServiceUnavailable.
        """
        assert subscriber.request is not None
        try:
            state, table = await self.queue.enter(subscriber.request)
            if state in ("unknown", "replaced"):  # a new request, or lost by Redis: look in the database
                table = await self._seating.table_of(subscriber.request)
                if not table and (is_new or state == "unknown"):
                    subscriber.request = await self._create_request(subscriber, subscriber.criteria)
                    state, table = await self.queue.enter(subscriber.request, is_new=True)
        except REDIS_ERRORS as error:
            raise ServiceUnavailable from error
        if state == "full":
            subscriber.is_refused = True
            raise QueueFull
        if state == "replaced" and not table:
            subscriber.is_refused = True
            raise WaitingElsewhere
        return table

    async def _match_waiting(self) -> None:
        """Runs a round if a request waits here; refused ones only learn of the table of the other device."""
        lines = await self._match() if any(map(self._waiting, self._subscribers)) else {}
        if self._subscribers:
            await self._send_news(lines)

    async def _match(self) -> Mapping[str, QueueLine]:
        """Runs one round of matching; returns the lines of the queue."""
        run = await self.queue.match()
        await asyncio.gather(*map(self._seat, run.groups))
        if run.groups or run.unfinished:
            self._wake.set()  # another round may find more
        return run.lines

    async def _send_news(self, lines: Mapping[str, QueueLine]) -> None:
        players = list(self._subscribers)
        for player, table in zip(players, await self.queue.tables_of(players), strict=True):
            if table:
                self._send_found_to(player, table)
            else:
                self._send_states(player, lines)

    def _send_states(self, player: UUID, lines: Mapping[str, QueueLine]) -> None:
        for subscriber in self._waiting(player):
            if line := lines.get(line_key(subscriber.criteria)):
                _send_state(subscriber, line)

    async def _seat(self, group: Group) -> None:
        """Seats a group; while the database is unavailable, the queue offers it again later."""
        tables: dict[UUID, str] = {}
        try:
            tables = await self._seating.seat(group)
        except ServiceUnavailable:
            return
        except Exception:  # clients repeat their requests
            log.exception("a group cannot be seated")
        for player, table in tables.items():
            self._send_found_to(player, table)
        with suppress(*REDIS_ERRORS):
            await self.queue.complete(group, tables)

    def _send_found_to(self, player: UUID, table: str) -> None:
        for subscriber in list(self._subscribers.get(player, ())):
            self._send_found(subscriber, table)

    def _send_found(self, subscriber: MatchSubscriber, table: str) -> None:
        self._remove(subscriber)
        subscriber.send_queue.put(MatchFound(id=subscriber.criteria.id, table=table).model_dump_json())

    def _waiting(self, player: UUID) -> list[MatchSubscriber]:
        return [one for one in self._subscribers.get(player, ()) if not one.is_refused]

    def _remove(self, subscriber: MatchSubscriber) -> None:
        subscribers = self._subscribers.get(subscriber.player, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(subscriber.player, None)


def _send_state(subscriber: MatchSubscriber, line: QueueLine) -> None:
    """Sends the state of the request if it has changed."""
    state = build_state(subscriber.player, subscriber.criteria, line)
    if subscriber.sent_state is None or not is_same_state(subscriber.sent_state, state):
        subscriber.sent_state = state
        subscriber.send_queue.put(state.model_dump_json(exclude_none=True))


def _has_clock(criteria: RequestMatch) -> bool:
    """Returns whether the game has this time control in this mode."""
    game = GAMES[criteria.game]
    if criteria.clock == "steps_day":
        return game.has_time_limits and game.can_take_days({"mode": criteria.mode})
    return game.has_time_limits == (criteria.clock == "steps")
