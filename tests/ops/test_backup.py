"""Backup, loss of all data, restore: a game continues from where it was saved."""

import asyncio
import gzip
import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tracemalloc
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import asyncpg
import pytest
from asyncpg.exceptions import PostgresError
from sqlalchemy import inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from app.cli.restore import restore
from app.infra.database.dump_reader import BadDump
from app.infra.database.engine import create_engine
from app.infra.database.migrate import UnknownRevision
from app.settings import load_settings
from engine.record import read_record, replay
from tests.app.people import Page, Person, play_out, start_game
from tests.e2e.server import Boxcats
from tests.services import MakeDatabase, Postgres
from tests.soak import scaled
from tools.backup import DataLocation, data_location, load, save
from tools.programs import ROOT

# what `restore` raises for an invalid file; its command then exits with status 1
REFUSALS = (BadDump, UnknownRevision, OSError, EOFError, PostgresError, SQLAlchemyError)
Step = Callable[[], Awaitable[None]]


class Way(NamedTuple):
    """How games are saved, and how what was saved is restored."""

    save: Step
    load: Step


FILE = "games.sql.gz"  # as in the instructions
DUMP_BYTES = 30_000_000
DOCKER = """#!/bin/sh
# Stands for docker where there is none: runs beside us what it would run in a container.
case "$2" in
    exec) shift 4 ;;
    run) shift 5 ;;
    *) exit 0 ;;
esac
exec "$@"
"""


def by_tool(what: str, file: Path, settings: dict[str, str]) -> Step:
    """Runs `tools.backup` with the settings of a server."""

    async def step() -> None:
        command = [sys.executable, "-m", "tools.backup", what, str(file)]
        env = {**os.environ, **settings}
        await asyncio.to_thread(subprocess.run, command, env=env, cwd=ROOT, check=True)

    return step


