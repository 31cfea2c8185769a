"""Processes are killed and restarted while people play."""

import asyncio
from time import monotonic

from tests.e2e.server import Boxcats
from tests.faults.cluster import Cluster, restart
from tests.faults.load_scenario import run_load
from tests.soak import scaled

KILLS = scaled(2, whole=10)
ROUNDS = scaled(1, whole=5)  # each restarts both processes
INTERVAL_S = scaled(0.5, whole=3.0)  # seconds


async def test_games_survive_repeated_kills(cluster: Cluster) -> None:
    async with run_load(cluster) as load:
        for kill in range(KILLS):
            await asyncio.sleep(INTERVAL_S)
            await restart(cluster.processes[kill % 2], Boxcats.kill)
    assert 1006 in load.closes


async def test_rolling_restart_delays_no_move(cluster: Cluster) -> None:
    """All connections close with 1012, and no move waits for a process to return."""
    restart_times = list[float]()  # seconds
    async with run_load(cluster) as load:
        for process in cluster.processes * ROUNDS:
            await asyncio.sleep(INTERVAL_S)
            since = monotonic()
            await restart(process, Boxcats.stop)
            restart_times.append(monotonic() - since)
    assert load.closes == {1012}
    assert load.refusals == 0
    assert load.longest_wait < min(2.0, *restart_times)
