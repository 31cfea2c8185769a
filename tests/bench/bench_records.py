"""Time to import and export a thousand records by command, and to refuse oversized ones.

Run: python -m tests.bench.bench_records [1000]: number of generated games of four seats, on SQLite.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from uuid import UUID

from app.archive.game_import.reading import MAX_UPLOAD_BYTES, validate_record
from app.core.errors import AppError
from app.infra.database.engine import Database
from app.infra.database.migrate import migrate
from app.infra.database.query import Cursor
from app.players.accounts import repository as accounts
from app.players.accounts.lookalikes import name_key
from app.tables.game.move_repository import NewMove, append
from app.tables.game.repository import end, load_table
from app.tables.game.settings import TableSettings
from app.tables.game.tables import Table
from app.tables.lobby import repository as lobby
from engine.moves import write_move
from engine.types import Json, Seat
from tests.engine.builders import GAME
from tests.engine.walks import walk

TIMES = 20


def command(folder: str, *words: str) -> tuple[float, str]:
    """Runs a command of `python -m app`; returns the seconds it took and its output."""
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "app", *words],
        env={**os.environ, "DATA_DIR": folder, "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return perf_counter() - start, done.stdout


def measure_import(folder: str, records: int) -> None:
    file = Path(folder) / "records"
    file.write_text("\n".join(json.dumps(walk(4, "white", seed).record()) for seed in range(records)))
    seconds, output = command(folder, "import", str(file))
    print(f"{len(output.splitlines()):,} records imported: {seconds:.1f} s")


def measure_export(folder: str, records: int) -> None:
    """Stores the same games as tables of one account and exports them."""
    asyncio.run(fill(f"sqlite+aiosqlite:///{folder}/boxcats.sqlite3", records))
    seconds, output = command(folder, "export", "bench")
    print(f"{len(output.splitlines()):,} records exported: {seconds:.1f} s")


async def fill(address: str, games: int) -> None:
    database = Database(address)
    try:
        async with database.write() as cursor:
            player = await accounts.add_player(cursor, "Bench")
            await accounts.claim(cursor, player, "Bench", name_key("Bench"), "none")
            for number in range(games):
                await add_game(cursor, player, Random(number))
    finally:
        await database.close()


async def add_game(cursor: Cursor, player: UUID, rng: Random) -> None:
    """Stores a whole game of one person and three bots."""
    chosen: Json = {"game": GAME.key, "options": {"layout": "white"}, "bots": "random", "host_id": player}
    table = await lobby.add_table(cursor, 4, **chosen, **lobby.columns_of(TableSettings()))
    await lobby.sit(cursor, table, 0, player, "5" * 32)
    for seat in (1, 2, 3):
        await lobby.seat_bot(cursor, table, seat, f"Bot {seat}")
    await lobby.start(cursor, table := await load_table(cursor, table.code))
    await append(cursor, [NewMove(table.id, *made) for made in moves(table, rng)])
    await end(cursor, table.id, "finished")


def moves(table: Table, rng: Random) -> Iterator[tuple[int, Seat, Json, str]]:
    """Yields random moves to the end of the game."""
    state = GAME.start(4, table.options, table.draws).state
    for seq in count(1):
        if not (seats := GAME.to_act(state)):
            return
        move = rng.choice(GAME.legal_moves(state, seats[0]))
        state = GAME.apply(state, seats[0], move).state
        yield seq, seats[0], write_move(move), f"move {seq}"


async def refuse() -> None:
    """Prints the longest of TIMES refusals of each invalid record, in ms."""
    move = [0, {"kind": "bid", "tricks": 2}]
    whole = walk(4, "white", 1).record()
    for name, text in {
        "1 MB": b"[" * 1_000_000,
        "10,000 moves": json.dumps({**whole, "moves": [move] * 10_000}).encode(),
        "10,000 short moves": json.dumps({**whole, "moves": [0] * 10_000}).encode(),
        "depths": b'{"a":' * (MAX_UPLOAD_BYTES // 5),
        "a move after the end": json.dumps({**whole, "moves": [*whole["moves"], move]}).encode(),
    }.items():
        longest, code = 0.0, ""
        for _ in range(TIMES):
            start = perf_counter()
            try:
                await validate_record(text)
            except AppError as error:
                code = error.code
            longest = max(longest, perf_counter() - start)
        print(f"{name}, {len(text):,} bytes: {code} after {1000 * longest:.1f} ms")


def main(records: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(migrate(f"sqlite+aiosqlite:///{folder}/boxcats.sqlite3"))
        measure_import(folder, records)
        measure_export(folder, records)
    asyncio.run(refuse())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
