"""Idle WebSocket connections, and many connections at once.

Run: python -m tests.bench.bench_sockets [5000 [2000]]: idle connections, and connections at once.
"""

import asyncio
import sys
from time import perf_counter

import uvloop

from tests.bench.bench_server import Server, SyncingPostgres, new_database
from tests.bench.load import SEATS, Load, TableLoad
from tests.bench.page import Json, Page, connect
from tests.services import Redis

STORM = 1.0  # seconds over which the connections are opened
SETTLED = 3.0  # seconds


class Crowd:
    """The players of many tables, none of whom moves; each opens a page at their own table."""

    def __init__(self, load: Load, tables: list[TableLoad]) -> None:
        self.load, self.tables = load, tables
        self.waiting: dict[Page, asyncio.Future[None]] = {}

    async def come(self, number: int) -> tuple[Page, float]:
        """Opens a page at its table; returns it and the seconds until it received the position."""
        start, table = perf_counter(), self.tables[number // SEATS]
        page = await connect(*self.load.places[0], table.cookies[number % SEATS], self.on_message)
        self.waiting[page] = asyncio.get_running_loop().create_future()
        page.send({"type": "join", "protocol": 1, "table": table.code})
        await self.waiting[page]
        return page, perf_counter() - start

    def on_message(self, page: Page, message: Json) -> None:
        if message["type"] == "update" and not self.waiting[page].done():
            self.waiting[page].set_result(None)


async def idle(server: Server, crowd: Crowd, count: int) -> None:
    """Prints memory per connection and CPU of `count` idle connections."""
    pages = [(await crowd.come(number))[0] for number in range(SEATS)]  # excludes one-time costs
    before = server.memory()
    for first in range(SEATS, count, 100):
        some = range(first, min(first + 100, count))
        pages += [page for page, _ in await asyncio.gather(*map(crowd.come, some))]
    await asyncio.sleep(SETTLED)
    each = (server.memory() - before) / (count - SEATS) / 1024
    used, start = server.cpu_seconds(), perf_counter()
    await asyncio.sleep(SETTLED)
    core = (server.cpu_seconds() - used) / (perf_counter() - start)
    print(f"{count:,} idle sockets: {each:.1f} KB each with their tables' games, {core:.3f} core", flush=True)
    for page in pages:
        page.close()


async def storm(crowd: Crowd, count: int) -> None:
    """Prints how long connections take until each has received its table."""

    async def after(number: int) -> float:
        await asyncio.sleep(STORM * number / count)
        page, seconds = await crowd.come(number)
        page.close()
        return seconds

    start = perf_counter()
    took = sorted(await asyncio.gather(*map(after, range(count))))
    print(
        f"{count:,} connections in {STORM:.0f} s: all served after {perf_counter() - start:.2f} s, "
        f"p50 {took[count // 2] * 1e3:.0f} ms, p99 {took[count * 99 // 100] * 1e3:.0f} ms",
        flush=True,
    )


async def main(idle_ones: int = 5000, stormy: int = 2000) -> None:
    with SyncingPostgres() as postgres, Redis() as redis:
        settings = {"DATABASE_URL": new_database(postgres, "bench"), "REDIS_URL": redis.url}
        with Server(**settings) as server:
            load = Load([server.url], 0, scattered=False)
            crowd = Crowd(load, await load.open_tables(max(idle_ones, stormy) // SEATS, connected=False))
            await storm(crowd, stormy)
            await asyncio.sleep(SETTLED)
        with Server(**settings) as server:  # a fresh process, for the measurement of memory
            load.places = [("127.0.0.1", server.port)]
            await idle(server, crowd, idle_ones)


if __name__ == "__main__":
    uvloop.run(main(*map(int, sys.argv[1:])))
