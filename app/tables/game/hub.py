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
from app.tables.game.service import GameService, database_errors
from app.tables.game.tables import Table
from app.tables.game.updates import Sight, Updates
from app.tables.time_control.remaining import write_faces
from engine.types import Seat

LOOKING_ON = 300  # pages at a table of this process that nobody at the table has
OF_ONE_ADDRESS = 150  # of these
NOT_FOR_YOU = Refused(code=NoLookingOn.code).model_dump_json(exclude_none=True)
TRY_AGAIN = 1.0  # seconds, while the database is away
GATHERED_WITHIN = 0.02  # seconds: people who sit down, or answer, at the same time are told of together


ClosedTo = Callable[[Table], Awaitable[frozenset[UUID]]]  # the people who may not see this table now


@dataclass(eq=False, slots=True)
class Watcher:
    """One socket at a table, and what it was last sent."""

    code: str  # of the table
    player: UUID
    send_queue: SendQueue
    log_from: int  # the version up to which its page has the log, -1 for nothing
    network: str = ""  # where its page is
    table: Table | None = None
    seat: Seat | None = None  # at this table
    sight: Sight | None = None
    shown: Seat | None = None  # whose hand it is shown, a round late
    heard: frozenset[int] | None = None  # the last lines of the chat that it was sent, by id
    crowd: str = ""  # the message that says who looks on
    standing: Standing | None = None
    stays: bool = False  # at a table that leads on: its page was opened after that

    def turn_to(self, code: str) -> None:
        """It is at another table, of which it was sent nothing yet."""
        self.code, self.log_from, self.crowd = code, -1, ""
        self.table = self.sight = self.shown = self.standing = None
        self.stays = False

    @property
    def version(self) -> int:
        return 0 if self.sight is None else self.sight.version


@dataclass
class Wanted:
    """What is to be looked up for a table's watchers."""

    people: bool = False
    version: int = 0

    def add(self, other: "Wanted") -> None:
        self.people |= other.people
        self.version = max(self.version, other.version)


