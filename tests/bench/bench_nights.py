"""A duplicate night of 200 people: time until all tables run, of a move, and until results reach the pages.

Run: python -m tests.bench.bench_nights [200]: number of people, at tables of four on SQLite in this process.
People play first legal moves over sockets; everybody's page of the night is open.
"""

import asyncio
import statistics
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

from app.infra.database.migrate import migrate
from app.settings import Settings
from tests.app.local_server import Running
from tests.app.nights import create_night, join_night, night_when, open_own_table
from tests.app.people import Page, Person

PEOPLE = 200
FREE = 10_000_000  # of any rate limit
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


async def follow(person: Person, code: str) -> Page:
    """Opens this person's page of the night."""
    page = await person.connect("/ws/night")
    await page.send({"type": "follow_night", "protocol": 1, "night": code})
    return page


async def result(page: Page) -> None:
    """Waits until a page has the result of the first deal."""
    while not (await page.next("night")).get("deals", [{"seed": ""}])[0]["seed"]:
        pass


async def measure(server: Running, people: list[Person]) -> None:
    """Prints how long the parts of a night take."""
    for number, person in enumerate(people):
        await person.start_session(f"Cat {number}")
    host = people[0]
    code = await create_night(host, seats=4, people_per_table=4, deals=DEALS)
    for person in people:
        await join_night(person, code)
    began = perf_counter()
    await host.request("POST", f"/nights/{code}/start")
    await night_when(host, code, lambda info: all(one["state"] == "playing" for one in info["tables"]))
    print(f"all {len(people) // 4} tables run after {perf_counter() - began:.2f} s")
    pages = [await open_own_table(person, code) for person in people]
    times: list[float] = []
    began = perf_counter()
    follows = [await follow(person, code) for person in people]
    await asyncio.gather(*(play_timed(page, times) for page in pages))
    over = perf_counter()
    await asyncio.gather(*map(result, follows))
    ordered = sorted(times)
    median, late = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    rate = len(times) / (over - began)
    print(f"{len(times)} moves, {rate:.0f}/s: median {1000 * median:.1f} ms, p99 {1000 * late:.1f} ms")
    print(f"the result is on all {len(people)} pages {perf_counter() - over:.2f} s after the last move")


async def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        await migrate(url)
        settings = Settings(
            database_url=url,
            secret_key="k" * 32,
            bot_pause=0,
            socket_rate=FREE,
            socket_burst=FREE,
            people_per_address=FREE,
            request_burst=FREE,
        )
        async with Running(settings) as server, AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(server.url)) for _ in range(count)]
            await measure(server, people)


if __name__ == "__main__":
    asyncio.run(main())
