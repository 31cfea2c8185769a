"""Processes are killed and restarted while people play."""

import asyncio
from time import monotonic

from tests.e2e.server import Boxcats
from tests.faults.cluster import House, restart
from tests.faults.load_scenario import evening
from tests.soak import scaled

KILLS = scaled(2, whole=10)
ROUNDS = scaled(1, whole=5)  # each restarts both
BETWEEN = scaled(0.5, whole=3.0)  # seconds


async def test_processes_killed_again_and_again(house: House) -> None:
    async with evening(house) as played:
        for kill in range(KILLS):
            await asyncio.sleep(BETWEEN)
            await restart(house.processes[kill % 2], Boxcats.kill)
    assert 1006 in played.closes


async def test_rolling_restart(house: House) -> None:
    """Everybody is told to come back, and no move has to wait until a process is there again."""
    away = list[float]()  # seconds
    async with evening(house) as played:
        for process in house.processes * ROUNDS:
            await asyncio.sleep(BETWEEN)
            since = monotonic()
            await restart(process, Boxcats.stop)
            away.append(monotonic() - since)
    assert played.closes == {1012}
    assert played.refusals == 0
    assert played.longest_wait < min(2.0, *away)
