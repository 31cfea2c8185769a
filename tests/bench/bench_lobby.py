"""The lobby: quick match at two processes, with and without a kill of one, and many open lobby pages.

Run: python -m tests.bench.bench_lobby [200 [300]]: people in the queue, and lobby pages.
"""

import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from time import perf_counter

import asyncpg
import uvloop

from tests.bench.bench_server import Server, SyncingPostgres, new_database
from tests.bench.load import Load
from tests.bench.page import Json, Page, connect
from tests.services import Redis

SEATS = 4
CHANGES = 10
REPEATS_AFTER = 4.0  # seconds


class Seeker:
    """A player in the queue of quick match, who reconnects to another process."""

    def __init__(self, cookie: str, places: Sequence[tuple[str, int]]) -> None:
        self.cookie, self.places = cookie, places
        self.body = {
            "type": "seek",
            "id": secrets.token_hex(16),
            "game": "cat-in-the-box",
            "least": SEATS,
            "most": SEATS,
            "clock": "relaxed",
        }
        self.found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def wait(self) -> str:
        """Waits for a match and returns the table's code."""
        attempt = 0
        while not self.found.done():
            try:
                page = await connect(
                    *self.places[attempt % len(self.places)], self.cookie, self.on_message, "/ws/lobby"
                )
                page.send({"type": "enter", "protocol": 1})
                await self.repeat_request(page)
                page.close()
            except OSError:
                await asyncio.sleep(0.1)
            attempt += 1
        return self.found.result()

    async def repeat_request(self, page: Page) -> None:
        """Repeats the request until a table is found or the connection closes."""
        sent = 0.0
        while page.closed is None and not self.found.done():
            if perf_counter() - sent > REPEATS_AFTER:
                page.send(self.body)
                sent = perf_counter()
            await asyncio.wait({self.found}, timeout=0.02)

    def on_message(self, _: Page, message: Json) -> None:
        if message["type"] == "found" and not self.found.done():
            self.found.set_result(message["table"])


async def quick_match(servers: list[Server], database: str, count: int, *, killing: bool) -> None:
    load = Load([server.url for server in servers], 0)
    cookies = [await load.create_guest() for _ in range(count)]
    places = [load.places, load.places[::-1]]
    seekers = [Seeker(cookie, places[number % 2]) for number, cookie in enumerate(cookies)]
    start = perf_counter()
    waiting = asyncio.gather(*(seeker.wait() for seeker in seekers))
    if killing:
        await asyncio.sleep(0.6)
        servers[1].process.kill()
        done = sum(seeker.found.done() for seeker in seekers)
        print(f"one process killed when {done} of {count} had a table", flush=True)
    tables = Counter(await waiting)
    took = perf_counter() - start
    sizes = sorted(set(tables.values()))
    print(
        f"{count} people at once, two processes: {len(tables)} tables of {sizes} after {took:.2f} s; "
        f"in the database {await seated(database)}",
        flush=True,
    )


async def seated(database: str) -> str:
    """Returns the numbers of tables, seats and people that quick match stored."""
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    row = await connection.fetchrow(
        "SELECT count(*) AS seats, count(DISTINCT player_id) AS people, count(DISTINCT table_id) AS tables"
        " FROM seats WHERE entry IS NOT NULL"
    )
    await connection.close()
    return f"{row['tables']} tables, {row['seats']} seats, {row['people']} people"


async def many_pages(server: Server, count: int) -> None:
    """Measures the time until a change reaches the last page, and the server's CPU."""
    load = Load([server.url], 0)
    received = Counter[str]()
    reached = asyncio.Event()

    def on_message(_: Page, message: Json) -> None:
        for table in message.get("tables", ()):
            received[table["code"]] += 1
            if received[table["code"]] == count:
                reached.set()

    cookies = [await load.create_guest() for _ in range(2 + count // 20)]
    for number in range(count):
        page = await connect(*load.places[0], cookies[1 + number // 20], on_message, "/ws/lobby")
        page.send({"type": "enter", "protocol": 1})
    body = {"game": "cat-in-the-box", "seats": SEATS, "terms": {"visibility": "public"}}
    took, cpu, start = [], server.cpu_seconds(), perf_counter()
    for _ in range(CHANGES):
        reached.clear()
        began = perf_counter()
        await load.http[0].post("/api/tables", json=body, headers={"cookie": cookies[0]})
        await reached.wait()
        took.append(perf_counter() - began)
    core = (server.cpu_seconds() - cpu) / (perf_counter() - start)
    print(
        f"{count} lobby pages: a new table reaches the last of them after {max(took) * 1e3:.0f} ms at most, "
        f"{sorted(took)[len(took) // 2] * 1e3:.0f} ms at the median, {core:.2f} core",
        flush=True,
    )


async def main(people: int = 200, pages: int = 300) -> None:
    with SyncingPostgres() as postgres, Redis() as redis:
        for killing in (False, True):
            database = new_database(postgres, f"killing_{killing}".lower())
            settings = {"DATABASE_URL": database, "REDIS_URL": redis.url}
            with ExitStack() as stack:
                servers = [stack.enter_context(Server(**settings)) for _ in range(2)]
                await quick_match(servers, database, people, killing=killing)
        with Server(DATABASE_URL=new_database(postgres, "pages"), REDIS_URL=redis.url) as server:
            await many_pages(server, pages)


if __name__ == "__main__":
    uvloop.run(main(*map(int, sys.argv[1:])))
