"""A real server with its complete log, on which a game was played."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import asyncpg
import httpx
import pytest

from tests.app.people import Person, play_out, start_game
from tests.e2e.conftest import browser, contexts  # noqa: F401  (fixtures)
from tests.e2e.server import Boxcats
from tests.ops.played import Played
from tests.ops.topology import KEY, Topology
from tests.services import Postgres, Redis


@pytest.fixture(scope="session")
async def played() -> AsyncIterator[Played]:
    settings = {"LOG_LEVEL": "debug", "LOG_FORMAT": "json", "SECRET_KEY": KEY, "SOCKET_BURST": "9999"}
    with Boxcats(**settings) as server:
        async with Person(server.url) as ada, Person(server.url) as bo:
            code = await start_game(ada, bo, seats=3, bots="random")
            pages = [await ada.open_page(code), await bo.open_page(code)]
            await play_out(*pages)
            late = await pages[0].play({"kind": "bid", "tricks": 1})
            yield Played(server, [ada, bo], pages, await ada.record(code), late["code"])
            await asyncio.gather(*(page.close() for page in pages))


@pytest.fixture(scope="session")
async def empty_database(postgres: Postgres) -> str:
    """A Postgres database without migrations."""
    connection = await asyncpg.connect(postgres.url("postgres").replace("+asyncpg", ""))
    await connection.execute("CREATE DATABASE composed")
    await connection.close()
    return postgres.url("composed")


@pytest.fixture
async def visitor(topology: Topology) -> AsyncIterator[httpx.AsyncClient]:
    """A person who connects through the proxy and trusts only its authority."""
    async with httpx.AsyncClient(base_url=topology.caddy.url, verify=topology.caddy.trust) as client:
        await client.get("/api/me")
        yield client


@pytest.fixture(scope="session")
def topology(
    empty_database: str, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Topology]:
    """The whole composition, running. A test that stops a part starts it again."""
    composed = Topology(tmp_path_factory.mktemp("image"), empty_database, redis.url)
    composed.migrate()
    with composed:
        yield composed
