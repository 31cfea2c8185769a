"""Processes that pack games are killed at any moment: each game keeps all its moves, once."""

import asyncio
import sys
from datetime import timedelta
from random import Random
from typing import NamedTuple

from sqlalchemy import bindparam, column, func, select, table, update

from app.core.paths import ROOT
from app.infra.database.engine import Database
from app.infra.database.query import Command, Query, ValueQuery
from app.infra.database.schema import MOVES, PACKED_GAMES, SEATS, TABLES
from app.players.accounts.repository import add_player
from app.tables.game.move_repository import moves_after
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.repository import load_table
from tests.app.finished_games import store_game
from tests.app.packed_games import manual_packer
from tests.app.people import GAME
from tests.services import MakeDatabase
from tests.soak import scaled

GAMES = scaled(40, whole=400)
MAX_DELAY_S = scaled(0.1, whole=1.0)  # from the start of packing to the kill
PROCESSED = Command(update(TABLES).values(tallied_at=func.now(), archived_at=func.now()))
PACKED = ValueQuery[int](select(PACKED_GAMES.c.table_id))
WITH_ROWS = ValueQuery[int](select(MOVES.c.table_id).distinct())
LEAVE_SEATS = Command(update(SEATS).where(SEATS.c.table_id == bindparam("table")).values(name=""))
_locks = table("pg_locks", column("pid"), column("granted"))
WAITING = ValueQuery[int](select(_locks.c.pid).where(~_locks.c.granted))
POLLS, READERS = 2_000, 4


class TableCode(NamedTuple):
    """A table's id and code."""

    id: int
    code: str


CODES = Query(select(TABLES.c.id, TABLES.c.code), TableCode)
LATER = timedelta(days=2)  # all games are due
Games = dict[int, list[RecordedMove]]


async def store_games(database: Database, number: int = GAMES) -> Games:
    async with database.write() as cursor:
        people = [await add_player(cursor, name) for name in ("Ada", "Bo")]
        tables = [await store_game(cursor, GAME, people, Random(seed)) for seed in range(number)]
        await cursor.execute(PROCESSED)
    await (await manual_packer(database)).pack_all()  # stores when packing begins
    return await read(database, [table.id for table in tables])


async def read(database: Database, tables: list[int]) -> Games:
    """Returns the moves of each table without their ids, which packed games do not keep."""
    async with database.read() as cursor:
        return {
            table: [move._replace(move_id="") for move in await moves_after(cursor, table, 0)]
            for table in tables
        }


async def pack_and_kill(url: str, after_s: float) -> None:
    """Runs two packers and kills both; they may have ended before."""
    command = (sys.executable, "-m", "tests.faults.packing_process", url)
    processes = [
        await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert await process.stdout.readline() == b"packing\n"
    await asyncio.sleep(after_s)
    for process in processes:
        if process.returncode is None:
            process.kill()
    for process in processes:
        assert await process.wait() in (0, -9)


async def test_killed_packers_lose_and_double_nothing(database_url: str) -> None:
    database, rng = Database(database_url), Random(4)
    games, packed = await store_games(database), 0
    while packed < GAMES:
        await pack_and_kill(database_url, rng.random() * MAX_DELAY_S)
        assert await read(database, [*games]) == games
        async with database.read() as cursor:
            done, left = set(await cursor.fetch_all(PACKED)), set(await cursor.fetch_all(WITH_ROWS))
        assert not done & left
        assert done | left == set(games)
        packed = len(done)
    await database.close()


async def somebody_waits(database: Database) -> bool:
    """Returns whether a transaction waits for the lock of another one within a few seconds."""
    async with database.read() as cursor:
        for _ in range(POLLS):
            if await cursor.fetch_one(WAITING):
                return True
            await asyncio.sleep(0.01)
    return False


async def test_packer_and_leaving_player_do_not_wait_for_each_other(new_postgres: MakeDatabase) -> None:
    """A player who leaves locks their seats in any order, here those of the second game first."""
    database = Database(await new_postgres())
    first, second = [*await store_games(database, 2)]
    packer = await manual_packer(database, LATER)
    async with database.write() as leaving:
        await leaving.execute(LEAVE_SEATS, table=second)
        packing = asyncio.create_task(packer.pack_all())
        assert await asyncio.create_task(somebody_waits(database))
        await leaving.execute(LEAVE_SEATS, table=first)
    await packing
    async with database.read() as cursor:
        assert set(await cursor.fetch_all(PACKED)) == {first, second}
        assert await cursor.fetch_all(WITH_ROWS) == []
    await database.close()


async def salts_of(database: Database, code: str) -> list[str]:
    async with database.read() as cursor:
        return [seat.salt for seat in (await load_table(cursor, code)).seats]


async def test_readers_find_whole_games_while_they_are_packed(database_url: str) -> None:
    """Rows and packed games are read by two queries, and a game may be packed in between."""
    database, rng = Database(database_url), Random(5)
    games = await store_games(database)
    async with database.read() as cursor:
        codes = {row.id: row.code for row in await cursor.fetch_all(CODES)}
    salts = {table: await salts_of(database, code) for table, code in codes.items()}
    packers = [await manual_packer(database, LATER) for _ in range(2)]
    packing = asyncio.gather(*(packer.pack_all() for packer in packers))

    async def read_until_packed() -> None:
        while not packing.done():
            table = rng.choice([*games])
            assert await read(database, [table]) == {table: games[table]}
            assert await salts_of(database, codes[table]) == salts[table]

    await asyncio.gather(packing, *(read_until_packed() for _ in range(READERS)))
    async with database.read() as cursor:
        assert set(await cursor.fetch_all(PACKED)) == set(games)
    await database.close()
