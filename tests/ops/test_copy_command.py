"""`python -m app copy`: a server on SQLite goes on with Postgres."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, func, select, text

from app.cli.copy_database import copy, copy_database
from app.core.paths import ROOT
from app.infra.database.engine import Database
from app.infra.database.models.base import Base
from app.infra.database.query import ValueQuery
from app.infra.database.schema import PACKED_GAMES
from app.infra.database.sqlite_lock import lock_database, sqlite_file
from app.settings import SettingsError
from engine.record import read_record, replay
from tests.app.accounts import create_account, sign_in
from tests.app.nights import create_night, join_night, night_info
from tests.app.packed_games import DUE, everything_about, pack_after
from tests.app.people import Person, play_out, start_game
from tests.app.puzzles import answer, best, upcoming
from tests.app.revisions import run_query
from tests.e2e.server import Boxcats
from tests.ops.filled_tables import fill, read_filled
from tests.ops.test_backup import move
from tests.services import MakeDatabase, Postgres

NAMES = "Ada Moves", "Bo Moves"
TERMS = {"visibility": "public"}, {"visibility": "public", "clock": "relaxed"}  # the latter: rated
LAST_TABLE = Base.metadata.sorted_tables[-1].name
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = $1::text::regclass"
PACKED = ValueQuery[int](select(PACKED_GAMES.c.table_id))
NEXT_VERSION = text("UPDATE alembic_version SET version_num = 'next'")
POLLS, POLL_S = 200, 0.2


def command(source: str, target: str) -> subprocess.Popen[str]:
    """Starts the command with the settings of a server."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", "copy", source],
        env={**os.environ, "DATABASE_URL": target, "SECRET_KEY": "k" * 32},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def run_command(source: str, target: str) -> tuple[str, str]:
    """Returns what the command prints, and its errors."""
    with command(source, target) as process:
        return await asyncio.to_thread(process.communicate)


