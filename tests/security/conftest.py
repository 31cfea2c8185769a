"""Servers to attack, and crowds of people from one address."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from app.core.token_bucket import Rate
from app.infra.rate_limits import ClientLimit
from app.settings import Settings
from tests.app.conftest import (  # noqa: F401  (fixtures)
    calendar,
    embedded_server,
    new_guest,
    new_person,
    new_player,
    running,
    served_server,
    short_absence,
    short_intervals,
    two_servers,
)
from tests.app.local_server import Running
from tests.app.people import Person
from tests.security.client_folder import create_client
from tests.security.crowds import Crowd, StartServer
from tests.security.server_settings import KEY, generous
from tests.services import MakeDatabase, Redis


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client folder that contains links leading out of it."""
    return create_client(tmp_path_factory.mktemp("files"))


@pytest.fixture(scope="session")
async def server(new_sqlite: MakeDatabase, build: Path) -> AsyncIterator[Running]:
    """A server without limits."""
    async with Running(generous(await new_sqlite(), build)) as server:
        server.infra.limits.guesses = ClientLimit(Rate(9999, 9999), 9999)
        yield server


@pytest.fixture(scope="session")
async def postgres_server(new_postgres: MakeDatabase, redis: Redis, build: Path) -> AsyncIterator[Running]:
    """The same on Postgres and Redis."""
    async with Running(generous(await new_postgres(), build, redis_url=redis.url)) as server:
        server.infra.limits.guesses = ClientLimit(Rate(9999, 9999), 9999)
        yield server


@pytest.fixture
async def start_server(new_database: MakeDatabase, redis_url: str) -> AsyncIterator[StartServer]:
    """Starts servers with the usual limits, except for those given."""
    async with AsyncExitStack() as stack:

        async def start(**limits: Any) -> Running:
            url = await new_database()
            settings = Settings(database_url=url, redis_url=redis_url, secret_key=KEY, bot_pause=0, **limits)
            return await stack.enter_async_context(Running(settings))

        yield start


@pytest.fixture
async def crowd() -> AsyncIterator[Crowd]:
    """Creates new guests of a server, all from one address."""
    people: list[Person] = []

    async def come(server: Running, count: int, address: str = "127.0.0.1") -> list[Person]:
        new = [Person(server.url) for _ in range(count)]
        people.extend(new)
        for person in new:
            person.http.headers["X-Forwarded-For"] = address
            await person.start_session()
        return new

    yield come
    await asyncio.gather(*(person.__aexit__() for person in people))


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Checks that the server logged no errors."""
    yield
    records = caplog.get_records("call")
    assert not [record.getMessage() for record in records if record.levelno >= logging.ERROR]


@pytest.fixture(params=["server", "postgres_server"])
def target(request: pytest.FixtureRequest) -> Running:
    """A server on SQLite, and one on Postgres and Redis."""
    server: Running = request.getfixturevalue(request.param)
    return server