def by_page(what: str, folder: Path, postgres: Postgres) -> Step:
    """Runs the commands for containers from docs/self-hosting.md."""
    section = (ROOT / "docs" / "self-hosting.md").read_text().partition("## Backup and restore")[2]
    save, load = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[:2]
    path = f"{folder}:{Path(sys.executable).parent}:{postgres.programs}:{os.environ['PATH']}"
    of_the_image = {"PYTHONPATH": str(ROOT), "DATABASE_URL": address(postgres), "SECRET_KEY": "k" * 32}
    of_postgres = {"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port)}
    env = {**os.environ, "PATH": path, **of_the_image, **of_postgres}

    async def step() -> None:
        (folder / "docker").write_text(DOCKER)
        (folder / "docker").chmod(0o755)
        commands = {"save": save, "load": load}[what]
        await asyncio.to_thread(subprocess.run, ["sh", "-ec", commands], env=env, cwd=folder, check=True)

    return step


def address(postgres: Postgres) -> str:
    return f"postgresql://boxcats:not-asked@127.0.0.1:{postgres.port}/boxcats"


async def recreate_database(postgres: Postgres) -> None:
    """Replaces a database with an empty one."""
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    await connection.execute("DROP DATABASE IF EXISTS boxcats")
    await connection.execute("CREATE DATABASE boxcats")
    await connection.close()


async def move(pages: list[Page], moves: int) -> None:
    """Makes this many moves, and waits until all pages have received them."""
    for _ in range(moves):
        while not (able := [page for page in pages if page.turn is not None]):
            await pages[0].receive()
        answer = await able[0].play_legal_move()
        for page in pages:
            while page.version < answer["version"]:
                await page.next("update")


async def lose_and_load(server: Boxcats, lose: Step, first: Way, second: Way) -> None:
    """Restores into an empty deployment in the first way, and over another game in the second."""
    async with Person(server.url) as ada, Person(server.url) as bo:
        people = [ada, bo]
        code = await start_game(*people)
        pages = [await person.open_page(code) for person in people]
        for page in pages:
            await page.next("update")
        await move(pages, 5)
        await first.save()
        saved = [page.view for page in pages]
        await move(pages, 2)
        server.stop()
        await lose()
        await first.load()
        await asyncio.to_thread(server.start)
        pages = [await person.open_page(code) for person in people]  # with their old cookies
        for page, view in zip(pages, saved, strict=True):
            await page.next("update")
            assert (page.version, page.view) == (5, view)
        await play_out(*pages)
        [*_, end] = replay(read_record(await ada.record(code)))
        assert end.ply == pages[0].version
        await second.save()  # a restored database can be saved, and restored over another one
        server.stop()
        await second.load()
        await asyncio.to_thread(server.start)
        assert len((await ada.record(code))["moves"]) == end.ply
        await ada.create_table()  # new rows get unused numbers


@pytest.mark.parametrize("path", ["/srv/games/cats.db", "/my%20games%3F/cats.db", "/srv/cats.db?timeout=5"])
def test_backup_reads_the_address_like_the_server(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    assert str(data_location().database) == make_url(load_settings().database).database


async def test_sqlite_backup_is_restored(tmp_path: Path) -> None:
    """The generated key is saved, too: without it no session would be valid."""
    data, file = tmp_path / "data", tmp_path / "games"
    settings = {"DATA_DIR": str(data)}

    async def lose() -> None:
        shutil.rmtree(data)

    way = Way(by_tool("save", file, settings), by_tool("load", file, settings))
    with Boxcats(SOCKET_BURST="9999", **settings) as server:
        await lose_and_load(server, lose, way, way)
    assert [not_for_others(path) for path in (file, data / "secret.key")] == [True, True]


@pytest.mark.parametrize("saver", scaled(["tool"], whole=["tool", "page"]))
async def test_postgres_backup_is_restored(postgres: Postgres, tmp_path: Path, saver: str) -> None:
    """Each of the two ways restores what the other saved; `saver` saves what is lost."""
    settings = {"DATABASE_URL": address(postgres), "SECRET_KEY": "k" * 32}

    async def lose() -> None:
        await recreate_database(postgres)

    file = tmp_path / FILE
    by_tool_first = Way(by_tool("save", file, settings), by_page("load", tmp_path, postgres))
    by_page_first = Way(by_page("save", tmp_path, postgres), by_tool("load", file, settings))
    ways = (by_tool_first, by_page_first)
    await lose()
    with Boxcats(SOCKET_BURST="9999", **settings) as server:
        await lose_and_load(server, lose, *(ways if saver == "tool" else ways[::-1]))


async def test_postgres_backup_does_not_fill_memory(new_postgres: MakeDatabase, tmp_path: Path) -> None:
    url = (await new_postgres()).replace("+asyncpg", "")
    connection = await asyncpg.connect(url)
    await connection.execute(
        f"CREATE TABLE cats AS SELECT repeat('cat', 400) FROM generate_series(1, {DUMP_BYTES // 1200})"
    )
    await connection.close()
    file = tmp_path / FILE
    tracemalloc.start()
    try:
        await asyncio.to_thread(save, DataLocation(url, tmp_path / "no", tmp_path / "no"), file)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < DUMP_BYTES / 5
    with gzip.open(file) as dump:
        assert sum(map(len, dump)) > DUMP_BYTES


async def test_failed_postgres_backup_keeps_the_last_one(new_postgres: MakeDatabase, tmp_path: Path) -> None:
    """And leaves no part of a new one, which would hold secrets."""
    url, file = (await new_postgres()).replace("+asyncpg", ""), tmp_path / FILE
    file.write_text("the last one")
    location = DataLocation(url + "_missing", tmp_path / "no", tmp_path / "no")
    with pytest.raises(SystemExit, match=r"pg_dump failed: .*does not exist"):
        await asyncio.to_thread(save, location, file)
    assert file.read_text() == "the last one"
    assert not_there(tmp_path / f"{FILE}.part")


async def test_invalid_backup_changes_nothing(
    new_sqlite: MakeDatabase, new_postgres: MakeDatabase, tmp_path: Path
) -> None:
    """A truncated file, a file of another kind or of a later version, and rows that violate constraints."""
    whole = await saved(await new_postgres(), tmp_path)
    revision = re.compile(rb"(COPY public.alembic_version .*\n)(.*)(\n)")
    no_table = b"COPY public.cats (name) FROM stdin;\nMiso\n\\.\n"
    no_row = b"COPY public.players (id) FROM stdin;\nMiso\n\\.\n"
    nobody = b"COPY public.notices (table_id, seat, turn, told_at) FROM stdin;\n7\t0\t0\t2026-01-01\n\\.\n"
    broken = [
        b"no games",
        *map(
            gzip.compress,
            [
                b"no games",
                whole[: len(whole) // 2],
                whole[:-200],
                b"CREATE TABLE cats (); MEOW;",
                revision.sub(rb"\g<1>9999\g<3>", whole),
                revision.sub(rb"\g<1>\g<3>", whole),
                no_table + whole,
                no_row + whole,
                whole + nobody,
            ],
        ),
        gzip.compress(whole)[:-20],
    ]
    served, embedded = await new_postgres(), await new_sqlite()
    before = [await tables(url) for url in (served, embedded)]
    for content in broken:
        with pytest.raises(REFUSALS):
            await restore(served, io.BytesIO(content))
        await tool_refuses(content, embedded, tmp_path)
    await tool_refuses(broken[-1], served, tmp_path)
    assert [await tables(url) for url in (served, embedded)] == before
    assert not_there(tmp_path / "data")


async def tool_refuses(content: bytes, url: str, folder: Path) -> None:
    """Checks that loading this file fails with exit status 1."""
    (folder / "broken").write_bytes(content)
    settings = {"DATABASE_URL": url.replace("+asyncpg", ""), "DATA_DIR": str(folder / "data")}
    with pytest.raises(subprocess.CalledProcessError) as caught:
        await by_tool("load", folder / "broken", settings)()
    assert caught.value.returncode == 1


@pytest.mark.parametrize("loader", ["tool", "page"])
async def test_postgres_backup_cannot_execute_commands(
    postgres: Postgres, new_postgres: MakeDatabase, tmp_path: Path, loader: str
) -> None:
    """Neither commands of psql nor what SQL can do for a superuser."""
    whole = await saved(await new_postgres(), tmp_path)
    stray = tmp_path / "a cat"
    program = f"PROGRAM 'touch \"{stray}\"'"
    attacks = [
        f'\\! touch "{stray}"',
        f"\\copy players (id) from {program}",
        f'SELECT 1 \\g | touch "{stray}"',
        f"COPY public.players (id) FROM {program};",
        f"COPY (SELECT 1) TO {program};",
        f"DO $$ BEGIN EXECUTE $x$COPY (SELECT 1) TO {program}$x$; END $$;",
        "CREATE TABLE public.strays (name text);",
        "CREATE FUNCTION public.stray() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;",
        "CREATE TRIGGER stray AFTER INSERT ON public.players EXECUTE FUNCTION public.stray();",
        "CREATE ROLE stray SUPERUSER;",
    ]
    text = whole.decode().replace("\n\n", "\n" + "\n".join(attacks) + "\n\n")
    (tmp_path / FILE).write_bytes(gzip.compress(text.encode()))
    await recreate_database(postgres)
    settings = {"DATABASE_URL": address(postgres)}
    await (
        by_tool("load", tmp_path / FILE, settings)
        if loader == "tool"
        else by_page("load", tmp_path, postgres)
    )()
    assert not_there(stray)
    assert await tables(postgres.url("boxcats")) == await tables(await new_postgres())
    connection = await asyncpg.connect(address(postgres))
    for found in (
        "pg_trigger WHERE tgname = 'stray'",
        "pg_proc WHERE proname = 'stray'",
        "pg_roles WHERE rolname = 'stray'",
    ):
        assert await connection.fetchval(f"SELECT count(*) FROM {found}") == 0
    await connection.close()


def archive_sqlite(folder: Path, revision: str, *statements: str) -> None:
    """Writes a backup of a database with empty tables, changed by these statements."""
    with closing(sqlite3.connect(folder / "some.sqlite3")) as games:
        for table in ("players", "tables", "moves", "cats"):
            games.execute(f"CREATE TABLE {table} (name)")
        games.execute(f"CREATE TABLE alembic_version AS SELECT '{revision}' AS version_num")
        for statement in statements:
            games.execute(statement)
        games.commit()
    with tarfile.open(folder / "games", "w:gz") as archive:
        archive.add(folder / "some.sqlite3", "boxcats.sqlite3")


@pytest.mark.parametrize(
    ("revision", "statement"),
    [
        ("0001", "CREATE TRIGGER stray AFTER INSERT ON cats BEGIN DELETE FROM cats; END"),
        ("0001", "CREATE VIEW strays AS SELECT * FROM cats"),
        ("0001", "CREATE VIRTUAL TABLE strays USING fts5 (name)"),
        ("9999", "DELETE FROM cats"),
        ("0001", "DROP TABLE alembic_version"),
        ("0001", "DROP TABLE moves"),
    ],
)
async def test_sqlite_backup_that_is_not_ours_is_refused(
    tmp_path: Path, revision: str, statement: str
) -> None:
    """One that executes code, of a later version, or of other data."""
    archive_sqlite(tmp_path, revision, statement)
    with pytest.raises(subprocess.CalledProcessError):
        await by_tool("load", tmp_path / "games", {"DATA_DIR": str(tmp_path / "data")})()
    assert not_there(tmp_path / "data")


@pytest.mark.parametrize("name", ["cats.sqlite3", "boxcats.sqlite3"])
def test_archive_of_something_else_is_refused(tmp_path: Path, name: str) -> None:
    """The reason names the file, not the server's own database."""
    with closing(sqlite3.connect(tmp_path / "some.sqlite3")) as cats:
        cats.execute("CREATE TABLE cats (name)")
    with tarfile.open(tmp_path / "games", "w:gz") as archive:
        archive.add(tmp_path / "some.sqlite3", name)
    location = DataLocation("", tmp_path / "data" / "boxcats.sqlite3", tmp_path / "data" / "secret.key")
    with pytest.raises(sqlite3.DatabaseError, match="it is no backup of Boxcats"):
        load(location, tmp_path / "games")
    assert not_there(tmp_path / "data")


async def test_only_known_files_are_extracted(tmp_path: Path) -> None:
    """From an archive that was tampered with."""
    data, stray = tmp_path / "data", tmp_path / "a cat"
    archive_sqlite(tmp_path, "0001")
    with tarfile.open(tmp_path / "games", "w:gz") as archive:
        archive.add(tmp_path / "some.sqlite3", "boxcats.sqlite3")
        for outside in (str(stray), f"../..{stray}"):
            archive.addfile(tarfile.TarInfo(outside))
        link = tarfile.TarInfo("secret.key")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(link)
    await by_tool("load", tmp_path / "games", {"DATA_DIR": str(data)})()
    assert {file.name for file in data.iterdir()} == {"boxcats.sqlite3", "boxcats.sqlite3.lock"}
    assert not_there(stray)


async def saved(url: str, folder: Path) -> bytes:
    """Returns the output of pg_dump for this database."""
    await by_tool("save", folder / "whole", {"DATABASE_URL": url.replace("+asyncpg", "")})()
    return gzip.decompress((folder / "whole").read_bytes())


def not_for_others(file: Path) -> bool:
    return not file.stat().st_mode & 0o077


def not_there(file: Path) -> bool:
    return not file.exists()


async def tables(url: str) -> set[str]:
    engine = create_engine(url)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda here: inspect(here).get_table_names())
    await engine.dispose()
    return set(names)
