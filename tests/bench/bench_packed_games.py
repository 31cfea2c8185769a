"""Space of a million packed games on Postgres, and how long they take to be listed, read, exported and left.

Run: python -m tests.bench.bench_packed_games [1000000]: number of packed games (`bench_disk`). Times are of
the services, without HTTP. Copies have other secrets, so only the games that were played are replayed.
"""

import asyncio
import statistics
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from time import perf_counter
from typing import Any
from uuid import UUID

from sqlalchemy import select

from app.archive.history.service import Filters
from app.infra.database.query import ValueQuery
from app.infra.database.schema import PLAYERS, TABLES
from app.settings import Settings
from tests.app.local_server import Running
from tests.bench.bench_disk import REAL, on_postgres
from tests.bench.bench_server import SyncingPostgres
from tests.services import Redis

GAMES = 1_000_000
PART = timedelta(days=300)  # of the two years over which a million games are spread
PAGES, LEAVING = 20, 5  # of each list; players who export their data and leave
ALL, MINE = (Filters(mine, (), None, None, None, "UTC") for mine in (False, True))
IDS = ValueQuery[UUID](select(PLAYERS.c.id).order_by(PLAYERS.c.name))
PLAYED = ValueQuery[str](select(TABLES.c.code).order_by(TABLES.c.id).limit(REAL))
NEWEST = ValueQuery[datetime](select(TABLES.c.finished_at).order_by(TABLES.c.id.desc()).limit(1))


async def time(name: str, call: Callable[[Any], Awaitable[object]], values: Sequence[object]) -> None:
    """Prints how long the calls with these values take, one after the other."""
    times = []
    for value in values:
        start = perf_counter()
        await call(value)
        times.append(1000 * (perf_counter() - start))
    first, median, worst = times[0], statistics.median(times), max(times)
    print(f"{name:30} {len(times)} times: first {first:.1f} ms, median {median:.1f} ms, worst {worst:.1f} ms")


async def page(server: Running, filters: Filters, reader: UUID) -> object:
    return await server.archive.history.page(reader, filters, None)


async def export(server: Running, player: UUID) -> None:
    size = 0
    async for part in server.services.account_deletion.export(player):
        size += len(part)
    print(f"    {size:,} bytes")


async def measure(server: Running) -> None:
    async with server.infra.database.read() as cursor:
        people, played = await cursor.fetch_all(IDS), await cursor.fetch_all(PLAYED)
        newest = await cursor.fetch_row(NEWEST)
    middle = ALL._replace(until=(newest - PART).date())
    lists = {"all public games": ALL, "the same, from the middle on": middle, "a player's own": MINE}
    for name, filters in lists.items():
        await time(name, partial(page, server, filters), people[:PAGES])
    half = len(played) // 2
    await time("replay", lambda code: server.archive.replays.document(code, people[0]), played[:half])
    await time("record", lambda code: server.tables.game.record(code, people[0]), played[half:])
    await time("export of a player's data", partial(export, server), people[:LEAVING])
    await time("deletion of the player", server.services.account_deletion.delete, people[:LEAVING])


async def main(games: int) -> None:
    with SyncingPostgres() as postgres, Redis() as redis:
        await on_postgres(postgres, "packed", games, packed=True)
        settings = Settings(database_url=postgres.url("packed"), redis_url=redis.url, secret_key="k" * 32)
        async with Running(settings) as server:
            await measure(server)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