class Hub:
    """Subscribes to changes of tables and tells the watchers."""

    def __init__(
        self, play: GameService, pubsub: PubSub, presence: Presence, clock: DatabaseClock, closed_to: ClosedTo
    ) -> None:
        self._play = play
        self._presence = presence
        self._clock = clock
        self._closed_to = closed_to
        self._watchers: dict[str, set[Watcher]] = {}
        self._wanted: defaultdict[str, Wanted] = defaultdict(Wanted)
        self._turns = KeyedLocks()  # one look-up for a table at a time, or an older one could overtake
        self._joining: dict[str, asyncio.Task[Table]] = {}  # look-ups that wait for their turn
        self._tasks = TaskSet()
        presence.follow(self)
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)

    async def show(self, watcher: Watcher) -> None:
        """Sends the whole view, whatever was sent before. Raises ServiceUnavailable."""
        async with self._turns.of(watcher.code):
            watcher.sight = None
            _send_update(self._updates(await self._play.position(watcher.code)), watcher, watcher.shown)

    async def join(self, watcher: Watcher) -> None:
        """Sends the table and the whole view, and from then on what changes.

        Raises TableNotFound, NoLookingOn, ServiceUnavailable.
        """
        code = watcher.code
        self._watchers.setdefault(code, set()).add(watcher)  # before looking: nothing may fall in between
        try:
            table = await self._newly_looked_up(code)
            if watcher.table is None and watcher.code == code:  # not admitted; else it was led on
                raise NoLookingOn
            if self._is_full(table, watcher):
                raise TooManyLookOn
        except BaseException:
            self.leave(watcher)
            raise
        self._presence.changed(code)

    def _is_full(self, table: Table, watcher: Watcher) -> bool:
        """Whether this page is one too many of those that look on here."""
        watchers = self._watchers.get(table.code, set())
        if len(watchers) <= min(LOOKING_ON, OF_ONE_ADDRESS) or table.seat_of(watcher.player) is not None:
            return False
        spectators = [one for one in watchers if table.seat_of(one.player) is None]
        same = sum(one.network == watcher.network for one in spectators)
        return len(spectators) > LOOKING_ON or same > OF_ONE_ADDRESS

    async def _newly_looked_up(self, code: str) -> Table:
        """The table, looked up and shown to all who wait for it here: they share one look-up."""
        if code not in self._joining:
            self._joining[code] = asyncio.create_task(self._show_all(code))
        return await asyncio.shield(self._joining[code])

    async def _show_all(self, code: str) -> Table:
        async with self._turns.of(code):
            del self._joining[code]  # who comes from now on wants what is new from now on
            table, position = await self._look_up(code, Wanted(people=True))
            closed = await self._closed_to_some(table)
            self._deliver(table, position, self._watchers.get(code, set()), with_people=True, closed=closed)
            return table

    async def _closed_to_some(self, table: Table) -> frozenset[UUID]:
        """To whom this table is closed, where somebody follows it who does not play at it."""
        watchers = self._watchers.get(table.code, ())
        if all(table.seat_of(one.player) is not None for one in watchers) and not table.over:
            return frozenset()
        async with database_errors():
            return await self._closed_to(table)

    def followed_by(self, people: frozenset[UUID]) -> frozenset[str]:
        """The tables that one of them follows by this process."""
        return frozenset(
            code for code, watchers in self._watchers.items() if any(one.player in people for one in watchers)
        )

    def look_again(self, tables: Iterable[str]) -> None:
        """Somebody may not see them any more."""
        for code in tables:
            self._want(code, None)

    def watchers_of(self, code: str) -> frozenset[Watcher]:
        """Who follows this table by this process."""
        return frozenset(self._watchers.get(code, ()))

    def queues(self) -> list[int]:
        """How much waits to be sent, by socket."""
        return [len(watcher.send_queue) for watchers in self._watchers.values() for watcher in watchers]

    def leave(self, watcher: Watcher) -> None:
        watchers = self._watchers.get(watcher.code, set())
        watchers.discard(watcher)
        self._presence.changed(watcher.code)
        if not watchers:
            self._watchers.pop(watcher.code, None)

    def people_at(self, code: str) -> frozenset[UUID]:
        """Who follows this table by this process and was let in."""
        return frozenset(one.player for one in self._watchers.get(code, ()) if one.table)

    def watched(self) -> list[str]:
        """The tables that somebody follows by this process."""
        return list(self._watchers)

    def shown(self, code: str) -> frozenset[tuple[Status, int, int]]:
        """Status, version and number of changes as a table's watchers know them: one if all know the same."""
        watchers = self._watchers.get(code, ())
        return frozenset((one.table.status, one.version, one.table.changes) for one in watchers if one.table)

    def shows_others(self, table: Table) -> bool:
        """Whether some watcher knows other people at this table."""
        watchers = self._watchers.get(table.code, ())
        return any(one.table not in (None, table) for one in watchers)

    def on_table_changed(self, notice: TableChanged) -> None:
        """A subscriber of TABLE_CHANGES."""
        watchers = self._watchers.get(notice.table)
        if not watchers:
            return
        position = self._known(notice)
        if position is None:
            self._want(notice.table, notice.version)
        else:
            self._deliver(position.table, position, watchers, with_people=False)

    def _known(self, notice: TableChanged) -> Position | None:
        """The position that a notice speaks of, if nothing has to be looked up: so it is for most moves."""
        if notice.version is None or notice.table in self._wanted:
            return None
        return self._play.cached(notice.table, notice.version)

    def on_gap(self) -> None:
        """Messages of other processes may have been lost."""
        for code in self._watchers:
            self._want(code, None)

    async def close(self) -> None:
        await self._tasks.close()
        await cancel_and_wait(*self._joining.values())

    def _want(self, code: str, version: int | None) -> None:
        """At most one task waits for a table's turn; it takes up all that was wanted until then."""
        is_new = code not in self._wanted
        self._wanted[code].add(Wanted(people=version is None, version=version or 0))
        if is_new:
            self._tasks.start(self._refresh(code))

    async def _refresh(self, code: str) -> None:
        if self._wanted[code].people:
            await asyncio.sleep(GATHERED_WITHIN)
        await retry_while_unavailable(lambda: self._refresh_now(code), TRY_AGAIN)

    async def _refresh_now(self, code: str) -> None:
        """Tells the watchers what was wanted. Raises ServiceUnavailable."""
        async with self._turns.of(code):
            wanted, watchers = self._wanted.pop(code, None), self._watchers.get(code)
            if wanted is None or not watchers:
                return
            try:
                table, position = await self._look_up(code, wanted)
                closed = await self._closed_to_some(table) if wanted.people else frozenset()
            except ServiceUnavailable:
                self._wanted[code].add(wanted)
                raise
            self._deliver(table, position, watchers, with_people=wanted.people, closed=closed)

    async def _look_up(self, code: str, wanted: Wanted) -> tuple[Table, Position | None]:
        if not wanted.people:  # they are fixed while a game goes on
            position = await self._play.position(code, wanted.version)
            return position.table, position
        return await self._play.load_with_table(code)

    def _deliver(
        self,
        table: Table,
        position: Position | None,
        watchers: set[Watcher],
        *,
        with_people: bool,
        closed: frozenset[UUID] = frozenset(),
    ) -> None:
        """Without awaiting: everybody gets the same version."""
        updates = None if position is None else self._updates(position)
        for watcher in watchers:
            is_new = watcher.table is None or not watcher.table.started  # to what only some may see
            admitted = table.can_view(watcher.player) and watcher.player not in closed
            if (is_new or with_people) and not admitted:
                watcher.send_queue.put(NOT_FOR_YOU)
                watcher.send_queue.finish(CloseCode.NOT_ALLOWED)
                continue
            if watcher.table is None and not table.started_rematch:
                watcher.stays = False
            if is_new:
                _send_info(table, watcher)
            elif with_people and table.seat_of(watcher.player) != watcher.seat:
                _reseat(table, watcher)
                self._presence.changed(table.code)
            if updates is not None:
                _send_update(updates, watcher, table.shared_hand_seat if with_people else watcher.shown)
            if with_people:  # that a game is over comes after its last move
                _send_info(table, watcher)
        if with_people and not table.started:  # who sits down looks on no longer
            self._presence.changed(table.code)
        if with_people and table.started_rematch:
            self._lead_on(table, watchers)

    def _updates(self, position: Position) -> Updates:
        return Updates(position, write_faces(position, self._clock.now()))

    def _lead_on(self, table: Table, watchers: set[Watcher]) -> None:
        """To the next game's table, without a word from the pages that were open when it began."""
        for watcher in [one for one in watchers if not one.stays and table.follows_rematch(one.player)]:
            self.leave(watcher)
            watcher.turn_to(table.started_rematch)
            self._watchers.setdefault(watcher.code, set()).add(watcher)
            self._want(watcher.code, None)
            self._presence.changed(watcher.code)


def _reseat(table: Table, watcher: Watcher) -> None:
    """A seat changed hands in mid-game: from now on this page sees other things, all of them anew."""
    watcher.seat = table.seat_of(watcher.player)
    watcher.sight = None


def _send_info(table: Table, watcher: Watcher) -> None:
    known, watcher.table = watcher.table, table
    if table != known:
        watcher.seat = table.seat_of(watcher.player)
        message = TableMessage(table=table.info_for(watcher.player))
        watcher.send_queue.put(message.model_dump_json(exclude_none=True))


def _send_update(updates: Updates, watcher: Watcher, shown: Seat | None) -> None:
    position, seen, seat = updates.position, watcher.sight, watcher.seat
    if seat is None and shown != watcher.shown:
        watcher.shown, seen = shown, None  # it sees other things now: the whole of them
    if seen is not None and seen.version == position.version:
        return
    watcher.sight = updates.sight(seat, shown)
    watcher.send_queue.put(updates.write(seat, seen, watcher.sight, watcher.log_from))
    watcher.log_from = position.version
