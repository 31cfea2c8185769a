"""Sends the state and chat of shared replays to this process' subscribers."""

from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from uuid import UUID

from app.archive.shared_replays import repository
from app.archive.shared_replays.errors import SharedReplayNotFound
from app.archive.shared_replays.places import code_of, place_of
from app.archive.shared_replays.protocol import SharedReplayState, Viewer
from app.archive.shared_replays.repository import Participant, SharedReplay
from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, retry_while_unavailable
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import DUPLICATES, SHARED_REPLAY_CHAT, SHARED_REPLAYS
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.send_queue import SendQueue
from app.players.accounts.names import disambiguate
from app.players.friends.repository import blockers_of
from app.players.public_id import public_id
from app.tables.chat.hub import send_lines
from app.tables.deal_guard.repository import barred_players
from app.tables.errors import TooManySpectators
from app.tables.game.hub import VIEW_REFUSED

MAX_NAMED = 50  # present people listed by name; others are only counted
MAX_SUBSCRIBERS = 300  # per shared replay and process
MAX_PER_NETWORK = 150  # per shared replay, process and network


@dataclass(eq=False, slots=True)
class SharedReplaySubscriber:
    """A socket that follows a shared replay, and what it was last sent."""

    code: str
    player: UUID
    send_queue: SendQueue
    network: str = ""  # of the client's address
    last_state: str = ""  # the last state message
    sent_line_ids: frozenset[int] | None = None  # ids of the chat lines last sent


