"""Delivers table changes to the sockets of this process: to each the view of its own seat."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from app.core.clock import DatabaseClock
from app.core.errors import ServiceUnavailable
from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, cancel_and_wait, retry_while_unavailable
from app.infra.database.errors import database_errors
from app.infra.database.models import Status
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.messages import Refused
from app.tables.errors import NotFinished, TooManySpectators, ViewNotAllowed
from app.tables.game.position import Position
from app.tables.game.remaining_time import encode_clocks, step_age_ms, step_left_ms
from app.tables.game.service import GameService
from app.tables.game.subscriber import TableSubscriber
from app.tables.game.tables import Table
from app.tables.game.updates import UpdateEncoder

MAX_SPECTATORS = 300  # spectators' sockets per table in this process
MAX_SPECTATORS_PER_NETWORK = 150  # of them, from one network
VIEW_REFUSED = Refused(code=ViewNotAllowed.code).model_dump_json(exclude_none=True)
COALESCE_S = 0.02  # changes of people within this time are delivered together


# Returns those of these players who may not see this table now.
BarredPlayers = Callable[[Table, Collection[UUID]], Awaitable[frozenset[UUID]]]
# Called with a new subscriber of a table, or one that has another seat; its `table` is set.
OnAdmission = Callable[[TableSubscriber], None]
# Records that this player sees the table's deals. Raises NotFinished if they may not.
RecordView = Callable[[UUID, Table], Awaitable[None]]


@dataclass
class PendingRefresh:
    """What the next refresh of a table's subscribers has to load."""

    people: bool = False
    version: int = 0

    def add(self, other: "PendingRefresh") -> None:
        self.people |= other.people
        self.version = max(self.version, other.version)