async def until(is_reached: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(POLLS):
        if await is_reached():
            return
        await asyncio.sleep(POLL_S)
    raise AssertionError("not reached")


async def play_games(ada: Person, bo: Person) -> list[str]:
    """Plays games to their end; returns their codes once the history has them."""
    codes = [await start_game(ada, bo, terms=terms) for terms in TERMS]
    for code in codes:
        await play_out(*[await one.open_page(code) for one in (ada, bo)])

    async def are_processed() -> bool:
        return len((await ada.request("GET", "/history"))["games"]) == len(codes)

    await until(are_processed)
    return codes


async def everything(ada: Person, night: str, finished: list[str]) -> list[Any]:
    """Reads what the server shows of puzzles, a night, games and results."""
    return [await upcoming(ada), await night_info(ada, night), await everything_about(ada, finished)]


async def pack(url: str, games: int) -> None:
    database = Database(url)
    await pack_after(database, DUE)
    async with database.read() as cursor:
        assert len(await cursor.fetch_all(PACKED)) == games
    await database.close()


async def test_server_goes_on_with_postgres(new_postgres: MakeDatabase) -> None:
    """A game in progress, packed and rated games, accounts, sessions, a night and puzzles."""
    with Boxcats(SOCKET_BURST="9999") as server:
        file = server.folder / "boxcats.sqlite3"
        async with Person(server.url) as ada, Person(server.url) as bo, Person(server.url) as phone:
            people = ada, bo
            for person, name in zip(people, NAMES, strict=True):
                await person.start_session()
                await create_account(person, name)
            finished = await play_games(ada, bo)
            key = (await upcoming(ada))["puzzle"]["key"]
            await answer(ada, key, best(key))
            night = await create_night(ada)
            await join_night(bo, night)
            code = await start_game(*people)
            pages = [await person.open_page(code) for person in people]
            for page in pages:
                await page.next("update")
            await move(pages, 5)
            views = [page.view for page in pages]
            before = await everything(ada, night, finished)
            server.stop()
            await pack(f"sqlite+aiosqlite:///{file}", len(finished))

            target = await new_postgres()
            printed, errors = await run_command(f"sqlite:///{file}", target)
            assert (printed.endswith(" rows are copied.\n"), errors) == (True, "")
            secret = (server.folder / "secret.key").read_text()
            server.environment = {
                **(server.environment or {}),
                "DATABASE_URL": target,
                "SECRET_KEY": secret,
            }
            await asyncio.to_thread(server.start)

            assert await everything(ada, night, finished) == before
            pages = [await person.open_page(code) for person in people]  # with their old cookies
            for page, view in zip(pages, views, strict=True):
                await page.next("update")
                assert (page.version, page.view) == (5, view)
            await play_out(*pages)
            [*_, end] = replay(read_record(await ada.record(code)))
            assert end.ply == pages[0].version
            await phone.start_session()
            assert (await sign_in(phone, NAMES[0]))["name"] == NAMES[0]
            await start_game(ada, bo)  # new rows get unused numbers


async def test_all_values_are_copied_both_ways(
    new_sqlite: MakeDatabase, new_postgres: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of every table, in several batches, with all types; NULL and JSON's null stay different."""
    monkeypatch.setattr("app.cli.copy_database.BATCH_SIZE", 2)
    source, target, back = await new_sqlite(), await new_postgres(), await new_sqlite()
    await fill(source)
    before = await read_filled(source)
    assert await copy_database(source, target) == sum(map(len, before.values()))
    assert await read_filled(target) == before
    await copy_database(target, back)
    assert await read_filled(back) == before
    await check_sequences(target)


async def check_sequences(url: str) -> None:
    """Checks that the next number of each sequence follows the copied ones."""

    def check(connection: Connection) -> None:
        for table in Base.metadata.sorted_tables:
            if (number := table.autoincrement_column) is not None:
                sequence = func.pg_get_serial_sequence(table.name, number.name)
                following, last = select(func.nextval(sequence)), select(func.max(number) + 1)
                assert connection.scalar(following) == connection.scalar(last), table.name

    await run_query(url, check)


async def test_copy_is_refused(
    new_sqlite: MakeDatabase, new_postgres: MakeDatabase, postgres: Postgres, tmp_path: Path
) -> None:
    """Each time with the reason, and nothing is written."""
    source, target, later = await new_sqlite(), await new_postgres(), await new_postgres()
    link = tmp_path / "link.sqlite3"
    link.symlink_to(str(sqlite_file(source)))
    await fill(source)
    await run_query(later, lambda connection: connection.execute(NEXT_VERSION))
    for old, new, reason in (
        (f"sqlite+aiosqlite:///{tmp_path}/none.sqlite3", target, "/none.sqlite3 does not exist"),
        (source, source, "DATABASE_URL must be the new database"),
        (f"sqlite+aiosqlite:///{link}", source, "DATABASE_URL must be the new database"),
        (target, target, "DATABASE_URL must be the new database"),
        (source, postgres.url("postgres"), "/postgres is behind this version: run "),
        (source, later, "was migrated by a later version"),
        (later, target, "was migrated by a later version"),
        (source, postgres.url("nosuch"), 'cannot be reached .*"nosuch" does not exist'),
        (target, source, "DATABASE_URL must be an empty database; its table .* has rows"),
    ):
        with pytest.raises(SettingsError, match=reason):
            await copy_database(old, new)
    with lock_database(source), pytest.raises(SettingsError, match="another process uses the database"):
        await copy_database(source, target)
    assert not (tmp_path / "none.sqlite3").exists()
    assert await is_empty(target)
    with pytest.raises(SystemExit, match=r"^Nothing was copied: the address of the old database must begin"):
        copy("mysql://localhost/cats")


async def is_empty(url: str) -> bool:
    return not any((await read_filled(url)).values())


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        yield connection
    finally:
        await connection.close()


async def test_failed_copy_leaves_nothing(new_sqlite: MakeDatabase, new_postgres: MakeDatabase) -> None:
    """Also one that was killed in the last table. It can be repeated."""
    source, target = await new_sqlite(), await new_postgres()
    await fill(source)
    async with connected(target) as other:

        async def is_waiting() -> bool:
            return bool(await other.fetchval(WAITING, LAST_TABLE))

        await other.execute(f"ALTER TABLE {LAST_TABLE} ADD CONSTRAINT refused CHECK (deal = 0)")
        printed, errors = await run_command(source, target)
        assert printed == ""
        assert errors.startswith("Nothing was copied: IntegrityError: ")
        assert len(errors.splitlines()) == 1
        assert await is_empty(target)
        await other.execute(f"ALTER TABLE {LAST_TABLE} DROP CONSTRAINT refused")
        async with other.transaction():
            await other.execute(f"LOCK TABLE {LAST_TABLE} IN SHARE MODE")  # it can be read, but not written
            with command(source, target) as process:
                await until(is_waiting)
                process.kill()
    assert await copy_database(source, target)
    assert await read_filled(target) == await read_filled(source)
