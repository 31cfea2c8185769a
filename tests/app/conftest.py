"""A running server of each kind, and people who come to it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from app.settings import Settings
from tests.app.local_server import Running
from tests.app.people import Person
from tests.conftest import MakeDatabase
from tests.services import Postgres, Redis

NewPerson = Callable[..., Awaitable[Person]]


@pytest.fixture(scope="session")
async def running(new_database: MakeDatabase, redis_url: str) -> AsyncIterator[Running]:
    """One server for all tests of a kind; every test makes its own people and tables."""
    settings = Settings(
        database_url=await new_database(),
        redis_url=redis_url,
        secret_key="k" * 32,
        bot_pause=0,
        socket_burst=9999,
        people_per_address=9999,
        stored_per_address=9999,
    )
    async with Running(settings) as server:
        yield server


@pytest.fixture
async def new_guest() -> AsyncIterator[NewPerson]:
    """Makes guests of a server; they leave when the test is over."""
    async with AsyncExitStack() as stack:

        async def make(name: str, at: Running) -> Person:
            person = await stack.enter_async_context(Person(at.url))
            await person.arrive(name)
            return person

        yield make


@pytest.fixture
async def new_person(running: Running, new_guest: NewPerson) -> NewPerson:
    """Makes guests of the server of the kind under test."""

    async def make(name: str = "") -> Person:
        return await new_guest(name, at=running)

    return make


@pytest.fixture
async def two_servers(
    postgres: Postgres, redis: Redis, new_postgres: MakeDatabase
) -> AsyncIterator[list[Running]]:
    """Two servers on one Postgres and one Redis."""
    settings = Settings(
        database_url=await new_postgres(),
        redis_url=redis.url,
        secret_key="k" * 32,
        bot_pause=0,
        socket_burst=9999,
    )
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Running(settings)) for _ in range(2)]