class Hub:
    """Sends each subscriber of a table its updates whenever the table changes."""

    def __init__(
        self,
        game_service: GameService,
        pubsub: PubSub,
        presence: Presence,
        clock: DatabaseClock,
        barred_players: BarredPlayers,
        record_view: RecordView,
    ) -> None:
        self._game_service = game_service
        self._presence = presence
        self._clock = clock
        self._barred_players, self._record_view = barred_players, record_view
        self._subscribers: dict[str, set[TableSubscriber]] = {}
        self._pending: defaultdict[str, PendingRefresh] = defaultdict(PendingRefresh)
        # one load per table at a time, so that an older one cannot overtake
        self._refresh_locks = KeyedLocks()
        self._joining: dict[str, asyncio.Task[Table]] = {}  # loads that newcomers share
        self._tasks = TaskSet()
        self._on_admission: list[OnAdmission] = []
        presence.add_source(self)
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)

    def on_admission(self, notify: OnAdmission) -> None:
        """Calls `notify` whenever a subscriber was admitted, also after it was moved to a rematch."""
        self._on_admission.append(notify)

    async def send_full_view(self, subscriber: TableSubscriber) -> None:
        """Sends the full view, regardless of what was sent before. Raises ServiceUnavailable."""
        code = subscriber.code
        async with self._refresh_locks.of(code):
            position = await self._game_service.position(code)
            if subscriber.code == code:  # otherwise it was moved to the rematch, which is sent anyway
                subscriber.sent_view = None
                subscriber.send_update(self._encoder(position), subscriber.shown_hand)

    async def subscribe(self, subscriber: TableSubscriber) -> None:
        """Sends the table and the full view, and from then on every change.

        Raises TableNotFound, ViewNotAllowed, TooManySpectators, DamagedGame, ServiceUnavailable.
        """
        code = subscriber.code
        # before loading, so that no change is missed
        self._subscribers.setdefault(code, set()).add(subscriber)
        try:
            table = await self._load_for_newcomers(code)
            # refused; otherwise it was moved to the rematch
            if subscriber.table is None and subscriber.code == code:
                raise ViewNotAllowed
            if self._is_full(table, subscriber):
                raise TooManySpectators
        except BaseException:
            self.unsubscribe(subscriber)
            raise
        self._presence.changed(code)

    def _is_full(self, table: Table, subscriber: TableSubscriber) -> bool:
        """Returns whether this socket exceeds the number of spectators."""
        subscribers = self._subscribers.get(table.code, set())
        if (
            len(subscribers) <= min(MAX_SPECTATORS, MAX_SPECTATORS_PER_NETWORK)
            or table.seat_of(subscriber.player) is not None
        ):
            return False
        spectators = [one for one in subscribers if table.seat_of(one.player) is None]
        same = sum(one.network == subscriber.network for one in spectators)
        return len(spectators) > MAX_SPECTATORS or same > MAX_SPECTATORS_PER_NETWORK

    async def _load_for_newcomers(self, code: str) -> Table:
        """Returns the table, loaded and delivered once for all newcomers that wait for it."""
        if code not in self._joining:
            self._joining[code] = asyncio.create_task(self._load_and_deliver(code))
        return await asyncio.shield(self._joining[code])

    async def _load_and_deliver(self, code: str) -> Table:
        async with self._refresh_locks.of(code):
            del self._joining[code]  # later newcomers need a later load
            subscribers = self.subscribers_of(code)
            table, position = await self._load(code, PendingRefresh(people=True))
            barred = await self._barred(table, subscribers)
            remaining = self._remaining(code, subscribers)
            self._deliver(table, position, remaining, with_people=True, barred=barred)
            return table

    def _remaining(self, code: str, subscribers: Collection[TableSubscriber]) -> set[TableSubscriber]:
        """Returns those of these subscribers that have not left."""
        return self._subscribers.get(code, set()).intersection(subscribers)

    async def _barred(self, table: Table, subscribers: Collection[TableSubscriber]) -> frozenset[UUID]:
        """Returns the players who may not see this table; not asked while only its players follow it."""
        if all(table.seat_of(one.player) is not None for one in subscribers) and not table.over:
            return frozenset()
        async with database_errors():
            return await self._barred_players(table, {one.player for one in subscribers})

    def tables_followed_by(self, players: frozenset[UUID]) -> frozenset[str]:
        """Returns the tables that one of these players follows in this process."""
        return frozenset(
            code
            for code, subscribers in self._subscribers.items()
            if any(one.player in players for one in subscribers)
        )

    def refresh_tables(self, tables: Iterable[str]) -> None:
        """Reloads these tables, as some people may no longer be allowed to see them."""
        for code in tables:
            self._schedule_refresh(code, None)

    def subscribers_of(self, code: str) -> frozenset[TableSubscriber]:
        """Returns the table's subscribers in this process."""
        return frozenset(self._subscribers.get(code, ()))

    def queue_lengths(self) -> list[int]:
        """Returns the length of each socket's send queue."""
        return [
            len(subscriber.send_queue)
            for subscribers in self._subscribers.values()
            for subscriber in subscribers
        ]

    def unsubscribe(self, subscriber: TableSubscriber) -> None:
        subscribers = self._subscribers.get(subscriber.code, set())
        subscribers.discard(subscriber)
        self._presence.changed(subscriber.code)
        if not subscribers:
            self._subscribers.pop(subscriber.code, None)

    def players_at(self, code: str) -> frozenset[UUID]:
        """Returns the people who follow this table in this process and were admitted."""
        return frozenset(one.player for one in self._subscribers.get(code, ()) if one.table)

    def followed_places(self) -> list[str]:
        """Returns the codes of the tables that have subscribers in this process."""
        return list(self._subscribers)

    def shown_states(self, code: str) -> frozenset[tuple[Status, int, int]]:
        """Returns the distinct (status, version, change count) that the table's subscribers were sent."""
        subscribers = self._subscribers.get(code, ())
        return frozenset(
            (one.table.status, one.version, one.table.changes) for one in subscribers if one.table
        )

    def shows_other_people(self, table: Table) -> bool:
        """Returns whether some subscriber was sent other people or settings than this table has."""
        subscribers = self._subscribers.get(table.code, ())
        return any(one.table not in (None, table) for one in subscribers)

    def on_table_changed(self, notice: TableChanged) -> None:
        """Called on TABLE_CHANGES."""
        subscribers = self._subscribers.get(notice.table)
        if not subscribers:
            return
        position = self._cached_position(notice)
        if position is None:
            self._schedule_refresh(notice.table, notice.version)
        else:
            self._deliver(position.table, position, subscribers, with_people=False)

    def _cached_position(self, notice: TableChanged) -> Position | None:
        """Returns the notice's position if it is cached, which is the case for most moves."""
        if notice.version is None or notice.table in self._pending:
            return None
        return self._game_service.cached(notice.table, notice.version)

    def on_gap(self) -> None:
        """Refreshes all followed tables, as notices of other processes may have been lost."""
        for code in self._subscribers:
            self._schedule_refresh(code, None)

    async def close(self) -> None:
        await self._tasks.close()
        await cancel_and_wait(*self._joining.values())

    def _schedule_refresh(self, code: str, version: int | None) -> None:
        """Starts a refresh task, or adds to the one that is waiting for the table's lock."""
        is_new = code not in self._pending
        self._pending[code].add(PendingRefresh(people=version is None, version=version or 0))
        if is_new:
            self._tasks.start(self._refresh(code))

    async def _refresh(self, code: str) -> None:
        if self._pending[code].people:
            await asyncio.sleep(COALESCE_S)
        await retry_while_unavailable(lambda: self._refresh_now(code))

    async def _refresh_now(self, code: str) -> None:
        """Loads and delivers what is pending. Raises ServiceUnavailable."""
        async with self._refresh_locks.of(code):
            pending, subscribers = self._pending.pop(code, None), self.subscribers_of(code)
            if pending is None or not subscribers:
                return
            try:
                table, position = await self._load(code, pending)
                barred = await self._barred(table, subscribers) if pending.people else frozenset()
            except ServiceUnavailable:
                self._pending[code].add(pending)
                raise
            remaining = self._remaining(code, subscribers)
            self._deliver(table, position, remaining, with_people=pending.people, barred=barred)

    async def _load(self, code: str, pending: PendingRefresh) -> tuple[Table, Position | None]:
        if not pending.people:  # a move changes no people
            position = await self._game_service.position(code, pending.version)
            return position.table, position
        return await self._game_service.load_with_table(code)

    def _deliver(
        self,
        table: Table,
        position: Position | None,
        subscribers: set[TableSubscriber],
        *,
        with_people: bool,
        barred: frozenset[UUID] = frozenset(),
    ) -> None:
        """Queues the messages for these subscribers; does not await, so that all get the same version."""
        updates = None if position is None else self._encoder(position)
        for subscriber in subscribers:
            is_barred = subscriber.player in barred
            if self._admit(subscriber, table, with_people=with_people, is_barred=is_barred):
                _send_changes(subscriber, table, updates, with_people=with_people)
            elif subscriber.table is not None and not with_people:
                self._schedule_refresh(table.code, None)  # the notice of the start was lost
        if with_people and not table.started:  # a player who takes a seat is no longer a spectator
            self._presence.changed(table.code)
        if with_people and table.started_rematch:
            self._move_to_rematch(table, subscribers)

    def _admit(
        self, subscriber: TableSubscriber, table: Table, *, with_people: bool, is_barred: bool
    ) -> bool:
        """Sends the table to a subscriber that is new to the game; refuses one that may not view it.

        Without people nobody is checked, so that a new subscriber waits for a delivery with them.
        """
        is_new = subscriber.table is None or not subscriber.table.started
        if is_new and not with_people:
            return False
        if with_people and (is_barred or not table.can_view(subscriber.player)):
            subscriber.send_queue.put(VIEW_REFUSED)
            subscriber.send_queue.finish(CloseCode.NOT_ALLOWED)
            return False
        if subscriber.table is None and not table.started_rematch:
            subscriber.stays_after_game = False
        is_admitted = subscriber.table is None
        if is_new:
            subscriber.send_info(table)
            if table.started and table.seat_of(subscriber.player) is None:
                self._tasks.start(self._record_viewing(subscriber, table))
        elif with_people and table.seat_of(subscriber.player) != subscriber.seat:
            is_admitted = True
            subscriber.change_seat(table)
            self._presence.changed(table.code)
        for notify in self._on_admission if is_admitted else ():
            notify(subscriber)
        return True

    async def _record_viewing(self, subscriber: TableSubscriber, table: Table) -> None:
        """Records that the subscriber sees the table's deals; closes the connection if it may not."""
        try:
            await retry_while_unavailable(lambda: self._record_view(subscriber.player, table))
        except NotFinished:  # this player has just started a duplicate of its deals
            subscriber.send_queue.put(VIEW_REFUSED)
            subscriber.send_queue.finish(CloseCode.NOT_ALLOWED)

    def _encoder(self, position: Position) -> UpdateEncoder:
        now = self._clock.now()
        return UpdateEncoder(
            position, encode_clocks(position, now), step_left_ms(position, now), step_age_ms(position, now)
        )

    def _move_to_rematch(self, table: Table, subscribers: set[TableSubscriber]) -> None:
        """Moves the subscribers who take part in the rematch, and its spectators, to the rematch's table."""
        for subscriber in [
            one for one in subscribers if not one.stays_after_game and table.follows_rematch(one.player)
        ]:
            self.unsubscribe(subscriber)
            subscriber.switch_to(table.started_rematch)
            self._subscribers.setdefault(subscriber.code, set()).add(subscriber)
            self._schedule_refresh(subscriber.code, None)
            self._presence.changed(subscriber.code)


def _send_changes(
    subscriber: TableSubscriber, table: Table, updates: UpdateEncoder | None, *, with_people: bool
) -> None:
    if with_people and subscriber.has_other_times(table):
        subscriber.sent_view = None  # pages ignore a patch of the version that they have
    if updates is not None:
        subscriber.send_update(updates, table.shared_hand_seat if with_people else subscriber.shown_hand)
    if with_people:  # the status `finished` follows the last move
        subscriber.send_info(table)
