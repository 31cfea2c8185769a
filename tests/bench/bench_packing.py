"""Live tables beside a server that packs finished games: moves must not wait for it.

Run: python -m tests.bench.bench_packing
"""

import asyncio
import time
from random import Random

import asyncpg

from app.infra.database.engine import Database
from app.infra.database.migrate import migrate
from app.maintenance.packing.service import INTERVAL_S
from app.tables.game.packed_moves import FORMAT
from tests.bench.bench_disk import play
from tests.bench.bench_server import Server, SyncingPostgres, measure, new_database, show
from tests.bench.copied_games import PostgresCopies, copy_games
from tests.services import Redis

TABLES, RATE = 50, 1000  # of people, moves per second
PLAYED, GAMES = 50, 3_000  # games played, then copied to so many: packing them takes longer than measuring
ROUNDS = 2
DUE = f"""
    UPDATE tables SET finished_at = finished_at - interval '30 days';
    INSERT INTO packing_start (id, begins_at) VALUES ({FORMAT}, now());
"""
NEXT_TABLE = "SELECT setval('tables_id_seq', (SELECT max(id) FROM tables))"  # copies have chosen their ids


async def store(address: str, *, due: bool) -> None:
    """Stores games that the server packs as soon as it looks, or tomorrow."""
    database = Database(address)
    await play(database, PLAYED)
    await database.close()
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    await copy_games(PostgresCopies(connection), GAMES, Random(1))
    await connection.execute(NEXT_TABLE)
    if due:
        await connection.execute(DUE)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def packed(address: str) -> int:
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    count: int = await connection.fetchval("SELECT count(*) FROM packed_games")
    await connection.close()
    return count


def run(address: str, redis: Redis, *, packing: bool) -> None:
    asyncio.run(migrate(address))
    asyncio.run(store(address, due=packing))
    with Server(DATABASE_URL=address, REDIS_URL=redis.url) as server:
        time.sleep(INTERVAL_S)  # packing begins within this time
        before = asyncio.run(packed(address))
        result = measure([server], "--tables", str(TABLES), "--rate", str(RATE))
        done = asyncio.run(packed(address)) - before
    show(f"{TABLES} tables, {done} games packed", result)


def main() -> None:
    with SyncingPostgres() as postgres, Redis() as redis:
        for number in range(ROUNDS):
            for packing in (False, True):
                name = f"packing{number}{packing}".lower()
                run(new_database(postgres, name), redis, packing=packing)


if __name__ == "__main__":
    main()
