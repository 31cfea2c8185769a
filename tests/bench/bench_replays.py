"""Size of a replay's document, time to build it, and how long that blocks the event loop.

Run: python -m tests.bench.bench_replays [20]: number of whole games of five seats, played by a person and
four bots; the documents are those that a browser receives.
"""

import asyncio
import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from app.infra.database.migrate import migrate
from app.settings import Settings
from tests.app.local_server import Running
from tests.app.people import Person, play_out

SEATS = 5


class Loop:
    """Measures the longest delay of the event loop."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            before = perf_counter()
            await asyncio.sleep(0)
            self.longest = max(self.longest, perf_counter() - before)

    def stop(self) -> float:
        """Returns the longest delay in milliseconds."""
        self._task.cancel()
        return 1000 * self.longest


async def play(host: Person, bots: str) -> str:
    """Plays a whole game and returns its code."""
    code: str = (await host.create_table(SEATS, bots=bots))["code"]
    page = await host.open_page(code)
    await host.start(code)
    await play_out(page)
    await page.close()
    return code


async def measure(server: Running, host: Person, code: str) -> tuple[float, ...]:
    """Returns moves, bytes, compressed bytes, and ms: CPU to build, loop delay, cached response."""
    table = await server.tables.game.table(code)
    reader = table.seats[0].player
    assert reader is not None
    loop, before = Loop(), process_time()
    packed, _ = await server.archive.replays.document(code, reader)
    spent, waited = process_time() - before, loop.stop()
    start = perf_counter()
    answer = await host.http.get(f"/api/replays/{code}")
    took = perf_counter() - start
    assert answer.content == gzip.decompress(packed.body)
    moves = len(answer.json()["steps"])
    return moves, len(answer.content), len(packed.body), 1000 * spent, waited, 1000 * took


async def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        await migrate(database)
        settings = Settings(
            database_url=database, secret_key="k" * 32, bot_pause=0, table_burst=9999, socket_burst=9999
        )
        async with Running(settings) as server, Person(server.url) as host:
            await host.start_session("Ada")
            found = []
            for number in range(games):
                bots = ("sensible", "random")[number % 2]
                found.append(await measure(server, host, await play(host, bots)))
    names = ("moves", "bytes", "compressed", "CPU to build, ms", "loop delay, ms", "cached response, ms")
    print(f"{games} whole games of {SEATS} seats: median, largest")
    for name, values in zip(names, zip(*found, strict=True), strict=True):
        print(f"{name:>20} {median(values):>10,.1f} {max(values):>10,.1f}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
