"""Migrations create the schema of the models, from nothing and from the first revision with its games.

Servers of the previous version continue to work during a migration. Tests that change schemas use
`create_database`, whose databases are not used again.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from app.core.paths import ROOT
from app.infra.database import sqlite
from app.infra.database.engine import create_engine
from app.infra.database.migrate import migrate, migration
from app.infra.database.models.base import Base
from app.infra.database.pool import CONNECT_ARGS
from app.settings import Settings
from engine.record import read_record, replay
from tests.app.local_server import Running
from tests.app.revisions import (
    FIRST,
    Rows,
    client_of_first_revision,
    contracts,
    database_of_the_first_revision,
    read_all,
    read_newest,
    revisions,
    upgrade,
    write,
)
from tests.e2e.server import Boxcats
from tests.services import MakeDatabase, Postgres

pytestmark = pytest.mark.slow


async def test_upgrade_creates_the_schema_of_the_models(database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        found: list[object] = compare_metadata(MigrationContext.configure(connection), Base.metadata)
        return found

    engine = create_engine(database_url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_downgrade_removes_everything(create_database: MakeDatabase) -> None:
    def back(connection: Connection) -> list[str]:
        config = Config(ROOT / "alembic.ini")
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        return inspect(connection).get_table_names()

    engine = create_engine(await create_database())
    async with engine.execution_options(write=True).begin() as connection:
        assert await connection.run_sync(back) == ["alembic_version"]
    await engine.dispose()


async def test_concurrent_starts_migrate_once(postgres: Postgres, tmp_path: Path) -> None:
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    await connection.execute("CREATE DATABASE from_nothing")
    await connection.close()
    for url in (postgres.url("from_nothing"), f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite3'}"):
        migrating = (
            f"import asyncio; from app.infra.database.migrate import migrate; asyncio.run(migrate({url!r}))"
        )
        starts = (asyncio.create_subprocess_exec(sys.executable, "-c", migrating) for _ in range(2))
        processes = await asyncio.gather(*starts)
        assert [await process.wait() for process in processes] == [0, 0]


async def check_first_revision_data(url: str) -> None:
    """Checks through a server everything that the database of the first revision contained."""
    async with (
        await client_of_first_revision(url, "Ada") as ada,
        await client_of_first_revision(url, "Bo") as bo,
    ):
        list(replay(read_record(await ada.record(FIRST["finished"]))))
        pages = [await person.open_page(FIRST["playing"]) for person in (ada, bo)]
        for seat, move in FIRST["rest"]:
            await pages[seat].wait_for_turn()
            assert (await pages[seat].play(move))["type"] == "accepted"
        for page in pages:
            await page.wait_for_end()
        assert (await bo.record(FIRST["playing"]))["result"] == FIRST["result"]
        await ada.ready(FIRST["open"])
        await bo.start(FIRST["open"])
        await (await bo.open_page(FIRST["open"])).play_legal_move()


async def check_with_this_version(url: str) -> None:
    """Runs these checks on a server of this version."""
    settings = Settings(database_url=url, secret_key=FIRST["key"], bot_pause=0, socket_burst=9999)
    async with Running(settings) as server:
        await check_first_revision_data(server.url)


async def test_games_of_the_first_revision_continue(create_database: MakeDatabase) -> None:
    await check_with_this_version(await database_of_the_first_revision(create_database, "head"))


async def check_old_code(old: str, new: str, without: set[str]) -> list[str]:
    """Checks that statements for the old schema work on the new one.

    Returns the names of tables that have rows.
    """
    tables, rows = await read_all(old, without)
    assert await write(new, tables, rows) == rows
    return [name for name, found in rows.items() if found]


@pytest.fixture(scope="session")
def databases_at_revisions() -> dict[str, tuple[str, int]]:
    """By backend: the URL of a database and the index of its revision."""
    return {}


@pytest.fixture
def at_revision(
    backend: str, create_database: MakeDatabase, databases_at_revisions: dict[str, tuple[str, int]]
) -> Callable[[int], Awaitable[str]]:
    """Upgrades one database of the first revision step by step; tests only read it."""

    async def at(number: int) -> str:
        url, reached = databases_at_revisions.get(backend, ("", len(revisions())))
        if reached > number:
            url = await database_of_the_first_revision(create_database, revisions()[number].revision)
        elif reached < number:
            await upgrade(url, revisions()[number].revision)
        databases_at_revisions[backend] = url, number
        return url

    return at


@pytest.fixture(scope="session")
def checked() -> dict[str, list[Rows]]:
    """By backend: contents of databases with which this version works."""
    return defaultdict(list)


@pytest.mark.parametrize("number", range(len(revisions())))
async def test_servers_of_earlier_revisions_work_on_the_newest_schema(
    backend: str,
    new_database: MakeDatabase,
    at_revision: Callable[[int], Awaitable[str]],
    checked: dict[str, list[Rows]],
    number: int,
) -> None:
    """Rows that they write are complete for them, and servers of this version continue the games.

    Servers of most revisions leave the same contents, with which one server of this version is enough.
    """
    new = await new_database()
    written = await check_old_code(await at_revision(number), new, contracts(revisions()[number + 1 :]))
    contents = await read_newest(new, written)
    if contents not in checked[backend]:
        await check_with_this_version(new)
        checked[backend].append(contents)


REVISION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", {head!r}
contracts = {contracts!r}

def upgrade():
    {what}

def downgrade():
    raise NotImplementedError
"""
EXPANDS = """op.create_table("notes", sa.Column("id", sa.Integer(), primary_key=True))
    op.add_column("seats", sa.Column("tint", sa.String(8)))
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("listed", sa.Boolean(), server_default=sa.false(), nullable=False))
        tables.create_index("ix_tables_status", ["status"])"""
