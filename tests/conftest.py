"""Options, markers and fixtures of all tests: a real Postgres and Redis, and migrated databases.

`embedded` is one process on SQLite, `served` is Postgres and Redis. docs/testing.md describes the markers.
"""

import gc
import shutil
import sys
from asyncio import AbstractEventLoop, Task, current_task
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import uvloop
from _pytest.nodeid import NodeId

from app.infra.database.engine import Database
from app.infra.database.migrate import migrate
from app.infra.database.query import Cursor
from tests.services import MakeDatabase, Postgres, Redis
from tests.soak import SOAK

Lend = Callable[[Database], AbstractAsyncContextManager[Cursor]]
TEMPLATE = "template_boxcats"
BACKENDS = ("embedded", "served")
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
EMPTY = """
    SET session_replication_role = replica; -- no foreign key is looked at
    DO $$
    DECLARE one text;
    BEGIN
        FOR one IN
            SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'
        LOOP EXECUTE format('DELETE FROM %I', one); END LOOP;
    END $$;
    SELECT setval(quote_ident(sequencename)::regclass, 1, false) FROM pg_sequences;
"""
sys.modules["sniffio"] = None  # type: ignore[assignment]  # httpcore looks for it at each request
SERVICES = {"postgres", "redis", "new_sqlite", "new_postgres"}  # fixtures
PROCESSES = ("cluster", "topology", "played")  # fixtures that start several processes, once on each worker


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--backend` and `--pictures`."""
    parser.addoption("--backend", choices=(*BACKENDS, "both"), default="both", help="deployments under test")
    parser.addoption("--pictures", action="store_true", help="keep screenshots in tests/e2e/screenshots")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test that uses `backend` on the deployments chosen by `--backend`.

    A test marked `backend("any")` runs on one deployment, except in a soak.
    """
    if "backend" in metafunc.fixturenames:
        chosen = metafunc.config.getoption("backend")
        marker = metafunc.definition.get_closest_marker("backend")
        both = BACKENDS if SOAK > 1 or marker is None or marker.args == ("each",) else BACKENDS[:1]
        metafunc.parametrize("backend", both if chosen == "both" else (chosen,), indirect=True)


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], AbstractEventLoop]]:
    """Runs tests on the event loop of the server in production."""
    return {"uvloop": uvloop.new_event_loop}


def pytest_configure() -> None:
    """Pauses the garbage collector while modules are imported; it would pass over all their objects."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks `e2e` by folder and `db` by fixtures; other tests of engine and app are `unit`.

    Tests that start a service whatever the backend are `slow`. With `--dist=loadgroup`, tests that share
    server processes run on one worker, as do the other tests of each file.
    """
    part = item.path.relative_to(Path(__file__).parent).parts[0]
    fixtures = set(getattr(item, "fixturenames", ()))
    uses_services = {"backend", *SERVICES} & fixtures
    if {"postgres", "redis"} & fixtures:
        item.add_marker("slow")
    if part == "e2e":
        item.add_marker("e2e")
    elif uses_services:
        item.add_marker("db")
    elif part in ("engine", "app"):
        item.add_marker("unit")
    if part not in ("engine", "app", "e2e"):
        shared = (name for name in PROCESSES if name in fixtures)
        item.add_marker(pytest.mark.xdist_group(next(shared, f"{part}/{item.path.stem}")))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Lets `--dist=loadgroup` see the groups: pytest 9.2 does not read the attribute that xdist 3.8 sets."""
    if config.getoption("loadgroup", default=False):  # in a worker
        for item in items:
            if item.get_closest_marker("xdist_group"):
                item._id = NodeId.parse(vars(item)["_nodeid"])


@pytest.fixture(scope="session", autouse=True)
def one_connection_for_each_task() -> Iterator[None]:
    """Fails code that waits for a connection while it holds another: enough of it at once waits for ever.

    Tests themselves may do so.
    """
    holders = set[tuple[Database, Task[Any] | None]]()

    def guarded(lend: Lend) -> Lend:
        @asynccontextmanager
        async def lend_once(database: Database) -> AsyncIterator[Cursor]:
            task = current_task()
            holder = (database, task)
            assert holder not in holders or _is_test(task), "this task holds a connection already"
            holders.add(holder)
            try:
                async with lend(database) as cursor:
                    yield cursor
            finally:
                holders.discard(holder)

        return lend_once

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "read", guarded(Database.read))
        patch.setattr(Database, "write", guarded(Database.write))
        yield


def _is_test(task: Task[Any] | None) -> bool:
    return getattr(task and task.get_coro(), "__qualname__", "").startswith("test_")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running Postgres. A test that stops it starts it again."""
    with Postgres() as service:
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A running Redis. A test that stops it starts it again."""
    with Redis() as service:
        yield service


@pytest.fixture(scope="session")
async def new_sqlite(tmp_path_factory: pytest.TempPathFactory) -> MakeDatabase:
    """Creates a migrated SQLite file and returns its URL."""
    folder = tmp_path_factory.mktemp("databases")
    template = folder / "template.sqlite3"
    await migrate(f"sqlite+aiosqlite:///{template}")
    numbers = count()

    async def make() -> str:
        file = shutil.copy(template, folder / f"{next(numbers)}.sqlite3")
        return f"sqlite+aiosqlite:///{file}"

    return make


@pytest.fixture(scope="session")
async def new_postgres(postgres: Postgres) -> MakeDatabase:
    """Creates a migrated database in Postgres and returns its URL."""
    await _run(postgres, f"CREATE DATABASE {TEMPLATE}")
    await migrate(postgres.url(TEMPLATE))
    numbers = count()

    async def make() -> str:
        name = f"boxcats_{next(numbers)}"
        await _run(postgres, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return postgres.url(name)

    return make


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of deployment under test, `embedded` or `served`: a test that uses it runs on both."""
    kind: str = request.param
    return kind


@pytest.fixture(scope="session")
def free_databases() -> list[str]:
    """URLs of emptied Postgres databases, ready for reuse."""
    return []


@pytest.fixture
def create_database(backend: str, request: pytest.FixtureRequest) -> MakeDatabase:
    """Creates a migrated database of the kind under test and returns its URL."""
    make: MakeDatabase = request.getfixturevalue("new_sqlite" if backend == "embedded" else "new_postgres")
    return make


@pytest.fixture
async def new_database(
    backend: str, create_database: MakeDatabase, free_databases: list[str]
) -> AsyncIterator[MakeDatabase]:
    """Returns the URL of an empty database of the kind under test.

    Copying a Postgres database takes ten times as long as emptying one, so they are reused.
    """
    if backend == "embedded":
        yield create_database
        return
    lent: list[str] = []

    async def make() -> str:
        lent.append(free_databases.pop() if free_databases else await create_database())
        return lent[-1]

    yield make
    free_databases += [url for url in lent if await emptied(url)]


@pytest.fixture
async def database_url(new_database: MakeDatabase) -> str:
    """URL of a fresh database of the kind under test."""
    return await new_database()


@pytest.fixture
def redis_url(backend: str, request: pytest.FixtureRequest) -> str:
    """URL of Redis, empty for the embedded kind."""
    if backend == "embedded":
        return ""
    service: Redis = request.getfixturevalue("redis")
    return service.url


async def emptied(url: str) -> bool:
    """Deletes all rows and restarts the sequences. Returns False if another client is connected."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        if await connection.fetchval(CONNECTIONS) > 1:
            return False
        await connection.execute(EMPTY)
        return True
    finally:
        await connection.close()


async def _run(postgres: Postgres, statement: str) -> None:
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
