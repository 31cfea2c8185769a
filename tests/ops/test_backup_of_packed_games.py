"""Packed games of every format in a restored backup: all that is done with finished games works on them."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.infra.database.engine import Database
from app.tables.game.packed_moves import FORMAT
from app.tables.game.record_export import FORMER_PLAYER_NAME
from engine.record import read_record, replay
from tests.app.accounts import create_account
from tests.app.branches import branch
from tests.app.older_packing import make_older
from tests.app.packed_games import DUE, everything_about, pack_after
from tests.app.people import Person, play_out, start_game
from tests.e2e.server import Boxcats
from tests.ops.test_backup import FILE, address, by_tool, recreate_database
from tests.services import Postgres
from tools.programs import ROOT

FORMATS = range(1, FORMAT + 1)
POLLS, POLL_S = 100, 0.2
KEY, NAME = "k" * 32, "Ada Keeps"


async def play_games(ada: Person, bo: Person) -> list[str]:
    """Plays a game for each format; returns their codes once the history has them."""
    codes = [await start_game(ada, bo, terms={"visibility": "public"}) for _ in FORMATS]
    for code in codes:
        await play_out(*[await one.open_page(code) for one in (ada, bo)])
    for _ in range(POLLS):
        if len((await ada.request("GET", "/history"))["games"]) == len(codes):
            return codes
        await asyncio.sleep(POLL_S)
    raise AssertionError("the history has not all games")


async def pack_in_all_formats(url: str, codes: Sequence[str]) -> None:
    database = Database(url)
    await pack_after(database, DUE)
    for code, form in zip(codes, FORMATS, strict=True):
        if form != FORMAT:
            await make_older(database, code, form)
    await database.close()


async def check_use(ada: Person, bo: Person, codes: Sequence[str], settings: dict[str, str]) -> None:
    """Branches each game, exports them, and lets a player leave."""
    before = [await ada.record(code) for code in codes]
    for code in codes:
        await ada.start((await branch(ada, code, 20))["code"])
    exported = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app", "export", NAME],
        env={**os.environ, **settings},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for line, record in zip(exported.stdout.splitlines(), before, strict=True):
        assert json.loads(line) == record
        assert [*replay(read_record(record))]
    await bo.request("POST", "/account/deletion", {"password": ""})
    for code, record in zip(codes, before, strict=True):
        after = await ada.record(code)
        assert after["seats"].count(FORMER_PLAYER_NAME) == 1
        assert {**after, "seats": record["seats"]} == record


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_restored_games_of_all_formats_work(postgres: Postgres, tmp_path: Path, kind: str) -> None:
    data, file = tmp_path / "data", tmp_path / FILE
    embedded = kind == "sqlite"
    url = f"sqlite+aiosqlite:///{data / 'boxcats.sqlite3'}" if embedded else postgres.url("boxcats")
    own = {"DATA_DIR": str(data)} if embedded else {"DATABASE_URL": address(postgres)}
    settings = {**own, "SECRET_KEY": KEY}
    if not embedded:
        await recreate_database(postgres)
    with Boxcats(SOCKET_BURST="9999", **settings) as server:
        async with Person(server.url) as ada, Person(server.url) as bo:
            await ada.start_session()
            await create_account(ada, NAME)
            codes = await play_games(ada, bo)
            before = await everything_about(ada, codes)
            await pack_in_all_formats(url, codes)
            await by_tool("save", file, settings)()
            server.stop()
            if embedded:
                shutil.rmtree(data)
            else:
                await recreate_database(postgres)
            await by_tool("load", file, settings)()
            await asyncio.to_thread(server.start)
            assert await everything_about(ada, codes) == before
            await check_use(ada, bo, codes, settings)
