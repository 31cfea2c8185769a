"""Bad connections to the servers: data is late, split, stalled or cut off."""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import replace

from tests.app.proxy import Proxy, Writer
from tests.faults.cluster import Cluster
from tests.faults.load_scenario import run_load
from tests.soak import scaled

LATE = scaled(0.005, whole=0.02)  # maximum delay of each part, in seconds
CUTS = scaled(0.02, whole=0.005)  # probability that a connection breaks within a chunk
STALLS, STALL = CUTS, scaled(0.3, whole=10.0)  # probability of a stall, and its maximum in seconds
DURATION = scaled(0.3, whole=30.0)  # seconds


class FaultyProxy(Proxy):
    """A proxy that delays and cuts connections; TCP loses no data in between."""

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.cuts = self.stalls = 0

    async def forward(self, data: bytes, writer: Writer) -> None:
        middle = random.randrange(len(data))
        await super().forward(data[:middle], writer)
        await asyncio.sleep(LATE * random.random())
        fate = random.random()
        if fate < CUTS:
            self.cuts += 1
            raise ConnectionAbortedError
        if fate < CUTS + STALLS:
            self.stalls += 1
            await asyncio.sleep(STALL * random.random())
        await super().forward(data[middle:], writer)


async def test_games_survive_bad_connections(cluster: Cluster) -> None:
    async with AsyncExitStack() as stack:
        proxies = [
            await stack.enter_async_context(FaultyProxy(process.port)) for process in cluster.processes
        ]
        urls = [f"http://127.0.0.1:{proxy.port}" for proxy in proxies]
        async with run_load(replace(cluster, urls=urls)):
            await asyncio.sleep(DURATION)
    assert sum(proxy.cuts for proxy in proxies)
    assert sum(proxy.stalls for proxy in proxies)
