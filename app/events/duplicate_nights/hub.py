"""Sends the state of nights to this process' subscribers."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from app.core.locks import KeyedLocks
from app.core.tasks import TaskSet, cancel_and_wait, periodic, retry_while_unavailable
from app.events.duplicate_nights.document import count_results, without_deals
from app.events.duplicate_nights.errors import NightNotFound
from app.events.duplicate_nights.schemas import NightDeal, NightInfo, NightTable
from app.events.duplicate_nights.service import Nights
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import NIGHTS
from app.infra.websocket.send_queue import SendQueue
from app.tables.errors import TooManySpectators

MAX_SUBSCRIBERS = 600  # per night and process
MAX_PER_NETWORK = 300  # per night, process and network
COALESCE_S = 0.5  # changes within this time are sent together
RELOAD_INTERVAL_S = 10.0  # notices of other processes may be lost


class NightParts(NamedTuple):
    """The parts of a night as JSON; tables and deals by number, as few of them change at a time."""

    settings: str
    people: str
    tables: Mapping[int, str]
    deals: Mapping[int, str]


@dataclass(eq=False, slots=True)
class NightSubscriber:
    """A socket that follows a night, and the parts it was last sent."""

    code: str
    player: UUID
    send_queue: SendQueue
    network: str = ""  # of the client's address
    sent: NightParts | None = None


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
                await self._send_info(info, [subscriber])
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
            info = await self._nights.info(code)
            await self._send_info(info, list(self._subscribers.get(code, ())))

    async def _send_info(self, info: NightInfo, subscribers: Sequence[NightSubscriber]) -> None:
        """Sends each subscriber what it lacks, without the deals that its player plays again."""
        hidden = await self._nights.hidden_deals(info, {one.player for one in subscribers})
        groups = defaultdict[frozenset[int], list[NightSubscriber]](list)
        for one in subscribers:
            groups[frozenset(hidden[one.player])].append(one)
        for numbers, group in groups.items():
            _send_parts(group, _parts(without_deals(info, numbers)))


def _parts(info: NightInfo) -> NightParts:
    people = (one.model_dump_json(exclude_defaults=True) for one in info.people)
    return NightParts(
        settings=info.settings.model_dump_json(),
        people=f"[{','.join(people)}]",
        tables=_by_number(info.tables),
        deals=_by_number(info.deals),
    )


def _by_number(parts: Iterable[NightTable | NightDeal]) -> dict[int, str]:
    return {one.number: one.model_dump_json(exclude_defaults=True) for one in parts}


def _send_parts(subscribers: Iterable[NightSubscriber], parts: NightParts) -> None:
    """Sends each subscriber what it lacks; the message is written once for all who were sent the same."""
    messages: dict[int, str] = {}
    for subscriber in subscribers:
        before = subscriber.sent
        if id(before) not in messages:
            members = ",".join(_changes(before, parts))
            messages[id(before)] = members and f'{{"type":"night",{members}}}'
        if message := messages[id(before)]:
            subscriber.send_queue.put(message)
        subscriber.sent = parts


def _changes(before: NightParts | None, now: NightParts) -> Iterator[str]:
    """Yields the members of a message: whole parts, and of tables and deals those that changed."""
    for name, part in now._asdict().items():
        known = getattr(before, name, None)
        if part == known:
            continue
        if isinstance(part, str):
            yield f'"{name}":{part}'
        else:
            changed = [text for number, text in part.items() if not known or known.get(number) != text]
            yield f'"{name}":[{",".join(changed)}]'
