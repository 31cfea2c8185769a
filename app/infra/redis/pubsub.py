"""Publishes messages to subscribers in this process and, through Redis, in the other server processes.

Delivery is guaranteed within this process alone. Other processes get a message at most once, while Redis is
reachable; a subscriber that must not miss a change reads the database in `on_gap`.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import uuid4

from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.core.outages import redis_outages
from app.core.tasks import call_logged, cancel_and_wait
from app.infra.redis.client import TIMEOUT_S, connect
from app.infra.redis.keys import TABLES_CHANNEL, TEXT_CHANNEL
from app.infra.redis.topics import Addressed, Message, Topic, decode, encode

log = logging.getLogger(__name__)

BATCH_INTERVAL_S = 0.02  # between two batches: each wakes every process, whatever is in it
RECEIVE_TIMEOUT_S = 10.0
MIN_RETRY_S, MAX_RETRY_S = 0.1, 2.0  # between attempts to reach Redis
MAX_PENDING = 10_000  # unsent messages; then the oldest are dropped


class _Subscriber(NamedTuple):
    on_message: Callable[[Any], None]
    on_gap: Callable[[], None] | None


class PubSub:
    """Messages by topic within this process and, through Redis, to and from the others. One in each process.

    All callbacks run on the event loop, after the publisher's next await.
    """

    def __init__(self, redis_url: str = "") -> None:
        """Without a URL there are no other processes."""
        self._origin = uuid4().hex
        self._subscribers: defaultdict[Topic[Any], list[_Subscriber]] = defaultdict(list)
        self._pending: dict[Hashable, Addressed] = {}
        self._wake = asyncio.Event()
        self._redis = connect(redis_url, decode_responses=False) if redis_url else None
        loops = [self._send_loop(self._redis), self._receive_loop(self._redis)] if self._redis else []
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    def subscribe(
        self,
        topic: Topic[Message],
        on_message: Callable[[Message], None],
        on_gap: Callable[[], None] | None = None,
    ) -> None:
        """Calls `on_message` with each message, and `on_gap` when some of other processes may be lost."""
        self._subscribers[topic].append(_Subscriber(on_message, on_gap))

    def publish(self, topic: Topic[Message], message: Message) -> None:
        """Queues the message for all subscribers here and in other processes; does not wait for any."""
        self.publish_local(topic, message)
        if self._redis is not None:
            self._queue(Addressed(topic, message))

    def publish_local(self, topic: Topic[Message], message: Message) -> None:
        """Publishes to this process alone."""
        asyncio.get_running_loop().call_soon(self._deliver, topic, message)

    async def ready(self) -> bool:
        """Returns whether Redis answers."""
        if self._redis is None:
            return True
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return bool(await self._redis.ping())
        except (RedisError, OSError, TimeoutError):
            return False

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)
        if self._redis is not None:
            with suppress(RedisError, OSError):
                await self._redis.aclose()

    def _deliver(self, topic: Topic[Message], message: Message) -> None:
        for subscriber in self._subscribers[topic]:
            call_logged(subscriber.on_message, message)

    def _queue(self, addressed: Addressed) -> None:
        key = addressed.topic.coalescing_key
        self._pending[object() if key is None else (addressed.topic, key(addressed.message))] = addressed
        self._limit_pending()
        self._wake.set()

    def _limit_pending(self) -> None:
        while len(self._pending) > MAX_PENDING:
            del self._pending[next(iter(self._pending))]

    async def _send_loop(self, redis: Redis) -> None:
        retry = MIN_RETRY_S
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._pending = self._pending, {}
            try:
                await self._send(redis, batch)
            except (RedisError, OSError):
                self._requeue(batch)
                await asyncio.sleep(retry)
                retry = min(2 * retry, MAX_RETRY_S)
            else:
                retry = MIN_RETRY_S
                await asyncio.sleep(BATCH_INTERVAL_S)

    async def _send(self, redis: Redis, batch: dict[Hashable, Addressed]) -> None:
        async with redis.pipeline(transaction=False) as pipeline:
            for channel, payload in encode(self._origin, batch.values()):
                pipeline.publish(channel, payload)
            await pipeline.execute()

    def _requeue(self, batch: dict[Hashable, Addressed]) -> None:
        """Drops what must not be sent twice, as the batch may have been received."""
        repeatable = {key: one for key, one in batch.items() if one.topic.coalescing_key is not None}
        self._pending = {**repeatable, **self._pending}
        self._limit_pending()
        self._wake.set()

    async def _receive_loop(self, redis: Redis) -> None:
        retry = MIN_RETRY_S
        while True:
            try:
                async with redis.pubsub() as connection:
                    await connection.subscribe(TABLES_CHANNEL, TEXT_CHANNEL)
                    retry = MIN_RETRY_S
                    while True:
                        self._receive(await connection.get_message(timeout=RECEIVE_TIMEOUT_S))
            except (RedisError, OSError) as error:
                redis_outages.add(error)
            await asyncio.sleep(retry)
            retry = min(2 * retry, MAX_RETRY_S)

    def _receive(self, event: Any) -> None:
        if event is None:  # nothing within the timeout
            return
        channel = event["channel"].decode()
        if event["type"] == "subscribe":  # also after each reconnection
            self._report_gap(channel)
        elif event["type"] == "message":
            self._receive_payload(channel, event["data"])

    def _report_gap(self, channel: str) -> None:
        for topic, subscribers in self._subscribers.items():
            for subscriber in subscribers:
                if topic.channel == channel and subscriber.on_gap is not None:
                    call_logged(subscriber.on_gap)

    def _receive_payload(self, channel: str, payload: bytes) -> None:
        try:
            origin, messages = decode(channel, payload)
        except ValueError:
            log.warning("unknown message on %s", channel)
            return
        if origin != self._origin:
            for topic, message in messages:
                self._deliver(topic, message)
