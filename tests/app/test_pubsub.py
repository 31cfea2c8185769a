"""Delivery within a process and between processes, and what an unreachable Redis does to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Hashable, Iterator
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from app.infra.redis import keys
from app.infra.redis.keys import TABLES_CHANNEL, TEXT_CHANNEL
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import (
    CHAT,
    REACTIONS,
    TABLE_CHANGES,
    TEXT_TOPICS,
    Addressed,
    TableChanged,
    Topic,
)
from tests.services import Redis

TOPICS: tuple[Topic[Any], ...] = (TABLE_CHANGES, CHAT, REACTIONS)


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    """A Redis of these tests alone: at the shared one, bots of other tests may still play."""
    with Redis() as service:
        yield service


class Subscriber:
    """Records messages and counts the gaps of TABLE_CHANGES."""

    def __init__(self, pubsub: PubSub) -> None:
        self.messages: list[Any] = []
        self.gaps = 0
        self._something = asyncio.Event()
        for topic in TOPICS:
            pubsub.subscribe(topic, self._on_message, self._on_gap if topic is TABLE_CHANGES else None)

    def _on_message(self, message: Any) -> None:
        self.messages.append(message)
        self._something.set()

    def _on_gap(self) -> None:
        self.gaps += 1
        self._something.set()

    async def wait_for(self, *messages: Any) -> None:
        while not set(messages) <= set(self.messages):
            await self.wait_for_next()

    async def wait_for_gap(self, times: int) -> None:
        while self.gaps < times:
            await self.wait_for_next()

    async def wait_for_next(self) -> None:
        self._something.clear()
        await asyncio.wait_for(self._something.wait(), 20)


@pytest.fixture
async def pubsub(backend: str, redis_url: str) -> AsyncIterator[PubSub]:
    pubsub = PubSub("" if backend == "embedded" else redis_url)
    yield pubsub
    await pubsub.close()


async def test_local_subscribers_receive_each_message_once(pubsub: PubSub) -> None:
    one, two = Subscriber(pubsub), Subscriber(pubsub)
    changes = [TableChanged("abc", 1), TableChanged("abc", 2), TableChanged("abc")]
    for change in changes:
        pubsub.publish(TABLE_CHANGES, change)
    pubsub.publish(CHAT, "abc")
    for subscriber in (one, two):
        await subscriber.wait_for(*changes, "abc")
        assert subscriber.messages == [*changes, "abc"]


async def test_nothing_is_delivered_before_the_publisher_awaits(pubsub: PubSub) -> None:
    subscriber = Subscriber(pubsub)
    pubsub.publish(TABLE_CHANGES, TableChanged("abc", 1))
    assert subscriber.messages == []
    await asyncio.sleep(0)
    assert subscriber.messages == [TableChanged("abc", 1)]


async def test_failing_subscriber_does_not_affect_others(pubsub: PubSub) -> None:
    def fail(_: str) -> None:
        raise RuntimeError("as it is meant to")

    pubsub.subscribe(CHAT, fail)
    subscriber = Subscriber(pubsub)
    pubsub.publish(CHAT, "abc")
    await subscriber.wait_for("abc")


async def test_unavailable_redis_is_reported(pubsub: PubSub) -> None:
    assert await pubsub.ready()


@pytest.fixture
async def pair(redis: Redis) -> AsyncIterator[tuple[PubSub, PubSub]]:
    """Two processes, connected through Redis."""
    one, two = PubSub(redis.url), PubSub(redis.url)
    await asyncio.gather(Subscriber(one).wait_for_gap(1), Subscriber(two).wait_for_gap(1))
    yield one, two
    await one.close()
    await two.close()


async def test_processes_receive_each_others_messages(pair: tuple[PubSub, PubSub]) -> None:
    one, two = pair
    here, there = Subscriber(one), Subscriber(two)
    one.publish(TABLE_CHANGES, TableChanged("abc", 7))
    one.publish(TABLE_CHANGES, TableChanged("xyz"))
    one.publish(REACTIONS, "abc {}")
    await there.wait_for(TableChanged("abc", 7), TableChanged("xyz"), "abc {}")
    two.publish(TABLE_CHANGES, TableChanged("abc", 8))
    await here.wait_for(TableChanged("abc", 8))
    await there.wait_for(TableChanged("abc", 8))
    assert here.messages.count(TableChanged("abc", 7)) == 1, "a process does not receive its own messages"


async def test_unsent_messages_with_the_same_key_are_sent_once(pair: tuple[PubSub, PubSub]) -> None:
    one, two = pair
    there = Subscriber(two)
    for version in range(5):
        one.publish(TABLE_CHANGES, TableChanged("abc", version))
        one.publish(CHAT, "abc")
        one.publish(REACTIONS, "abc {}")
    one.publish(TABLE_CHANGES, TableChanged("abc"))
    one.publish(CHAT, "last")
    await there.wait_for(TableChanged("abc", 4), TableChanged("abc"), "last")
    assert there.messages.count("abc") == 1
    assert there.messages.count("abc {}") == 5, "every reaction counts"


async def test_formats_match_the_previous_version(pair: tuple[PubSub, PubSub], redis: Redis) -> None:
    """Both versions serve during a rolling restart."""
    one, _ = pair
    subscriber = Subscriber(one)
    async with Client.from_url(redis.url) as before, before.pubsub() as connection:
        await before.publish(TABLES_CHANNEL, '{"origin":"b","notices":[["abc",7],["xyz",null]]}')
        await before.publish(TEXT_CHANNEL, '{"origin":"b","topic":"talk","text":"abc"}')
        await subscriber.wait_for(TableChanged("abc", 7), TableChanged("xyz"), "abc")
        await connection.subscribe("boxcats:tables", "boxcats:words")
        one.publish(TABLE_CHANGES, TableChanged("def", 8))
        one.publish(CHAT, "def")
        payloads: dict[str, Any] = {}
        async for event in connection.listen():
            if event["type"] == "message":
                payloads[event["channel"].decode()] = json.loads(event["data"])
            if len(payloads) == 2:
                break
    origins = {payload.pop("origin") for payload in payloads.values()}
    assert len(origins) == 1
    assert payloads == {
        "boxcats:tables": {"notices": [["def", 8]]},
        "boxcats:words": {"topic": "talk", "text": "def"},
    }


async def test_unknown_messages_are_ignored(pair: tuple[PubSub, PubSub], redis: Redis) -> None:
    one, two = pair
    subscriber = Subscriber(two)
    noise = (
        *(b"", b"{}", b"[]", b"\x00", b"\xff", b'{"origin": 1}'),
        b'{"origin": "x", "table": "abc", "version": "1"}',
        b'{"origin": "x", "topic": "of a later version", "text": ""}',
    )
    async with Client.from_url(redis.url) as client:
        for payload in noise:
            await client.publish(TABLES_CHANNEL, payload)
            await client.publish(TEXT_CHANNEL, payload)
    one.publish(TABLE_CHANGES, TableChanged("abc", 1))
    one.publish(CHAT, "abc")
    await subscriber.wait_for(TableChanged("abc", 1), "abc")
    assert len(subscriber.messages) == 2


async def test_outage_of_redis_is_reported_as_a_gap(pair: tuple[PubSub, PubSub], redis: Redis) -> None:
    """Local delivery continues; the other processes are informed that they may have missed messages."""
    one, two = pair
    here, there = Subscriber(one), Subscriber(two)
    redis.kill()
    for version in range(1, 6):
        one.publish(TABLE_CHANGES, TableChanged("abc", version))
    await here.wait_for(*(TableChanged("abc", version) for version in range(1, 6)))
    assert not await one.ready()
    redis.start()
    await there.wait_for_gap(1)  # every table is read again
    one.publish(TABLE_CHANGES, TableChanged("abc", 6))
    await there.wait_for(TableChanged("abc", 6))
    assert await one.ready()


async def test_failed_batch_is_sent_again_without_messages_that_must_not_repeat(
    pair: tuple[PubSub, PubSub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first attempt may have been delivered, as here."""
    one, two = pair
    there, send, failures = Subscriber(two), one._send, [ConnectionError()]

    async def fail_once(redis: Client, batch: dict[Hashable, Addressed]) -> None:
        await send(redis, batch)
        if failures:
            raise failures.pop()

    monkeypatch.setattr(one, "_send", fail_once)
    one.publish(REACTIONS, "abc {}")
    one.publish(TABLE_CHANGES, TableChanged("abc", 1))
    while there.messages.count(TableChanged("abc", 1)) < 2:
        await there.wait_for_next()
    assert there.messages.count("abc {}") == 1


def test_every_topic_is_documented() -> None:
    channels = (keys.__doc__ or "").partition("\nKey ")[0]
    assert [topic for topic in TEXT_TOPICS if f"  {topic}  " not in channels] == []
