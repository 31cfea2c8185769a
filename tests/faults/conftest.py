"""One house for all faults: what it has gone through it must have recovered from."""

from collections.abc import AsyncIterator
from contextlib import ExitStack

import pytest

from tests.conftest import MakeDatabase
from tests.e2e.server import Boxcats
from tests.faults.house import House
from tests.services import Postgres, Redis

LIMITS = ("SOCKET_RATE", "SOCKET_BURST", "REQUEST_RATE", "REQUEST_BURST", "TABLE_BURST")


@pytest.fixture(scope="session")
async def house(postgres: Postgres, redis: Redis, new_postgres: MakeDatabase) -> AsyncIterator[House]:
    database = await new_postgres()
    settings = {
        "DATABASE_URL": database,
        "REDIS_URL": redis.url,
        "SECRET_KEY": "k" * 32,
        **dict.fromkeys(LIMITS, "9999"),
    }
    with ExitStack() as stack:
        processes = tuple(stack.enter_context(Boxcats(**settings)) for _ in range(2))
        yield House(postgres, redis, database, processes)
