"""The sockets of this process by table: when a table changed, each gets what its person may see."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from app.core.clock import DatabaseClock
from app.core.errors import NoLookingOn, ServiceUnavailable, TooManyLookOn
from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, cancel_and_wait, retry_while_unavailable
from app.infra.database.models import Status
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.messages import Refused
from app.infra.websocket.send_queue import SendQueue
from app.tables.game.position import Position
from app.tables.game.protocol import Standing, TableMessage
from app.tables.game.remaining_time import encode_clocks
from app.tables.game.service import GameService, database_errors
from app.tables.game.tables import Table
from app.tables.game.updates import SentView, UpdateEncoder
from engine.types import Seat

MAX_SPECTATORS = 300  # pages at a table of this process that nobody at the table has
MAX_SPECTATORS_PER_NETWORK = 150  # of these
VIEW_REFUSED = Refused(code=NoLookingOn.code).model_dump_json(exclude_none=True)
RETRY_S = 1.0  # seconds, while the database is away
COALESCE_S = 0.02  # seconds: people who sit down, or answer, at the same time are told of together


ClosedTo = Callable[[Table], Awaitable[frozenset[UUID]]]  # the people who may not see this table now


@dataclass(eq=False, slots=True)
class TableSubscriber:
    """One socket at a table, and what it was last sent."""

    code: str  # of the table
    player: UUID
    send_queue: SendQueue
    log_from: int  # the version up to which its page has the log, -1 for nothing
    network: str = ""  # where its page is
    table: Table | None = None
    seat: Seat | None = None  # at this table
    sent_view: SentView | None = None
    shown_hand: Seat | None = None  # whose hand it is shown, a round late
    sent_line_ids: frozenset[int] | None = None  # the last lines of the chat that it was sent, by id
    sent_spectators: str = ""  # the message that says who looks on
    sent_status: Standing | None = None
    stays_after_game: bool = False  # at a table that leads on: its page was opened after that

    def switch_to(self, code: str) -> None:
        """It is at another table, of which it was sent nothing yet."""
        self.code, self.log_from, self.sent_spectators = code, -1, ""
        self.table = self.sent_view = self.shown_hand = self.sent_status = None
        self.stays_after_game = False

    @property
    def version(self) -> int:
        return 0 if self.sent_view is None else self.sent_view.version


@dataclass
class PendingRefresh:
    """What is to be looked up for a table's subscribers."""

    people: bool = False
    version: int = 0

    def add(self, other: "PendingRefresh") -> None:
        self.people |= other.people
        self.version = max(self.version, other.version)


