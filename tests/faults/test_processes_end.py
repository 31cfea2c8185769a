"""Processes are killed and restarted while people play."""

import asyncio

from tests.e2e.server import Boxcats
from tests.faults.evening import evening
from tests.faults.house import House, restart
from tests.soak import SOAK

TABLES = 40 if SOAK > 1 else 4
KILLS = 10 if SOAK > 1 else 2
BETWEEN = 3.0 if SOAK > 1 else 1.0  # seconds from one kill to the next


async def test_processes_killed_again_and_again(house: House) -> None:
    async with evening(house, TABLES) as played:
        for kill in range(KILLS):
            await asyncio.sleep(BETWEEN)
            await restart(house.processes[kill % 2], Boxcats.kill)
    assert 1006 in played.closes
