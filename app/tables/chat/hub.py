"""Sends new chat lines to the sockets of this process; lines are read once for all of them."""

import logging
from collections.abc import Collection, Mapping
from typing import Protocol
from uuid import UUID

from pydantic import ValidationError

from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, retry_while_unavailable
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import CHAT, REACTIONS
from app.infra.websocket.send_queue import SendQueue
from app.players.friends.repository import blockers_of
from app.players.public_id import public_id
from app.tables.chat import repository
from app.tables.chat.protocol import Reacted, Said, SaidLine
from app.tables.chat.repository import ChatMessage
from app.tables.game.hub import Hub, TableSubscriber
from app.tables.lobby.hub import LobbyHub

log = logging.getLogger(__name__)

RETRY_S = 1.0  # while the database is unavailable
LOBBY = ""  # the place that is not a table


class ChatSubscriber(Protocol):
    """A socket that receives the chat of a place."""

    player: UUID
    send_queue: SendQueue
    sent_line_ids: frozenset[int] | None  # ids of the last lines it was sent


class ChatHub:
    """A place is a table's code, or LOBBY."""

    def __init__(self, database: Database, pubsub: PubSub, tables: Hub, lobby: LobbyHub) -> None:
        self._database = database
        self._tables = tables
        self._lobby = lobby
        self._locks = KeyedLocks()  # one read per place at a time
        self._due: set[str] = set()  # places waiting to be read
        self._tasks = TaskSet()
        pubsub.subscribe(CHAT, self.refresh, self._on_gap)
        pubsub.subscribe(REACTIONS, self._on_reaction)

    def refresh(self, place: str) -> None:
        """Sends new lines of the place to its subscribers."""
        if place not in self._due and self._subscribers_of(place):
            self._due.add(place)
            self._tasks.start(retry_while_unavailable(lambda: self._refresh_until_done(place), RETRY_S))

    async def close(self) -> None:
        await self._tasks.close()

    def _subscribers_of(self, place: str) -> Collection[ChatSubscriber]:
        """Returns the admitted subscribers of the place."""
        if place == LOBBY:
            return self._lobby.subscribers
        return [subscriber for subscriber in self._tables.subscribers_of(place) if subscriber.table]

    def _on_gap(self) -> None:
        for place in (LOBBY, *self._tables.followed_tables()):
            self.refresh(place)

    async def _refresh_until_done(self, place: str) -> None:
        """Reads the last lines and sends each subscriber those that are new to it."""
        async with self._locks.of(place):
            self._due.discard(place)  # later lines need another read
            async with self._database.read() as cursor:
                rows = await repository.last_lines(cursor, place)
                blockers = await blockers_of(cursor, {row.player_id for row in rows})
            for subscriber in self._subscribers_of(place):
                send_lines(subscriber, rows, blockers)

    def _on_reaction(self, message: str) -> None:
        place, _, text = message.partition(" ")
        try:
            who = Reacted.model_validate_json(text).who
        except ValidationError:
            log.warning("an invalid reaction was published")
            return
        if player := self._player_at(place, who):
            self._tasks.start(self._send_reaction(place, player, text))

    def _player_at(self, place: str, who: str) -> UUID | None:
        """Returns the player with this public id at a table that is followed here."""
        tables = (subscriber.table for subscriber in self._tables.subscribers_of(place))
        people = (seat.player for table in tables if table for seat in table.seats if seat.player)
        return next((player for player in people if public_id(player) == who), None)

    async def _send_reaction(self, place: str, player: UUID, text: str) -> None:
        """Sends a reaction to all subscribers who have not blocked the player."""
        async with self._database.read() as cursor:
            blockers = (await blockers_of(cursor, {player}))[player]
        for subscriber in self._subscribers_of(place):
            if subscriber.player not in blockers:
                subscriber.send_queue.put(text)


def send_lines(
    subscriber: ChatSubscriber, lines: list[ChatMessage], blockers: Mapping[UUID, Collection[UUID]]
) -> None:
    """Sends a subscriber the lines that are new to it, except those of people it has blocked."""
    rows = [
        row
        for row in lines
        if subscriber.player not in blockers.get(row.player_id, ()) and _may_read(subscriber, row)
    ]
    sent_before, subscriber.sent_line_ids = subscriber.sent_line_ids, frozenset(row.id for row in rows)
    new = [_line(subscriber, row) for row in rows if row.id not in (sent_before or ())]
    if new:
        subscriber.send_queue.put(
            Said(lines=new, before=sent_before is None).model_dump_json(exclude_none=True)
        )


def _may_read(subscriber: ChatSubscriber, row: ChatMessage) -> bool:
    """Returns whether the line is for everybody, for this subscriber's seat, or of a game that is over."""
    if row.readers is None or not isinstance(subscriber, TableSubscriber) or subscriber.table is None:
        return row.readers is None
    return subscriber.table.over or subscriber.seat in row.readers


def _line(subscriber: ChatSubscriber, row: ChatMessage) -> SaidLine:
    table = subscriber.table if isinstance(subscriber, TableSubscriber) else None
    return SaidLine(
        id=row.id,
        who=public_id(row.player_id),
        name=row.name,
        handle=row.handle or "",
        account=bool(row.account),
        seat=table.seat_of(row.player_id) if table else None,
        at=int(row.at.timestamp()),
        text=row.text,
        phrase=row.phrase,
        own=row.said_id if row.player_id == subscriber.player else None,
    )