class Hub:
    """Subscribes to changes of tables and tells the subscribers."""

    def __init__(
        self, play: GameService, pubsub: PubSub, presence: Presence, clock: DatabaseClock, closed_to: ClosedTo
    ) -> None:
        self._play = play
        self._presence = presence
        self._clock = clock
        self._closed_to = closed_to
        self._subscribers: dict[str, set[TableSubscriber]] = {}
        self._pending: defaultdict[str, PendingRefresh] = defaultdict(PendingRefresh)
        self._refresh_locks = (
            KeyedLocks()
        )  # one look-up for a table at a time, or an older one could overtake
        self._joining: dict[str, asyncio.Task[Table]] = {}  # look-ups that wait for their turn
        self._tasks = TaskSet()
        presence.follow(self)
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)

    async def send_full_view(self, subscriber: TableSubscriber) -> None:
        """Sends the whole view, whatever was sent before. Raises ServiceUnavailable."""
        async with self._refresh_locks.of(subscriber.code):
            subscriber.sent_view = None
            _send_update(
                self._encoder(await self._play.position(subscriber.code)), subscriber, subscriber.shown_hand
            )

    async def subscribe(self, subscriber: TableSubscriber) -> None:
        """Sends the table and the whole view, and from then on what changes.

        Raises TableNotFound, NoLookingOn, ServiceUnavailable.
        """
        code = subscriber.code
        self._subscribers.setdefault(code, set()).add(
            subscriber
        )  # before looking: nothing may fall in between
        try:
            table = await self._load_for_newcomers(code)
            if subscriber.table is None and subscriber.code == code:  # not admitted; else it was led on
                raise NoLookingOn
            if self._is_full(table, subscriber):
                raise TooManyLookOn
        except BaseException:
            self.unsubscribe(subscriber)
            raise
        self._presence.changed(code)

    def _is_full(self, table: Table, subscriber: TableSubscriber) -> bool:
        """Whether this page is one too many of those that look on here."""
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
        """The table, looked up and shown to all who wait for it here: they share one look-up."""
        if code not in self._joining:
            self._joining[code] = asyncio.create_task(self._load_and_deliver(code))
        return await asyncio.shield(self._joining[code])

    async def _load_and_deliver(self, code: str) -> Table:
        async with self._refresh_locks.of(code):
            del self._joining[code]  # who comes from now on wants what is new from now on
            table, position = await self._load(code, PendingRefresh(people=True))
            closed = await self._barred_players(table)
            self._deliver(
                table, position, self._subscribers.get(code, set()), with_people=True, closed=closed
            )
            return table

    async def _barred_players(self, table: Table) -> frozenset[UUID]:
        """To whom this table is closed, where somebody follows it who does not play at it."""
        subscribers = self._subscribers.get(table.code, ())
        if all(table.seat_of(one.player) is not None for one in subscribers) and not table.over:
            return frozenset()
        async with database_errors():
            return await self._closed_to(table)

    def tables_followed_by(self, people: frozenset[UUID]) -> frozenset[str]:
        """The tables that one of them follows by this process."""
        return frozenset(
            code
            for code, subscribers in self._subscribers.items()
            if any(one.player in people for one in subscribers)
        )

    def refresh_tables(self, tables: Iterable[str]) -> None:
        """Somebody may not see them any more."""
        for code in tables:
            self._schedule_refresh(code, None)

    def subscribers_of(self, code: str) -> frozenset[TableSubscriber]:
        """Who follows this table by this process."""
        return frozenset(self._subscribers.get(code, ()))

    def queue_lengths(self) -> list[int]:
        """How much waits to be sent, by socket."""
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

    def people_at(self, code: str) -> frozenset[UUID]:
        """Who follows this table by this process and was let in."""
        return frozenset(one.player for one in self._subscribers.get(code, ()) if one.table)

    def followed_tables(self) -> list[str]:
        """The tables that somebody follows by this process."""
        return list(self._subscribers)

    def shown_states(self, code: str) -> frozenset[tuple[Status, int, int]]:
        """Returns the distinct (status, version, change count) that the table's subscribers were sent."""
        subscribers = self._subscribers.get(code, ())
        return frozenset(
            (one.table.status, one.version, one.table.changes) for one in subscribers if one.table
        )

    def shows_other_people(self, table: Table) -> bool:
        """Whether some subscriber knows other people at this table."""
        subscribers = self._subscribers.get(table.code, ())
        return any(one.table not in (None, table) for one in subscribers)

    def on_table_changed(self, notice: TableChanged) -> None:
        """A subscriber of TABLE_CHANGES."""
        subscribers = self._subscribers.get(notice.table)
        if not subscribers:
            return
        position = self._cached_position(notice)
        if position is None:
            self._schedule_refresh(notice.table, notice.version)
        else:
            self._deliver(position.table, position, subscribers, with_people=False)

    def _cached_position(self, notice: TableChanged) -> Position | None:
        """The position that a notice speaks of, if nothing has to be looked up: so it is for most moves."""
        if notice.version is None or notice.table in self._pending:
            return None
        return self._play.cached(notice.table, notice.version)

    def on_gap(self) -> None:
        """Messages of other processes may have been lost."""
        for code in self._subscribers:
            self._schedule_refresh(code, None)

    async def close(self) -> None:
        await self._tasks.close()
        await cancel_and_wait(*self._joining.values())

    def _schedule_refresh(self, code: str, version: int | None) -> None:
        """At most one task waits for a table's turn; it takes up all that was wanted until then."""
        is_new = code not in self._pending
        self._pending[code].add(PendingRefresh(people=version is None, version=version or 0))
        if is_new:
            self._tasks.start(self._refresh(code))

    async def _refresh(self, code: str) -> None:
        if self._pending[code].people:
            await asyncio.sleep(COALESCE_S)
        await retry_while_unavailable(lambda: self._refresh_now(code), RETRY_S)

    async def _refresh_now(self, code: str) -> None:
        """Tells the subscribers what was wanted. Raises ServiceUnavailable."""
        async with self._refresh_locks.of(code):
            wanted, subscribers = self._pending.pop(code, None), self._subscribers.get(code)
            if wanted is None or not subscribers:
                return
            try:
                table, position = await self._load(code, wanted)
                closed = await self._barred_players(table) if wanted.people else frozenset()
            except ServiceUnavailable:
                self._pending[code].add(wanted)
                raise
            self._deliver(table, position, subscribers, with_people=wanted.people, closed=closed)

    async def _load(self, code: str, wanted: PendingRefresh) -> tuple[Table, Position | None]:
        if not wanted.people:  # they are fixed while a game goes on
            position = await self._play.position(code, wanted.version)
            return position.table, position
        return await self._play.load_with_table(code)

    def _deliver(
        self,
        table: Table,
        position: Position | None,
        subscribers: set[TableSubscriber],
        *,
        with_people: bool,
        closed: frozenset[UUID] = frozenset(),
    ) -> None:
        """Without awaiting: everybody gets the same version."""
        updates = None if position is None else self._encoder(position)
        for subscriber in subscribers:
            is_new = subscriber.table is None or not subscriber.table.started  # to what only some may see
            admitted = table.can_view(subscriber.player) and subscriber.player not in closed
            if (is_new or with_people) and not admitted:
                subscriber.send_queue.put(VIEW_REFUSED)
                subscriber.send_queue.finish(CloseCode.NOT_ALLOWED)
                continue
            if subscriber.table is None and not table.started_rematch:
                subscriber.stays_after_game = False
            if is_new:
                _send_info(table, subscriber)
            elif with_people and table.seat_of(subscriber.player) != subscriber.seat:
                _change_seat(table, subscriber)
                self._presence.changed(table.code)
            if updates is not None:
                _send_update(
                    updates, subscriber, table.shared_hand_seat if with_people else subscriber.shown_hand
                )
            if with_people:  # that a game is over comes after its last move
                _send_info(table, subscriber)
        if with_people and not table.started:  # who sits down looks on no longer
            self._presence.changed(table.code)
        if with_people and table.started_rematch:
            self._move_to_rematch(table, subscribers)

    def _encoder(self, position: Position) -> UpdateEncoder:
        return UpdateEncoder(position, encode_clocks(position, self._clock.now()))

    def _move_to_rematch(self, table: Table, subscribers: set[TableSubscriber]) -> None:
        """To the next game's table, without a word from the pages that were open when it began."""
        for subscriber in [
            one for one in subscribers if not one.stays_after_game and table.follows_rematch(one.player)
        ]:
            self.unsubscribe(subscriber)
            subscriber.switch_to(table.started_rematch)
            self._subscribers.setdefault(subscriber.code, set()).add(subscriber)
            self._schedule_refresh(subscriber.code, None)
            self._presence.changed(subscriber.code)


def _change_seat(table: Table, subscriber: TableSubscriber) -> None:
    """A seat changed hands in mid-game: from now on this page sees other things, all of them anew."""
    subscriber.seat = table.seat_of(subscriber.player)
    subscriber.sent_view = None


def _send_info(table: Table, subscriber: TableSubscriber) -> None:
    known, subscriber.table = subscriber.table, table
    if table != known:
        subscriber.seat = table.seat_of(subscriber.player)
        message = TableMessage(table=table.info_for(subscriber.player))
        subscriber.send_queue.put(message.model_dump_json(exclude_none=True))


def _send_update(updates: UpdateEncoder, subscriber: TableSubscriber, shown: Seat | None) -> None:
    position, seen, seat = updates.position, subscriber.sent_view, subscriber.seat
    if seat is None and shown != subscriber.shown_hand:
        subscriber.shown_hand, seen = shown, None  # it sees other things now: the whole of them
    if seen is not None and seen.version == position.version:
        return
    subscriber.sent_view = updates.view_for(seat, shown)
    subscriber.send_queue.put(updates.encode(seat, seen, subscriber.sent_view, subscriber.log_from))
    subscriber.log_from = position.version
