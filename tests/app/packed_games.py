"""Finished games that are stored, processed and packed, without anybody playing them."""

import asyncio
from datetime import timedelta
from random import Random

from app.infra.database.engine import Database, now
from app.maintenance.packing.service import MIN_AGE, UPGRADE_TIME, GamePacker
from app.players.accounts.repository import add_player
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from app.tables.results.processor import process_finished_game
from tests.app.finished_games import store_game
from tests.app.local_server import Running
from tests.app.people import GAME

DUE = UPGRADE_TIME + MIN_AGE


async def pack_after(database: Database, age: timedelta, processes: int = 1) -> None:
    """Runs packers with a clock that is ahead; their first run was now."""
    first = GamePacker(database)
    await first.pack_all()
    packers = [GamePacker(database, lambda: now() + age, pause_s=0) for _ in range(processes)]
    await asyncio.gather(*(packer.pack_all() for packer in packers))
    for packer in (first, *packers):
        await packer.close()


async def store_games(running: Running, number: int, settings: TableSettings | None = None) -> list[Table]:
    database = running.infra.database
    async with database.write() as cursor:
        people = [await add_player(cursor, name) for name in ("Ada", "Bo")]
        return [await store_game(cursor, GAME, people, Random(seed), settings) for seed in range(number)]


async def process(running: Running, games: list[Table]) -> None:
    steps = (running.tables.rating_recorder, running.archive.history_recorder)
    for game in games:
        await process_finished_game(running.infra.database, running.tables.game, game.code, steps)
