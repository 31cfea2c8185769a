"""Sends the lobby's sockets in this process the list of open tables, and its changes."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from uuid import UUID

from app.core.tasks import cancel_and_wait, periodic
from app.core.time_slices import in_slices
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import FRIENDS, TABLE_CHANGES, TableChanged
from app.infra.websocket.send_queue import SendQueue
from app.tables.lobby.contacts import Contacts, RecentContacts, read_contacts
from app.tables.lobby.listing import ListedTable, visible_tables
from app.tables.lobby.open_table_list import OpenTableList
from app.tables.lobby.protocol import FurtherTables, Online, OpenTable, OpenTables

MIN_INTERVAL_S = 0.4  # between two refreshes
CONTACTS_INTERVAL_S = 15.0  # contacts are reloaded, as a notice of a change may get lost
GROUPS_PER_SLICE = 8  # each takes about a millisecond
CONTACTS_BATCH_SIZE = 10  # people per query …
MAX_BATCH_CONTACTS = 1000  # … unless they had more contacts together: a crowd may block one of them
NEVER = float("-inf")
NO_CONTACTS = Contacts()

TablesByCode = Mapping[str, OpenTable]


@dataclass(eq=False, slots=True)
class LobbySubscriber:
    """One socket in the lobby, and what it was last sent."""

    player: UUID
    send_queue: SendQueue
    contacts: Contacts = NO_CONTACTS
    sent_tables: TablesByCode | None = None
    sent_online: Online | None = None  # the numbers of people it was last sent
    sent_further: int = 0  # the number of further tables it was last sent
    sent_line_ids: frozenset[int] | None = None  # ids of the last chat lines it was sent


class LobbyHub:
    """Sends the lobby's sockets in this process the open tables and their changes.

    The list is read once for all subscribers, at most every MIN_INTERVAL_S.
    """

    def __init__(self, database: Database, pubsub: PubSub, tables: OpenTableList) -> None:
        self._database = database
        self._tables = tables
        self._subscribers: set[LobbySubscriber] = set()
        self._listing: list[ListedTable] | None = None  # current while there are subscribers
        self._contacts_read_at = NEVER  # time.monotonic(), of all subscribers
        self._recent_contacts = RecentContacts()  # of people who enter or ask for further tables
        self._changed_contacts: set[UUID] = set()  # people whose contacts have to be read again
        self._tables_changed = False  # since the last read
        self._wake = asyncio.Event()
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)
        pubsub.subscribe(FRIENDS, self.on_contacts_changed, self.on_contacts_gap)
        self._task = asyncio.create_task(
            periodic(MIN_INTERVAL_S, self._refresh_due, wake=self._wake, pause_s=MIN_INTERVAL_S)
        )

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    @property
    def subscribers(self) -> frozenset[LobbySubscriber]:
        """Returns the lobby's subscribers in this process."""
        return frozenset(self._subscribers)

    async def subscribe(self, subscriber: LobbySubscriber) -> None:
        """Sends the full list, and from then on every change. Raises ServiceUnavailable."""
        async with database_errors(), self._database.read() as cursor:
            subscriber.contacts = await self._recent_contacts.of(cursor, subscriber.player)
        self._subscribers.add(subscriber)
        if self._listing is None:
            self._refresh_soon()
        else:
            tables = visible_tables(subscriber.contacts, self._listing)
            _send_changes([subscriber], tables, self._tables.further_count)

    async def get_open_tables(self, player: UUID, skip: int, *, from_start: bool, game: str) -> FurtherTables:
        """Returns a page of the tables, from the first on or after those sent to subscribers.

        Raises ServiceUnavailable.
        """
        async with database_errors():
            async with self._database.read() as cursor:
                contacts = await self._recent_contacts.of(cursor, player)
            tables, more = await self._tables.page(contacts, skip, from_start=from_start, game=game)
        return FurtherTables(tables=tables, more=more)

    def unsubscribe(self, subscriber: LobbySubscriber) -> None:
        self._subscribers.discard(subscriber)
        if not self._subscribers:
            self._listing = None  # not refreshed without subscribers

    def on_table_changed(self, notice: TableChanged) -> None:
        """Called on TABLE_CHANGES. Moves do not change the lobby."""
        if notice.version is None:
            self._refresh_soon()

    def on_gap(self) -> None:
        """Messages of other processes may have been lost."""
        self._refresh_soon()

    def on_contacts_changed(self, players: str) -> None:
        """Called when the relation between two players (ids in `players`) changed."""
        changed = players.split()
        with suppress(ValueError):  # no server wrote it
            self._recent_contacts.forget(map(UUID, changed))
        here = {one.player for one in self._subscribers if one.player.hex in changed}
        if here:
            self._changed_contacts |= here
            self._refresh_soon()

    def on_contacts_gap(self) -> None:
        """Reloads the contacts of all subscribers, as notices may have been lost."""
        self._contacts_read_at = NEVER
        self._recent_contacts.clear()
        self._refresh_soon()

    def _refresh_soon(self) -> None:
        self._tables_changed = True
        self._wake.set()

    async def _refresh_due(self) -> None:
        changed, self._tables_changed = self._tables_changed, False
        if self._subscribers:
            await self._refresh(changed=changed)

    async def _refresh(self, *, changed: bool) -> None:
        """Refreshes presence always, and the tables if they changed or are old."""
        if changed or self._tables.is_old:
            await self._read_tables()
        listing = await self._tables.list_for({subscriber.contacts for subscriber in self._subscribers})
        if self._subscribers:
            self._listing = listing
            await self._send(listing, self._tables.further_count)

    async def _send(self, listing: Sequence[ListedTable], further: int) -> None:
        """Sends all subscribers their changes; lets other tasks run between groups that differ."""
        visible: dict[Contacts, TablesByCode] = {}
        async for contacts, group in in_slices(_grouped(self._subscribers, listing), GROUPS_PER_SLICE):
            if present := [one for one in group if one in self._subscribers]:
                if contacts not in visible:
                    visible[contacts] = visible_tables(contacts, listing)
                _send_changes(present, visible[contacts], further)

    async def _read_tables(self) -> None:
        async with self._database.read() as cursor:
            await self._tables.refresh(cursor)
            if monotonic() - self._contacts_read_at > CONTACTS_INTERVAL_S:
                self._contacts_read_at = monotonic()
                self._changed_contacts.update(one.player for one in self._subscribers)
            await self._read_changed_contacts(cursor)

    async def _read_changed_contacts(self, cursor: Cursor) -> None:
        """Reloads contacts that changed; a notice during a read triggers another one."""
        due, self._changed_contacts = list(self._changed_contacts), set()
        subscribers = defaultdict[UUID, list[LobbySubscriber]](list)
        for one in self._subscribers:
            subscribers[one.player].append(one)
        try:
            while due:
                batch = _batch(due, subscribers)
                contacts_by_player = await read_contacts(cursor, batch)
                for player in batch:
                    for one in subscribers[player]:
                        one.contacts = contacts_by_player[player]
                del due[-len(batch) :]
        finally:
            self._changed_contacts.update(due)  # of a read that failed


