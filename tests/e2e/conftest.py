"""A browser, and Boxcats on each kind of database."""

import socket
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import browser_options, launched
from tests.e2e.browsing import SCREENSHOTS_VARIABLE, Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.server import Boxcats
from tests.services import Postgres, Redis
from tools import programs


@pytest.fixture(scope="session")
async def browser(request: pytest.FixtureRequest) -> AsyncIterator[Browser]:
    """One Chromium for all tests; it draws pages only for `--pictures`."""
    program = programs.headless_chromium() or programs.chromium()
    async with launched(program, *browser_options(request.config)) as browser:
        yield browser


@pytest.fixture(scope="session")
async def contexts(browser: Browser) -> AsyncIterator[ContextPool]:
    """Contexts of this browser, used by one test after the other."""
    async with ContextPool(browser) as contexts:
        yield contexts


@pytest.fixture(scope="session")
def embedded() -> Iterator[Boxcats]:
    """A server as `make play` starts it: an SQLite file, one process."""
    with Boxcats(SOCKET_BURST="9999") as server:  # simulated players move faster than people
        yield server


@pytest.fixture(scope="session")
def served() -> Iterator[Boxcats]:
    """A server with Postgres and Redis."""
    with Postgres() as postgres, Redis() as redis:
        settings = {"DATABASE_URL": postgres.url("postgres"), "REDIS_URL": redis.url, "SECRET_KEY": "x" * 32}
        with Boxcats(SOCKET_BURST="9999", **settings) as server:
            yield server


@pytest.fixture(scope="session")
def listener() -> Iterator[socket.socket]:
    """Where servers of single tests listen in turn: at one address, browsers keep their scripts."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


@pytest.fixture(autouse=True)
def pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes `--pictures` to `save_screenshot` through the environment."""
    if request.config.getoption("pictures"):
        monkeypatch.setenv(SCREENSHOTS_VARIABLE, "1")


@pytest.fixture
def boxcats(backend: str, request: pytest.FixtureRequest) -> Boxcats:
    """The server process of the kind under test."""
    server: Boxcats = request.getfixturevalue(backend)
    return server


@pytest.fixture
async def visits(contexts: ContextPool, embedded: Boxcats) -> AsyncIterator[Visits]:
    """Visitors of the embedded server."""
    async with Visits(contexts, embedded.url) as visits:
        yield visits
