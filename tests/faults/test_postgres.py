"""Postgres is restarted, stopped or hangs: no acknowledged move is lost."""

import asyncio

from tests.faults.cluster import House
from tests.faults.load_scenario import evening
from tests.services import Postgres
from tests.soak import scaled

STOPPED = scaled(1.0, whole=5.0)  # seconds


async def test_games_survive_restarts_of_postgres(house: House) -> None:
    async with evening(house) as played:
        for end in (Postgres.stop, Postgres.kill):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(end, house.postgres)
            await asyncio.to_thread(house.postgres.start)
    assert played.closes <= {1012}


async def test_games_survive_a_stop_of_postgres(house: House) -> None:
    async with evening(house) as played:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(house.postgres.stop)
        await played.standstill(STOPPED / 2)
        await asyncio.to_thread(house.postgres.start)
    assert played.closes <= {1012}


async def test_games_survive_a_hanging_postgres(house: House) -> None:
    """Postgres accepts connections and does not answer, as with a broken network."""
    async with evening(house) as played:
        await asyncio.sleep(0.5)
        house.postgres.pause()
        await asyncio.sleep(STOPPED)
        house.postgres.resume()
    assert played.closes <= {1012}
