"""Processes are killed and restarted while people play."""

import asyncio
from time import monotonic

from tests.e2e.server import Boxcats
from tests.faults.cluster import House, restart
from tests.faults.load_scenario import evening
from tests.soak import scaled

KILLS = scaled(2, whole=10)
ROUNDS = scaled(1, whole=5)  # each restarts both processes
BETWEEN = scaled(0.5, whole=3.0)  # seconds


async def test_games_survive_repeated_kills(house: House) -> None:
    async with evening(house) as played:
        for kill in range(KILLS):
            await asyncio.sleep(BETWEEN)
            await restart(house.processes[kill % 2], Boxcats.kill)
    assert 1006 in played.closes


async def test_rolling_restart_delays_no_move(house: House) -> None:
    """All connections close with 1012, and no move waits for a process to return."""
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