IN_SEATS = """with op.batch_alter_table("seats") as seats:
        seats."""
BREAKS = {
    "a column that must be given": IN_SEATS + "add_column(sa.Column('tint', sa.String(8), nullable=False))",
    "a column that is gone": IN_SEATS + "drop_column('ready')",
    "a column of another name": IN_SEATS + "alter_column('ready', new_column_name='set_up')",
    "a value that is refused": IN_SEATS + "create_check_constraint('bots_only', \"bot <> ''\")",
}


def next_revision(folder: Path, what: str, *gone: str) -> Path:
    """Writes a migration that follows the newest one."""
    head = revisions()[-1].revision
    (folder / "next.py").write_text(REVISION.format(head=head, contracts=gone, what=what))
    return folder


@pytest.fixture
async def newest_database(at_revision: Callable[[int], Awaitable[str]]) -> str:
    """A database with the games of the first revision and the newest schema; tests only read it."""
    return await at_revision(len(revisions()) - 1)


@pytest.mark.parametrize("what", BREAKS)
async def test_breaking_revision_is_detected(
    create_database: MakeDatabase, newest_database: str, tmp_path: Path, what: str
) -> None:
    new = await create_database()
    await upgrade(new, "next", next_revision(tmp_path, BREAKS[what]))
    with pytest.raises(DBAPIError):
        await check_old_code(newest_database, new, set())


async def test_unused_columns_may_be_dropped(
    create_database: MakeDatabase, newest_database: str, tmp_path: Path
) -> None:
    more = next_revision(tmp_path, BREAKS["a column that is gone"], "seats.ready")
    new = await create_database()
    await upgrade(new, "next", more)
    await check_old_code(newest_database, new, contracts(revisions(more)[-1:]))


async def test_server_accepts_the_schema_of_the_next_version(
    create_database: MakeDatabase, newest_database: str, tmp_path: Path
) -> None:
    """It starts, does not change the schema, and games continue."""
    new, more = await create_database(), next_revision(tmp_path, EXPANDS)
    await upgrade(new, "next", more)
    await check_old_code(newest_database, new, set())
    next_one = await database_of_the_first_revision(create_database, "head")
    await upgrade(next_one, "next", more)
    with Boxcats(DATABASE_URL=next_one, SECRET_KEY=FIRST["key"], SOCKET_BURST="9999") as server:
        await check_first_revision_data(server.url)
        assert "a later version has migrated the database" in (server.folder / "log").read_text()


async def test_statements_of_migrations_have_no_time_limit(
    create_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They copy and index whole tables, and wait for other processes that migrate."""
    monkeypatch.setitem(CONNECT_ARGS, "command_timeout", 0.2)
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_S", 0.2)
    url = await create_database()
    async with migration(url):
        waiting = asyncio.create_task(migrate(url))
        await asyncio.sleep(1)
        assert not waiting.done()
    await waiting
