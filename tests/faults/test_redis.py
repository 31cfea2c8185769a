"""Redis is killed or flushed during games: notices between processes are only slower."""

import asyncio

import redis.asyncio

from tests.faults.cluster import House
from tests.faults.load_scenario import TABLES, evening
from tests.soak import scaled

AWAY = scaled(2.0, whole=5.0)  # seconds


async def test_games_survive_a_kill_of_redis(house: House) -> None:
    async with evening(house) as played:
        await asyncio.sleep(0.3)
        house.redis.kill()
        before = played.moves
        await asyncio.sleep(AWAY)
        async with asyncio.timeout(AWAY * 10):
            while played.moves - before < TABLES * AWAY / 4:  # play goes on  # noqa: ASYNC110
                await asyncio.sleep(AWAY / 20)
        await asyncio.to_thread(house.redis.start)
    assert played.refusals == 0
    assert not played.closes


async def test_games_survive_flushes_of_redis(house: House) -> None:
    async with evening(house) as played, redis.asyncio.Redis.from_url(house.redis.url) as client:
        for _ in range(10):
            await asyncio.sleep(AWAY / 20)
            await client.flushall()
            await client.client_kill_filter(_type="pubsub")  # subscribers have to reconnect
    assert played.refusals == 0
    assert not played.closes
