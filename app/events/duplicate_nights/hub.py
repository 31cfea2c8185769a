"""Sends the state of nights to this process' subscribers."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, cancel_and_wait, periodic, retry_while_unavailable
from app.events.duplicate_nights.document import count_results
from app.events.duplicate_nights.errors import NightNotFound
from app.events.duplicate_nights.schemas import NightInfo
from app.events.duplicate_nights.service import Nights
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import NIGHTS
from app.infra.websocket.send_queue import SendQueue
from app.tables.errors import TooManySpectators

MAX_SUBSCRIBERS = 600  # per night and process
MAX_PER_NETWORK = 300  # per night, process and network
COALESCE_S = 0.5  # changes within this time are sent together
RELOAD_INTERVAL_S = 10.0  # notices of other processes may be lost


@dataclass(eq=False, slots=True)
class NightSubscriber:
    """A socket that follows a night, and the parts it was last sent as JSON."""

    code: str
    send_queue: SendQueue
    network: str = ""  # of the client's address
    sent: dict[str, str] = field(default_factory=dict)


class NightHub:
    """Reads each change once and sends every subscriber the parts that it lacks."""

    def __init__(self, pubsub: PubSub, nights: Nights) -> None:
        self._nights = nights
        self._subscribers: dict[str, set[NightSubscriber]] = {}
        self._locks = KeyedLocks()  # one load at a time, so that an older one cannot overtake
        self._due: set[str] = set()
        self._tasks = TaskSet()
        pubsub.subscribe(NIGHTS, self.changed, self._reload_all)
        self._reloading = asyncio.create_task(periodic(RELOAD_INTERVAL_S, self._reload))

    async def close(self) -> None:
        await cancel_and_wait(self._reloading)
        await self._tasks.close()

    async def subscribe(self, subscriber: NightSubscriber) -> int:
        """Sends the night, and from then on every change. Returns how many tables' results it shows.

        Raises NightNotFound, TooManySpectators, ServiceUnavailable.
        """
        subscribers = self._subscribers.setdefault(subscriber.code, set())
        same = sum(one.network == subscriber.network for one in subscribers)
        if len(subscribers) >= MAX_SUBSCRIBERS or same >= MAX_PER_NETWORK:
            raise TooManySpectators
        subscribers.add(subscriber)
        try:
            async with self._locks.of(subscriber.code):
                info = await self._nights.info(subscriber.code)
                _send(subscriber, _parts(info))
        except BaseException:
            self.unsubscribe(subscriber)
            raise
        return count_results(info)

    def unsubscribe(self, subscriber: NightSubscriber) -> None:
        subscribers = self._subscribers.get(subscriber.code, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(subscriber.code, None)

    def changed(self, code: str) -> None:
        """Schedules sending the night, unless that is scheduled."""
        if code in self._subscribers and code not in self._due:
            self._due.add(code)
            self._tasks.start(retry_while_unavailable(lambda: self._send_changes(code)))

    def _reload_all(self) -> None:
        for code in list(self._subscribers):
            self.changed(code)

    async def _reload(self) -> None:
        self._reload_all()

    async def _send_changes(self, code: str) -> None:
        await asyncio.sleep(COALESCE_S)
        self._due.discard(code)
        async with self._locks.of(code):
            await self._load_and_send(code)

    async def _load_and_send(self, code: str) -> None:
        with suppress(NightNotFound):  # it was deleted
            parts = _parts(await self._nights.info(code))
            for subscriber in list(self._subscribers.get(code, ())):
                _send(subscriber, parts)


def _parts(info: NightInfo) -> dict[str, str]:
    """Returns each part of the night as JSON."""
    return dict(_dumped(info))


def _dumped(info: NightInfo) -> Iterator[tuple[str, str]]:
    yield "settings", info.settings.model_dump_json()
    for name in ("people", "tables", "deals"):
        parts = (one.model_dump_json(exclude_defaults=True) for one in getattr(info, name))
        yield name, f"[{','.join(parts)}]"


def _send(subscriber: NightSubscriber, parts: dict[str, str]) -> None:
    changed = {name: part for name, part in parts.items() if subscriber.sent.get(name) != part}
    if changed:
        members = ",".join(f'"{name}":{part}' for name, part in changed.items())
        subscriber.send_queue.put(f'{{"type":"night",{members}}}')
        subscriber.sent = parts
