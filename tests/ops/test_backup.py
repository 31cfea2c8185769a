"""Save, lose everything, load: a game goes on from where it was when it was saved."""

import asyncio
import gzip
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
from sqlalchemy import inspect

from app.database import make_engine
from engine.record import read_record, replay
from tests.app.people import Page, Person, play_out
from tests.conftest import MakeDatabase
from tests.e2e.server import Boxcats
from tests.services import Postgres
from tools.programs import ROOT


async def backup(server: Boxcats, what: str, file: Path) -> None:
    """The tool, with the settings of the server."""
    command = [sys.executable, "-m", "tools.backup", what, str(file)]
    await asyncio.to_thread(subprocess.run, command, env=server.environment, cwd=ROOT, check=True)


async def sit_down(server: Boxcats, *people: Person) -> str:
    """They begin a game; the code of their table."""
    host, *guests = people
    for person in people:
        await person.arrive()
    code: str = (await host.open_table(len(people)))["code"]
    for seat, guest in enumerate(guests, start=1):
        await guest.sit(code, seat)
        await guest.ready(code)
    await host.start(code)
    return code


async def move(pages: list[Page], moves: int) -> None:
    """So many moves, and everybody has seen them."""
    for _ in range(moves):
        while not (able := [page for page in pages if page.turn is not None]):
            await pages[0].hear()
        answer = await able[0].play_on()
        for page in pages:
            while page.version < answer["version"]:
                await page.next("update")


async def lose_and_load(server: Boxcats, wipe: Callable[[], Awaitable[None]], file: Path) -> None:
    async with Person(server.url) as ada, Person(server.url) as bo:
        people = [ada, bo]
        code = await sit_down(server, *people)
        pages = [await person.look(code) for person in people]
        for page in pages:
            await page.next("update")
        await move(pages, 5)
        await backup(server, "save", file)
        saved = [page.view for page in pages]
        await move(pages, 2)
        server.stop()
        await wipe()
        await backup(server, "load", file)
        await asyncio.to_thread(server.start)
        pages = [await person.look(code) for person in people]  # with the cookies they had
        for page, view in zip(pages, saved, strict=True):
            await page.next("update")
            assert (page.version, page.view) == (5, view)
        await play_out(*pages)
        [*_, end] = replay(read_record(await ada.record(code)))
        assert end.ply == pages[0].version
        await backup(server, "save", file)  # what was loaded can be saved, and loaded where something is
        server.stop()
        await backup(server, "load", file)
        await asyncio.to_thread(server.start)
        assert len((await ada.record(code))["moves"]) == end.ply
    assert not others_may_read(file)


async def test_sqlite(tmp_path: Path) -> None:
    """Its key is generated, and saved with it: without it nobody would be known any more."""
    data = tmp_path / "data"

    async def wipe() -> None:
        shutil.rmtree(data)

    with Boxcats(DATA_DIR=str(data), SOCKET_BURST="9999") as server:
        await lose_and_load(server, wipe, tmp_path / "games")


async def test_postgres(postgres: Postgres, new_postgres: MakeDatabase, tmp_path: Path) -> None:
    url = (await new_postgres()).replace("+asyncpg", "").replace("boxcats@", "boxcats:not-asked@")
    name = url.rpartition("/")[2]

    async def wipe() -> None:
        connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
        await connection.execute(f"DROP DATABASE {name}")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    settings = {"DATABASE_URL": url, "SECRET_KEY": "k" * 32, "SOCKET_BURST": "9999"}
    with Boxcats(**settings) as server:
        await lose_and_load(server, wipe, tmp_path / "games")


async def test_what_cannot_be_loaded_changes_nothing(
    new_sqlite: MakeDatabase, new_postgres: MakeDatabase, tmp_path: Path
) -> None:
    """Half a file, a file of something else, and SQL that fails at its end."""
    broken = [b"no games", gzip.compress(b"no games"), gzip.compress(b"CREATE TABLE cats (); MEOW;")]
    for url in (await new_postgres(), await new_sqlite()):
        before = await tables(url)
        for content in broken:
            file = tmp_path / "broken"
            file.write_bytes(content)
            settings = {"DATABASE_URL": url.replace("+asyncpg", ""), "DATA_DIR": str(tmp_path / "data")}
            command = [sys.executable, "-m", "tools.backup", "load", str(file)]
            done = await asyncio.to_thread(
                subprocess.run, command, env=settings, cwd=ROOT, capture_output=True, text=True
            )
            assert done.returncode == 1
            assert done.stderr.startswith("boxcats: ")
            assert "Traceback" not in done.stderr
        assert await tables(url) == before


def others_may_read(file: Path) -> bool:
    return bool(file.stat().st_mode & 0o077)


async def tables(url: str) -> set[str]:
    engine = make_engine(url)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda here: inspect(here).get_table_names())
    await engine.dispose()
    return set(names)
