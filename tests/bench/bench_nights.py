"""A duplicate night of 200 people: time until all tables run, of a move, and until results reach the pages.

Run: python -m tests.bench.bench_nights [200]: number of people, at tables of four. They are spread over two
server processes with Postgres and Redis, play first legal moves, and have the page of the night open.
"""

import asyncio
import json
import statistics
import sys
from contextlib import AsyncExitStack, ExitStack
from time import perf_counter

from tests.app.nights import create_night, join_night, night_when, open_own_table
from tests.app.people import Page, Person
from tests.bench.bench_server import Server, SyncingPostgres, new_database
from tests.services import Redis

PEOPLE = 200
DEALS = 1
THINKING_S = 0.5  # of a person before each move


async def play_timed(page: Page, times: list[float]) -> None:
    """Plays first legal moves to the end; adds the time from each move to its acceptance."""
    while page.table.get("status") != "finished":
        if page.turn is not None and (legal := page.legal()):
            await asyncio.sleep(THINKING_S)
            began = perf_counter()
            await page.play(legal[0])
            times.append(perf_counter() - began)
        else:
            await page.receive()


async def result_time(person: Person, code: str) -> float:
    """Opens this person's page of the night. Returns when it has the result of the first deal."""
    page = await person.connect("/ws/night")
    await page.send({"type": "follow_night", "protocol": 1, "night": code})
    async for text in page.socket:
        if any(deal["seed"] for deal in json.loads(text).get("deals", ())):
            return perf_counter()
    raise ConnectionError


async def start_night(people: list[Person]) -> str:
    """Creates and starts a night of these people. Returns its code."""
    for number, person in enumerate(people):
        await person.start_session(f"Cat {number}")
    host = people[0]
    code = await create_night(host, seats=4, people_per_table=4, deals=DEALS)
    for person in people:
        await join_night(person, code)
    began = perf_counter()
    await host.request("POST", f"/nights/{code}/start")
    await night_when(host, code, lambda info: all(one["state"] == "playing" for one in info["tables"]))
    print(f"all {len(people) // 4} tables run after {perf_counter() - began:.2f} s", flush=True)
    return code


async def measure(people: list[Person]) -> None:
    """Prints how long the parts of a night take."""
    code = await start_night(people)
    pages = [await open_own_table(person, code) for person in people]
    results = [asyncio.create_task(result_time(person, code)) for person in people]
    times: list[float] = []
    began = perf_counter()
    await asyncio.gather(*(play_timed(page, times) for page in pages))
    over = perf_counter()
    last = max(await asyncio.gather(*results))
    ordered = sorted(times)
    median, late = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    rate = len(times) / (over - began)
    print(f"{len(times)} moves, {rate:.0f}/s: median {1000 * median:.1f} ms, p99 {1000 * late:.1f} ms")
    print(f"the result is on all {len(people)} pages {last - over:.2f} s after the last move")


async def run(urls: list[str], count: int) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(urls[i % len(urls)])) for i in range(count)]
        await measure(people)


def main() -> None:
    with SyncingPostgres() as postgres, Redis() as redis, ExitStack() as stack:
        settings = {"DATABASE_URL": new_database(postgres, "night"), "REDIS_URL": redis.url}
        servers = [stack.enter_context(Server(**settings)) for _ in range(2)]
        asyncio.run(run([server.url for server in servers], int(sys.argv[1]) if sys.argv[1:] else PEOPLE))


if __name__ == "__main__":
    main()
