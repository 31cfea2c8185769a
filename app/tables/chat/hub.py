"""Sends new chat lines to the sockets of this process; lines are read once for all of them."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol
from uuid import UUID

from pydantic import ValidationError

from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, retry_while_unavailable
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import CHAT, REACTIONS, TABLE_CHANGES, TableChanged
from app.infra.websocket.send_queue import SendQueue
from app.players.friends.repository import blockers_of
from app.players.public_id import public_id
from app.tables.chat import repository
from app.tables.chat.protocol import ChatLine, ChatLines, PublishedReaction
from app.tables.chat.repository import StoredLine
from app.tables.chat.service import LOBBY
from app.tables.game.hub import Hub
from app.tables.game.subscriber import TableSubscriber
from app.tables.lobby.hub import LobbyHub
from engine.types import Seat

log = logging.getLogger(__name__)


class ChatSubscriber(Protocol):
    """A socket that receives the chat of a place."""

    player: UUID
    send_queue: SendQueue
    sent_line_ids: frozenset[int] | None  # ids of the last lines it was sent


@dataclass
class PendingLines:
    """Who is to be sent lines of a place that are new to them."""

    everybody: bool = False
    newcomers: set[ChatSubscriber] = field(default_factory=set)


class ChatHub:
    """Sends chat lines and reactions to the sockets of a place: a table's code, or LOBBY."""

    def __init__(self, database: Database, pubsub: PubSub, tables: Hub, lobby: LobbyHub) -> None:
        self._database = database
        self._tables = tables
        self._lobby = lobby
        self._locks = KeyedLocks()  # one read per place at a time
        self._pending: dict[str, PendingLines] = {}  # by place that waits to be read
        self._tasks = TaskSet()
        self._withholding: set[str] = set()  # followed places with lines that not everybody may read yet
        tables.on_admission(lambda newcomer: self.welcome(newcomer.code, newcomer))
        pubsub.subscribe(CHAT, self.refresh, self._on_gap)
        pubsub.subscribe(TABLE_CHANGES, self._on_table_changed)
        pubsub.subscribe(REACTIONS, self._on_reaction)

    def refresh(self, place: str) -> None:
        """Sends new lines of the place to its subscribers."""
        if self._subscribers_of(place):
            self._schedule(place).everybody = True

    def welcome(self, place: str, newcomer: ChatSubscriber) -> None:
        """Sends the last lines of the place to a new subscriber; nothing is new to the others."""
        self._schedule(place).newcomers.add(newcomer)

    def _schedule(self, place: str) -> PendingLines:
        pending = self._pending.get(place)
        if pending is None:
            pending = self._pending[place] = PendingLines()
            self._tasks.start(retry_while_unavailable(partial(self._send_new_lines, place, pending)))
        return pending

    async def close(self) -> None:
        await self._tasks.close()

    def _subscribers_of(self, place: str) -> Collection[ChatSubscriber]:
        """Returns the admitted subscribers of the place."""
        if place == LOBBY:
            return self._lobby.subscribers
        return [subscriber for subscriber in self._tables.subscribers_of(place) if subscriber.table]

    def _on_table_changed(self, notice: TableChanged) -> None:
        """Shows the withheld lines of a game that is over."""
        if notice.version is None and notice.table in self._withholding:
            self._withholding.discard(notice.table)
            self.refresh(notice.table)

    def _on_gap(self) -> None:
        for place in (LOBBY, *self._tables.followed_places()):
            self.refresh(place)

    async def _send_new_lines(self, place: str, pending: PendingLines) -> None:
        """Reads the last lines and sends each of these subscribers those that are new to it."""
        async with self._locks.of(place):
            if self._pending.get(place) is pending:
                del self._pending[place]  # later lines need another read
            readers = set(self._subscribers_of(place)) if pending.everybody else pending.newcomers
            async with self._database.read() as cursor:
                rows = await repository.last_lines(cursor, place)
                among = {one.player for one in readers}
                blockers = await blockers_of(cursor, {row.player_id for row in rows}, among)
            self._note_withheld(place, rows)
            for subscriber in readers.intersection(self._subscribers_of(place)):
                send_lines(subscriber, rows, blockers)

    def _note_withheld(self, place: str, rows: list[StoredLine]) -> None:
        if not any(row.is_restricted for row in rows):
            self._withholding.discard(place)
        elif place not in self._withholding:
            self._withholding.intersection_update(self._tables.followed_places())
            self._withholding.add(place)

    def _on_reaction(self, message: str) -> None:
        place, _, text = message.partition(" ")
        try:
            reaction = PublishedReaction.model_validate_json(text)
        except ValidationError:
            log.warning("an invalid reaction was published")
            return
        if player := self._player_at(place, reaction.shown.who):
            self._tasks.start(self._send_reaction(place, player, reaction))

    def _player_at(self, place: str, who: str) -> UUID | None:
        """Returns the player with this public id at a table that is followed here."""
        tables = (subscriber.table for subscriber in self._tables.subscribers_of(place))
        players = (seat.player for table in tables if table for seat in table.seats if seat.player)
        return next((player for player in players if public_id(player) == who), None)

    async def _send_reaction(self, place: str, player: UUID, reaction: PublishedReaction) -> None:
        """Sends a reaction to its readers who have not blocked the player."""
        subscribers = set(self._subscribers_of(place))
        async with self._database.read() as cursor:
            blockers = (await blockers_of(cursor, {player}, {one.player for one in subscribers}))[player]
        text, readers = reaction.shown.model_dump_json(), reaction.readers
        for subscriber in subscribers.intersection(self._subscribers_of(place)):
            if subscriber.player not in blockers and (readers is None or _seat_of(subscriber) in readers):
                subscriber.send_queue.put(text)


def send_lines(
    subscriber: ChatSubscriber, lines: list[StoredLine], blockers: Mapping[UUID, Collection[UUID]]
) -> None:
    """Sends a subscriber the lines that are new to it, except those of people it has blocked."""
    rows = [
        row
        for row in lines
        if subscriber.player not in blockers.get(row.player_id, ()) and row.is_for(_seat_of(subscriber))
    ]
    sent_before, subscriber.sent_line_ids = subscriber.sent_line_ids, frozenset(row.id for row in rows)
    new = [_line(subscriber, row) for row in rows if row.id not in (sent_before or ())]
    if new:
        subscriber.send_queue.put(
            ChatLines(lines=new, before=sent_before is None).model_dump_json(exclude_none=True)
        )


def _seat_of(subscriber: ChatSubscriber) -> Seat | None:
    """Returns the subscriber's seat; None for a spectator, and outside tables."""
    return subscriber.seat if isinstance(subscriber, TableSubscriber) else None


def _line(subscriber: ChatSubscriber, row: StoredLine) -> ChatLine:
    table = subscriber.table if isinstance(subscriber, TableSubscriber) else None
    return ChatLine(
        id=row.public_id,
        who=public_id(row.player_id),
        name=row.name,
        handle=row.handle or "",
        account=bool(row.account),
        seat=table.seat_of(row.player_id) if table else None,
        spectator=row.by_spectator or None,
        at=int(row.at.timestamp()),
        text=row.text,
        phrase=row.phrase,
        own=row.said_id if row.player_id == subscriber.player else None,
    )