def _batch(due: Sequence[UUID], subscribers: Mapping[UUID, Sequence[LobbySubscriber]]) -> Sequence[UUID]:
    """Returns the last people of `due` whose contacts are read together: at least one."""
    count = known = 0
    for player in due[: -CONTACTS_BATCH_SIZE - 1 : -1]:
        known += sum(len(one.contacts.avoided) for one in subscribers[player][:1])
        if count and known > MAX_BATCH_CONTACTS:
            break
        count += 1
    return due[-count:]


def _grouped(
    subscribers: Iterable[LobbySubscriber], listing: Sequence[ListedTable]
) -> Iterable[tuple[Contacts, list[LobbySubscriber]]]:
    """Returns groups who get the same message, with those of their contacts who are at the listed tables."""
    people = frozenset(who for one in listing for who in (*one.players, one.host) if who)
    groups = defaultdict[tuple[Contacts, int, int], list[LobbySubscriber]](list)
    for one in subscribers:
        groups[one.contacts.among(people), id(one.sent_tables), one.sent_further].append(one)
    return [(contacts, group) for (contacts, _, _), group in groups.items()]


def _send_changes(group: Sequence[LobbySubscriber], now: TablesByCode, further: int) -> None:
    """Sends the changes to subscribers who have been sent the same."""
    before = group[0].sent_tables
    is_same = before == now and group[0].sent_further == further
    text = "" if is_same else _difference(before, now, further).model_dump_json()
    for subscriber in group:
        subscriber.sent_tables, subscriber.sent_further = now, further
        if text:
            subscriber.send_queue.put(text)


def _difference(before: TablesByCode | None, now: TablesByCode, further: int) -> OpenTables:
    if before is None:
        return OpenTables(whole=True, tables=list(now.values()), gone=[], further=further)
    changed = [table for code, table in now.items() if before.get(code) != table]
    gone = [code for code in before if code not in now]
    return OpenTables(whole=False, tables=changed, gone=gone, further=further)
