"""A running server of each kind, and players."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from app.core import tasks
from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.redis.client import open_redis
from app.infra.worker_pool import WorkerPool
from app.main import Services, build_services
from app.settings import Settings
from app.tables.results.processor import FinishedGameStep
from app.tables.timekeeping import deadlines
from app.tables.timekeeping.absence import Absence
from tests.app.daily_deals import Calendar, choose_at_once
from tests.app.local_server import Running, SharedServer, only_in_use
from tests.app.match_queue import MatchQueueHarness
from tests.app.people import NewPerson, Person
from tests.app.receiver import Receiver
from tests.app.timekeeping import AdvanceClock, StopClock
from tests.services import MakeDatabase, Postgres, Redis

SHORT_INTERVALS_S = {
    "app.archive.shared_replays.service.LEADER_GRACE_S": 0.5,
    "app.events.duplicate_nights.hub.COALESCE_S": 0.05,
    "app.events.duplicate_nights.runner.INTERVAL_S": 0.3,
    "app.infra.redis.presence.INTERVAL_S": 0.05,
    "app.tables.lobby.hub.MIN_INTERVAL_S": 0.05,
    "app.tables.lobby.online_counter.MIN_INTERVAL_S": 0.1,
    "app.tables.lobby.open_table_list.REFRESH_INTERVAL_S": 0.5,
    "app.tables.matchmaking.hub.MIN_INTERVAL_S": 0.02,
    "app.tables.matchmaking.hub.MAX_INTERVAL_S": 0.2,
    "app.tables.matchmaking.starter.INTERVAL_S": 0.5,
    "app.tables.timekeeping.deadlines.INTERVAL_S": 0.2,
}


@pytest.fixture(scope="session", autouse=True)
def short_intervals() -> Iterator[None]:
    """Servers in this process look and send more often, so that tests wait less; shared ones only if used."""
    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in SHORT_INTERVALS_S.items():
            patch.setattr(name, seconds)
        patch.setattr(tasks, "_run_logged", only_in_use(tasks._run_logged))
        patch.setattr("app.infra.database.sqlite.BUSY_TIMEOUT_S", 60)  # other tests keep the disk busy
        patch.setattr("app.archive.link_previews.renderer.TIMEOUT_S", 120)  # it yields to all other processes
        patch.setattr("app.archive.link_previews.tags.TIMEOUT_S", 20)
        never = (1e6, 1e6)  # tests of puzzles search themselves, and expect no others than the shipped ones
        patch.setattr("app.learning.puzzles.finder.FIRST_AFTER_S", never)
        yield


@pytest.fixture(scope="session")
async def embedded_server(new_sqlite: MakeDatabase) -> AsyncIterator[SharedServer]:
    """The server on SQLite that all tests share; each test creates its own people and tables."""
    async with SharedServer(shared_settings(await new_sqlite())) as server:
        yield server


@pytest.fixture(scope="session")
async def served_server(new_postgres: MakeDatabase, redis: Redis) -> AsyncIterator[SharedServer]:
    """The server on Postgres and Redis that all tests share."""
    async with SharedServer(shared_settings(await new_postgres(), redis.url)) as server:
        yield server


def shared_settings(database_url: str, redis_url: str = "") -> Settings:
    return Settings(
        database_url=database_url,
        redis_url=redis_url,
        secret_key="k" * 32,
        bot_pause=0,
        socket_burst=9999,
        people_per_address=9999,
        stored_per_address=9999,
    )


@pytest.fixture
def running(backend: str, request: pytest.FixtureRequest) -> Iterator[Running]:
    """The shared server of the kind under test."""
    shared: SharedServer = request.getfixturevalue(f"{backend}_server")
    with shared.in_use() as server:
        yield server


@pytest.fixture
async def new_guest() -> AsyncIterator[NewPerson]:
    """Creates guests of a server; their connections are closed after the test."""
    async with AsyncExitStack() as stack:

        async def make(name: str = "", *, at: Running) -> Person:
            person = await stack.enter_async_context(Person(at.url))
            await person.start_session(name)
            return person

        yield make


@pytest.fixture
async def new_person(running: Running, new_guest: NewPerson) -> NewPerson:
    """Creates guests of the server of the kind under test."""

    async def make(name: str = "") -> Person:
        return await new_guest(name, at=running)

    return make


@pytest.fixture
def settings(database_url: str, redis_url: str) -> Settings:
    """Settings of servers that a test starts one after the other with the same database."""
    return Settings(database_url=database_url, redis_url=redis_url, secret_key="k" * 32, bot_pause=0)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """The database of such servers, also while none runs."""
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
async def server(
    new_database: MakeDatabase, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    """A server for this test alone, which runs deadlines when the test calls `run_due`."""
    monkeypatch.setattr(deadlines, "INTERVAL_S", 3600.0)
    settings = Settings(
        database_url=await new_database(),
        redis_url=redis_url,
        secret_key="k" * 32,
        bot_pause=0,
        socket_burst=9999,
    )
    async with Running(settings) as server:
        await server.tables.timekeeping.deadlines.caught_up.wait()  # with a clock that no test has set
        yield server


@pytest.fixture
def new_player(server: Running, new_guest: NewPerson) -> NewPerson:
    """Creates guests of `server`."""
    return partial(new_guest, at=server)


@pytest.fixture
def advance_clock(monkeypatch: pytest.MonkeyPatch) -> AdvanceClock:
    """Moves the clock of all servers in this process forward by some seconds."""

    def advance(seconds: float) -> None:
        before = DatabaseClock.now
        monkeypatch.setattr(DatabaseClock, "now", lambda clock: before(clock) + seconds)

    return advance


@pytest.fixture
def stop_clock(monkeypatch: pytest.MonkeyPatch) -> StopClock:
    """Stops the clock of all servers in this process, however long a busy machine takes for what follows."""

    def stop(server: Running) -> None:
        moment = server.infra.clock.now()
        monkeypatch.setattr(DatabaseClock, "now", lambda _: moment)

    return stop


@pytest.fixture
def without_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finished games are processed by the process where they ended or by the test, not by sweeps."""

    async def do_nothing(_: FinishedGameStep) -> None: ...

    monkeypatch.setattr(FinishedGameStep, "catch_up", do_nothing)


@pytest.fixture
def short_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players count as absent after a second, which is longer than a page needs to connect."""
    monkeypatch.setattr(Absence, "DISCONNECTED_AFTER_S", 1.0)
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 1.0)


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


@pytest.fixture
async def matchmaking(redis_url: str) -> AsyncIterator[MatchQueueHarness]:
    """A matchmaking queue in an empty Redis database, with a clock that the test sets."""
    redis = open_redis(redis_url and redis_url.replace("/0", "/1"))
    await redis.flushdb()
    yield MatchQueueHarness(redis)
    await redis.aclose()


@pytest.fixture
async def receiver(tmp_path: Path) -> AsyncIterator[Receiver]:
    """An HTTPS server that records the notifications it receives."""
    async with Receiver(tmp_path) as receiver:
        yield receiver


@pytest.fixture
async def second_process(running: Running) -> AsyncIterator[Services]:
    """The services of a second process on the database of `running`."""
    async with build_services(running.infra.settings) as services:
        yield services


@pytest.fixture
async def calendar(running: Running, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Calendar]:
    """Daily deals on days of the test's own, against bots that answer at once."""
    monkeypatch.setattr(WorkerPool, "call", choose_at_once)
    calendar = Calendar(running)
    await calendar.set(calendar.today)
    yield calendar
    calendar.reset()