class SharedReplayHub:
    """Reloads each change once and sends it to all subscribers in this process."""

    def __init__(self, database: Database, pubsub: PubSub, presence: Presence) -> None:
        self._database = database
        self._subscribers: dict[str, set[SharedReplaySubscriber]] = {}
        self._present: dict[str, frozenset[UUID]] = {}  # players present in any process, by code
        self._locks = KeyedLocks()
        self._due: set[tuple[str, str]] = set()
        self._tasks = TaskSet()
        self._presence = presence
        presence.add_source(self)
        presence.subscribe(self.on_presence)
        pubsub.subscribe(SHARED_REPLAYS, self.state_changed, self._on_gap)
        pubsub.subscribe(SHARED_REPLAY_CHAT, self.chat_changed)
        pubsub.subscribe(DUPLICATES, self._duplicate_started)

    async def close(self) -> None:
        await self._tasks.close()

    def subscribe(self, subscriber: SharedReplaySubscriber) -> None:
        """Sends the current state and chat, and from then on every change. Raises TooManySpectators."""
        subscribers = self._subscribers.setdefault(subscriber.code, set())
        same = sum(one.network == subscriber.network for one in subscribers)
        if len(subscribers) >= MAX_SUBSCRIBERS or same >= MAX_PER_NETWORK:
            raise TooManySpectators
        subscribers.add(subscriber)
        self._presence.changed(place_of(subscriber.code))
        self.state_changed(subscriber.code)
        self._schedule(subscriber.code, "welcome", self._welcome)

    def unsubscribe(self, subscriber: SharedReplaySubscriber) -> None:
        subscribers = self._subscribers.get(subscriber.code, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(subscriber.code, None)
            self._present.pop(subscriber.code, None)
        self._presence.changed(place_of(subscriber.code))

    def followed_places(self) -> list[str]:
        """Returns the places whose presence this process reports."""
        return [place_of(code) for code in self._subscribers]

    def players_at(self, place: str) -> frozenset[UUID]:
        """Returns the people connected to this process at a place."""
        return frozenset(one.player for one in self._subscribers_of(code_of(place)))

    def on_presence(self, place: str, players: frozenset[UUID]) -> None:
        """Called by presence at least every few seconds, which also repairs lost notifications."""
        code = code_of(place)
        if code in self._subscribers:
            self._present[code] = players
            self.state_changed(code)

    def state_changed(self, code: str) -> None:
        """Schedules sending the state: the leader or the shown position has changed."""
        self._schedule(code, "state", self._send_state)

    def chat_changed(self, code: str) -> None:
        """Schedules sending new chat lines."""
        self._schedule(code, "lines", self._send_lines)

    def _duplicate_started(self, _table: str) -> None:
        """Re-checks all subscribers: players of a duplicate may no longer see its deals."""
        for code in list(self._subscribers):
            self.state_changed(code)

    def _on_gap(self) -> None:
        for code in list(self._subscribers):
            self.state_changed(code)
            self.chat_changed(code)

    def _subscribers_of(self, code: str) -> Iterable[SharedReplaySubscriber]:
        return self._subscribers.get(code, ())

    def _schedule(self, code: str, what: str, send: Callable[[str], Coroutine[None, None, None]]) -> None:
        """Starts a task for this update unless one is already waiting, which then includes the change."""
        if code in self._subscribers and (code, what) not in self._due:
            self._due.add((code, what))
            self._tasks.start(retry_while_unavailable(lambda: self._send(code, what, send)))

    async def _send(self, code: str, what: str, send: Callable[[str], Coroutine[None, None, None]]) -> None:
        async with self._locks.of(code):
            self._due.discard((code, what))
            with suppress(SharedReplayNotFound):  # it was deleted
                await send(code)

    async def _welcome(self, code: str) -> None:
        """Sends the last lines to those who have been sent none; nothing is new to the others."""
        await self._send_lines(code, only_newcomers=True)

    async def _send_lines(self, code: str, *, only_newcomers: bool = False) -> None:
        readers = {
            one for one in self._subscribers_of(code) if one.sent_line_ids is None or not only_newcomers
        }
        async with self._database.read() as cursor:
            rows = await repository.last_lines(cursor, code)
            among = {one.player for one in readers}
            blockers = await blockers_of(cursor, {row.player_id for row in rows}, among)
        for subscriber in readers.intersection(self._subscribers_of(code)):
            send_lines(subscriber, rows, blockers)

    async def _send_state(self, code: str) -> None:
        present = self._present.get(code, frozenset()) | self.players_at(place_of(code))
        async with self._database.read() as cursor:
            row = await repository.load(cursor, code)
            readers = {one.player for one in self._subscribers_of(code)}
            barred = await barred_players(cursor, readers, row.deal) if row.deal else frozenset()
            # the leader is always named: its page learns from the list that it leads
            first = sorted(present, key=lambda player: (player != row.leader_id, player))
            people = await repository.names(cursor, first[:MAX_NAMED])
        named = {one.id for one in people}
        shown = _state(row, people, present)
        state = cache(lambda reader: _for_reader(shown, reader).model_dump_json())
        for subscriber in self._subscribers_of(code):
            if subscriber.player in barred:
                subscriber.send_queue.put(VIEW_REFUSED)
                subscriber.send_queue.finish(CloseCode.NOT_ALLOWED)
                continue
            message = state(public_id(subscriber.player) if subscriber.player in named else "")
            if message != subscriber.last_state:
                subscriber.last_state = message
                subscriber.send_queue.put(message)


def _state(row: SharedReplay, people: list[Participant], present: frozenset[UUID]) -> SharedReplayState:
    """Builds the state message for readers who are not listed by name."""
    names = disambiguate([one.name for one in people])
    return SharedReplayState(
        replay=row.replay,
        ply=row.ply,
        leader=row.leader or "",
        led=row.leader_id in present,
        people=[
            Viewer(who=public_id(one.id), name=name, leads=one.id == row.leader_id, you=False)
            for one, name in zip(people, names, strict=True)
        ],
        count=len(present),
    )


def _for_reader(state: SharedReplayState, reader: str) -> SharedReplayState:
    """Returns the state with the reader of this public id marked: only that differs between readers."""
    people = [one.model_copy(update={"you": True}) if one.who == reader else one for one in state.people]
    return state.model_copy(update={"people": people})
