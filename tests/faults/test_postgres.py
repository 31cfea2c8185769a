"""Postgres is restarted, stopped or hangs: no acknowledged move is lost."""

import asyncio

from tests.faults.cluster import Cluster
from tests.faults.load_scenario import run_load
from tests.services import Postgres
from tests.soak import scaled

OUTAGE_S = scaled(1.0, whole=5.0)  # seconds


async def test_games_survive_restarts_of_postgres(cluster: Cluster) -> None:
    async with run_load(cluster) as load:
        for end in (Postgres.stop, Postgres.kill):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(end, cluster.postgres)
            await asyncio.to_thread(cluster.postgres.start)
    assert load.closes <= {1012}


async def test_games_survive_a_stop_of_postgres(cluster: Cluster) -> None:
    async with run_load(cluster) as load:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(cluster.postgres.stop)
        await load.wait_until_idle(OUTAGE_S / 2)
        await asyncio.to_thread(cluster.postgres.start)
    assert load.closes <= {1012}


async def test_games_survive_a_hanging_postgres(cluster: Cluster) -> None:
    """Postgres accepts connections and does not answer, as with a broken network."""
    async with run_load(cluster) as load:
        await asyncio.sleep(0.5)
        cluster.postgres.pause()
        await asyncio.sleep(OUTAGE_S)
        cluster.postgres.resume()
    assert load.closes <= {1012}
