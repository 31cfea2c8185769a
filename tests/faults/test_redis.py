"""Redis is killed or flushed during games: notices between processes are only slower."""

import asyncio

import redis.asyncio

from tests.faults.cluster import Cluster
from tests.faults.load_scenario import TABLES, run_load
from tests.soak import scaled

OUTAGE_S = scaled(2.0, whole=5.0)  # seconds


async def test_games_survive_a_kill_of_redis(cluster: Cluster) -> None:
    async with run_load(cluster) as load:
        await asyncio.sleep(0.3)
        cluster.redis.kill()
        before = load.moves
        await asyncio.sleep(OUTAGE_S)
        async with asyncio.timeout(OUTAGE_S * 10):
            while load.moves - before < TABLES * OUTAGE_S / 4:  # play goes on  # noqa: ASYNC110
                await asyncio.sleep(OUTAGE_S / 20)
        await asyncio.to_thread(cluster.redis.start)
    assert load.refusals == 0
    assert not load.closes


async def test_games_survive_flushes_of_redis(cluster: Cluster) -> None:
    async with run_load(cluster) as load, redis.asyncio.Redis.from_url(cluster.redis.url) as client:
        for _ in range(10):
            await asyncio.sleep(OUTAGE_S / 20)
            await client.flushall()
            await client.client_kill_filter(_type="pubsub")  # subscribers have to reconnect
    assert load.refusals == 0
    assert not load.closes
