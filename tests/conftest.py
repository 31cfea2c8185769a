"""What tests of the server share: a real Postgres and Redis, fresh databases built by the migrations."""

import shutil
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import asyncpg
import pytest

from app.infra.database.migrate import migrate
from tests.services import Postgres, Redis

MakeDatabase = Callable[[], Awaitable[str]]
TEMPLATE = "template_boxcats"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Whoever stops it starts it again."""
    with Postgres() as service:
        yield service


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """Whoever stops it starts it again."""
    with Redis() as service:
        yield service


@pytest.fixture(scope="session")
async def new_sqlite(tmp_path_factory: pytest.TempPathFactory) -> MakeDatabase:
    """Makes a migrated SQLite file and gives its address."""
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
    """Makes a migrated database in Postgres and gives its address."""
    await _run(postgres, f"CREATE DATABASE {TEMPLATE}")
    await migrate(postgres.url(TEMPLATE))
    numbers = count()

    async def make() -> str:
        name = f"boxcats_{next(numbers)}"
        await _run(postgres, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return postgres.url(name)

    return make


@pytest.fixture(scope="session", params=["embedded", "served"])
def backend(request: pytest.FixtureRequest) -> str:
    """Every test that asks for it runs on SQLite and one process' own bus, and on Postgres and Redis."""
    kind: str = request.param
    return kind


@pytest.fixture(scope="session")
def new_database(backend: str, request: pytest.FixtureRequest) -> MakeDatabase:
    """Makes a migrated database of the kind under test."""
    make: MakeDatabase = request.getfixturevalue("new_sqlite" if backend == "embedded" else "new_postgres")
    return make


@pytest.fixture
async def database_url(new_database: MakeDatabase) -> str:
    """A fresh database of the kind under test."""
    return await new_database()


@pytest.fixture(scope="session")
def redis_url(backend: str, request: pytest.FixtureRequest) -> str:
    """Where Redis is, empty for the embedded kind."""
    if backend == "embedded":
        return ""
    service: Redis = request.getfixturevalue("redis")
    return service.url


async def _run(postgres: Postgres, statement: str) -> None:
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
