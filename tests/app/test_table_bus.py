"""What every bus keeps, and what Redis being away does to it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.infra.redis.table_bus import Bus, LocalBus, RedisBus, TableChanged
from tests.services import Redis


class Heard:
    """A listener that remembers."""

    def __init__(self, bus: Bus) -> None:
        self.notices: list[TableChanged] = []
        self.lost = 0
        self._something = asyncio.Event()
        bus.listen(self)

    def table_changed(self, notice: TableChanged) -> None:
        self.notices.append(notice)
        self._something.set()

    def notices_lost(self) -> None:
        self.lost += 1
        self._something.set()

    async def until(self, *notices: TableChanged) -> None:
        while not set(notices) <= set(self.notices):
            await self._wait()

    async def until_lost(self, times: int) -> None:
        while self.lost < times:
            await self._wait()

    async def _wait(self) -> None:
        self._something.clear()
        await asyncio.wait_for(self._something.wait(), 20)


@pytest.fixture
async def bus(backend: str, redis_url: str) -> AsyncIterator[Bus]:
    bus: Bus = LocalBus() if backend == "embedded" else RedisBus(redis_url)
    yield bus
    await bus.close()


async def test_a_notice_reaches_every_listener_of_this_process_once(bus: Bus) -> None:
    one, two = Heard(bus), Heard(bus)
    notices = [TableChanged("abc", 1), TableChanged("abc", 2), TableChanged("abc")]
    for notice in notices:
        bus.publish(notice)
    for heard in (one, two):
        await heard.until(*notices)
        assert heard.notices == notices


async def test_nobody_hears_before_the_publisher_awaits(bus: Bus) -> None:
    heard = Heard(bus)
    bus.publish(TableChanged("abc", 1))
    assert heard.notices == []
    await asyncio.sleep(0)
    assert heard.notices == [TableChanged("abc", 1)]


async def test_it_says_whether_it_is_ready(bus: Bus) -> None:
    assert await bus.ready()


@pytest.fixture
async def pair(redis: Redis) -> AsyncIterator[tuple[RedisBus, RedisBus]]:
    """The buses of two processes that hear each other."""
    one, two = RedisBus(redis.url), RedisBus(redis.url)
    await asyncio.gather(Heard(one).until_lost(1), Heard(two).until_lost(1))
    yield one, two
    await one.close()
    await two.close()


async def test_processes_hear_each_other(pair: tuple[RedisBus, RedisBus]) -> None:
    one, two = pair
    here, there = Heard(one), Heard(two)
    one.publish(TableChanged("abc", 7))
    one.publish(TableChanged("xyz"))
    await there.until(TableChanged("abc", 7), TableChanged("xyz"))
    two.publish(TableChanged("abc", 8))
    await here.until(TableChanged("abc", 8))
    await there.until(TableChanged("abc", 8))
    assert here.notices.count(TableChanged("abc", 7)) == 1, "one's own word does not come back"


async def test_noise_on_the_line_is_not_heard(pair: tuple[RedisBus, RedisBus], redis: Redis) -> None:
    one, two = pair
    heard = Heard(two)
    for noise in ("", "{}", "[]", '{"origin": 1}', "\x00", '{"origin": "x", "table": "abc", "version": "1"}'):
        await one._redis.publish("boxcats:tables", noise)
    one.publish(TableChanged("abc", 1))
    await heard.until(TableChanged("abc", 1))
    assert heard.notices == [TableChanged("abc", 1)]


async def test_redis_away_and_back(pair: tuple[RedisBus, RedisBus], redis: Redis) -> None:
    """This process goes on by itself; the others are told that they may have missed something."""
    one, two = pair
    here, there = Heard(one), Heard(two)
    redis.kill()
    for version in range(1, 6):
        one.publish(TableChanged("abc", version))
    await here.until(*(TableChanged("abc", version) for version in range(1, 6)))
    assert not await one.ready()
    redis.start()
    await there.until_lost(1)  # so it looks at every table by itself
    one.publish(TableChanged("abc", 6))
    await there.until(TableChanged("abc", 6))
    assert await one.ready()
