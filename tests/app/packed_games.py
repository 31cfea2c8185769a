"""Finished games that are stored, processed and packed, without anybody playing them."""

import asyncio
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

from app.infra.database.engine import Database, now
from app.main import PERSONAL_DATA
from app.maintenance.packing.service import MIN_AGE, UPGRADE_TIME, GamePacker
from app.players.accounts.repository import add_player
from app.players.ratings import repository as ratings
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from app.tables.results.processor import process_finished_game
from tests.app.finished_games import store_game
from tests.app.local_server import Running
from tests.app.people import GAME, Person
from tests.app.replays import get_replay

DUE = UPGRADE_TIME + MIN_AGE
NO_REMATCH = {"next_code": "", "next_commitment": ""}  # its secret is drawn again if it still starts


async def manual_packer(database: Database, ahead: timedelta = timedelta()) -> GamePacker:
    """Returns a packer whose clock is ahead, and which runs only when a test awaits `pack_all`."""
    packer = GamePacker(database, lambda: now() + ahead, pause_s=0)
    await packer.close()
    return packer


async def pack_after(database: Database, age: timedelta, processes: int = 1) -> None:
    """Runs packers with a clock that is ahead; their first run was now."""
    await (await manual_packer(database)).pack_all()
    packers = [await manual_packer(database, age) for _ in range(processes)]
    await asyncio.gather(*(packer.pack_all() for packer in packers))


async def store_games(running: Running, number: int, settings: TableSettings | None = None) -> list[Table]:
    database = running.infra.database
    async with database.write() as cursor:
        people = [await add_player(cursor, name) for name in ("Ada", "Bo")]
        return [await store_game(cursor, GAME, people, Random(seed), settings) for seed in range(number)]


async def process(running: Running, games: list[Table]) -> None:
    steps = (running.tables.result_recorder, running.archive.history_recorder)
    for game in games:
        await process_finished_game(running.infra.database, running.tables.game, game.code, steps)


async def store_processed_games(
    running: Running, number: int, settings: TableSettings | None = None
) -> list[Table]:
    games = await store_games(running, number, settings)
    await process(running, games)
    return games


async def everything_about(person: Person, codes: list[str]) -> list[Any]:
    """Reads all that the server shows of these games."""
    games = [
        [
            await person.record(code),
            await get_replay(person, code),
            (await person.http.get(f"/api/replays/{code}/autopsy")).json(),
            (await person.http.get(f"/r/{code}.png?ply=9")).content,
            {**await person.request("GET", f"/tables/{code}"), **NO_REMATCH},
        ]
        for code in codes
    ]
    return [games, await person.request("GET", "/history"), await person.request("GET", "/account/data")]


async def results_of(database: Database, player: UUID, code: str) -> list[Any]:
    """Reads a player's results and rating changes in all forms, and the changes that a table shows."""
    async with database.read() as cursor:
        table = await load_table(cursor, code)
        results = await ratings.results_of(cursor, player, 9), await ratings.count_results(cursor, player)
    exported = [
        [row async for page in source.export(database, player) for row in page]
        for source in PERSONAL_DATA
        if source.name in ("results", "rating_changes")
    ]
    return [*results, *exported, [seat.rating for seat in table.seats]]
