"""Bytes of a finished game on disk: rows, indexes and TOAST, with moves as rows and packed.

Run: python -m tests.bench.bench_disk [100000]: number of packed games, on Postgres, then on SQLite.
Rated games of four bots are played and packed by the server's own code. Their rows are copied with other
codes, secrets, players and times until there are enough.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

import asyncpg
from sqlalchemy import text

from app.archive.history.recorder import HistoryRecorder
from app.infra.database.engine import Database, now
from app.infra.database.migrate import migrate
from app.infra.redis.pubsub import PubSub
from app.maintenance.packing.service import MIN_AGE, UPGRADE_TIME, GamePacker
from app.players.accounts import repository as accounts
from app.players.accounts.lookalikes import name_key
from app.tables.game.service import GameService
from app.tables.game.settings import TableSettings
from app.tables.results.processor import process_finished_game
from app.tables.results.result_recorder import ResultRecorder
from engine.registry import ENTRIES
from tests.app.finished_games import store_game
from tests.bench.bench_server import SyncingPostgres, new_database
from tests.bench.copied_games import Copies, PostgresCopies, SqliteCopies, copy_games

GAME, BOT = "cat-in-the-box", "sensible"
REAL, UNPACKED, GAMES = 100, 2_000, 100_000  # games played, then copied to so many
PEOPLE, SEATS = 2_000, 4
SETTINGS = TableSettings(visibility="public", clock="relaxed", languages=["en"])
# Moves follow each other within microseconds here; people need 8 to 15 seconds.
SPREAD = {
    "postgresql": "date_trunc('milliseconds', made_at + (seq * interval '8 s') + random() * interval '7 s')",
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f', made_at,"
    " (seq * 8 + abs(random() % 7000) / 1000.0) || ' seconds') || '000'",
}
SMALL = 4  # bytes a game; smaller tables are not printed


async def play(database: Database, games: int) -> None:
    """Plays and processes rated games."""
    pubsub = PubSub()
    service, rng, bot = GameService(database, pubsub), Random(1), ENTRIES[GAME].bots[BOT]
    steps = ResultRecorder(database, service), HistoryRecorder(database, service)
    async with database.write() as cursor:
        people = [await accounts.add_player(cursor, f"Player {number}") for number in range(PEOPLE)]
        for number, player in enumerate(people):
            await accounts.claim(cursor, player, f"Player {number}", name_key(f"Player {number}"), "none")
    for _ in range(games):
        async with database.write() as cursor:
            table = await store_game(cursor, GAME, rng.sample(people, SEATS), rng, SETTINGS, bot)
        await process_finished_game(database, service, table.code, steps)
    async with database.engine.execution_options(write=True).begin() as connection:
        await connection.execute(text(f"UPDATE moves SET made_at = {SPREAD[connection.dialect.name]}"))
        await connection.execute(text("DELETE FROM deadlines"))  # games that end otherwise delete theirs
    await service.close()
    await pubsub.close()


async def pack(database: Database) -> None:
    """Packs all games, as if they had ended long ago."""
    first = GamePacker(database)
    await first.pack_all()
    packer = GamePacker(database, lambda: now() + UPGRADE_TIME + MIN_AGE, pause_s=0)
    start = perf_counter()
    await packer.pack_all()
    print(f"    {REAL} games packed in {perf_counter() - start:.2f} s")
    for one in (first, packer):
        await one.close()


async def measure(address: str, copies: Copies, name: str, games: int, *, packed: bool) -> None:
    database = Database(address)
    empty = {table: sum(sizes) for table, sizes in (await copies.measure()).items()}
    await play(database, REAL)
    if packed:
        await pack(database)
    await database.close()
    start = perf_counter()
    await copy_games(copies, games, Random(2))
    sizes = await copies.measure()
    total = sum(map(sum, sizes.values())) - sum(empty.values())
    form = "packed" if packed else "with rows"
    print(f"{name}, {games:,} games {form}: {total / games:,.0f} bytes each ({perf_counter() - start:.0f} s)")
    for table, (rows, indexes) in sorted(sizes.items(), key=lambda one: -sum(one[1])):
        if (rows + indexes - empty[table]) / games >= SMALL:
            print(f"    {table:24} rows {rows / games:8,.0f}, indexes {indexes / games:8,.0f}", flush=True)


async def on_postgres(postgres: SyncingPostgres, name: str, games: int, *, packed: bool) -> None:
    address = new_database(postgres, name)
    await migrate(address)
    connection = await asyncpg.connect(address.replace("+asyncpg", ""))
    await measure(address, PostgresCopies(connection), "Postgres", games, packed=packed)
    await connection.close()


async def on_sqlite(folder: str, name: str, games: int, *, packed: bool) -> None:
    file = Path(folder) / name
    await migrate(f"sqlite+aiosqlite:///{file}")
    await measure(f"sqlite+aiosqlite:///{file}", SqliteCopies(file), "SQLite", games, packed=packed)


async def main(games: int) -> None:
    with SyncingPostgres() as postgres:
        await on_postgres(postgres, "unpacked", UNPACKED, packed=False)
        await on_postgres(postgres, "packed", games, packed=True)
    with tempfile.TemporaryDirectory() as folder:
        await on_sqlite(folder, "unpacked", UNPACKED, packed=False)
        await on_sqlite(folder, "packed", games, packed=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
