"""Latency for other visitors while one visitor sends requests that the proxy cannot finish.

Run: python -m tests.bench.bench_proxy [10 [too_big …]]: seconds for each attack, and the attacks' names.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Self

import httpx
import uvloop

from tests.bench.bench_server import new_database
from tests.ops.attacks import QUICK, SLOW, Attack, attack
from tests.ops.caddy import Caddy
from tests.ops.topology import Topology
from tests.services import Postgres, Redis

A_SECOND = 4  # attacks per second
ASKED_EVERY = 0.125  # seconds between a visitor's requests, within the limits of a person
TIMEOUT_S = 30.0
METHODS = ("GET", "PATCH")
MANY = httpx.Limits(max_connections=500)


class Visitor:
    """Sends requests at a constant rate, regardless of the answers; records latencies and failures."""

    def __init__(self, caddy: Caddy, method: str) -> None:
        self._http = httpx.AsyncClient(base_url=caddy.url, verify=caddy.trust, timeout=TIMEOUT_S, limits=MANY)
        self._method = method
        self._body = {"name": "Miso"} if method == "PATCH" else None
        self._took: list[float] = []
        self._failed = 0

    async def __aenter__(self) -> Self:
        await self._http.get("/api/me")  # with a session, limits count per person
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def request(self, until: float) -> None:
        async with asyncio.TaskGroup() as asked:
            while perf_counter() < until:
                asked.create_task(self._once())
                await asyncio.sleep(ASKED_EVERY)

    async def _once(self) -> None:
        start = perf_counter()
        try:
            answer = await self._http.request(self._method, "/api/me", json=self._body)
            self._failed += answer.status_code != 200
        except httpx.HTTPError:
            self._failed += 1
        self._took.append(perf_counter() - start)

    def __str__(self) -> str:
        middle, worst = median(self._took) * 1000, max(self._took) * 1000
        failed = f"{self._failed} of {len(self._took)} failed"
        return f"{self._method:5} {middle:7.1f} ms median, {worst:6.0f} ms worst, {failed:20}"


async def meanwhile(topology: Topology, kind: Attack | None, seconds: float) -> None:
    """Prints the latencies and failures of two visitors during an attack."""
    until = perf_counter() + seconds
    attacks: set[asyncio.Task[None]] = set()
    async with AsyncExitStack() as stack:
        visitors = [await stack.enter_async_context(Visitor(topology.caddy, method)) for method in METHODS]
        asking = asyncio.gather(*(visitor.request(until) for visitor in visitors))
        while perf_counter() < until:
            if kind:
                attacks.add(asyncio.create_task(attack(topology.caddy, kind)))
            await asyncio.sleep(1 / A_SECOND)
        await asking
    await asyncio.gather(*attacks)
    name = kind.__name__ if kind else "nothing"
    print(f"{name:24}", *visitors, flush=True)


async def main(seconds: float, names: Iterable[str]) -> None:
    wanted = set(names)
    with Postgres() as postgres, Redis() as redis, tempfile.TemporaryDirectory() as image:
        topology = Topology(Path(image), new_database(postgres, "proxy"), redis.url)
        topology.migrate()
        with topology:
            for kind in (None, *QUICK, *SLOW):
                if kind is None or not wanted or kind.__name__ in wanted:
                    await meanwhile(topology, kind, seconds)


if __name__ == "__main__":
    uvloop.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0, sys.argv[2:]))
