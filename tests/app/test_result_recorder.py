"""Finished games are recorded by any process: later if a server died, and again if that failed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import timedelta

import pytest
from sqlalchemy import select

from app.infra.database.engine import Database
from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.schema import SEAT_RESULTS, TABLES
from app.infra.redis.pubsub import PubSub
from app.main import Services, build_services
from app.players.ratings import repository
from app.settings import Settings
from app.tables.game.position import Position
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from app.tables.results.result_recorder import ResultRecorder
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out, start_game
from tests.app.revisions import FIRST, database_of_the_first_revision
from tests.services import MakeDatabase

pytestmark = pytest.mark.backend("any")

LISTED = ValueQuery[str](select(TABLES.c.code).where(TABLES.c.archived_at.is_not(None)).order_by(TABLES.c.id))


@pytest.mark.backend("each")
async def test_uncounted_games_are_counted_at_startup(create_database: MakeDatabase) -> None:
    """A server died after the last move, or was of a version without ratings."""
    url = await database_of_the_first_revision(create_database, "head")
    async with build_services(Settings(database_url=url, secret_key="k" * 32)) as services:
        await services.tables.result_recorder.catch_up()
        chairs = (await services.tables.game.table(FIRST["finished"])).seats  # one seat is a bot
        people = [chair.player for chair in chairs if chair.player]
        async with services.infra.database.read() as cursor:
            found = [await repository.results_of(cursor, one, 9) for one in people]
    assert [len(results) for results in found] == [1] * len(people)


Later = Callable[[timedelta], Awaitable[int]]


@pytest.fixture
async def uncounted_game(create_database: MakeDatabase) -> AsyncIterator[tuple[Database, GameService]]:
    """The database and the service of a finished game that was not counted."""
    database = Database(await database_of_the_first_revision(create_database, "head"))
    play = GameService(database, PubSub())
    yield database, play
    await play.close()
    await database.close()


@pytest.fixture
async def count_after(uncounted_game: tuple[Database, GameService]) -> Later:
    """Returns a function that counts games this long after the end; it returns the number of results."""
    (database, play), late = uncounted_game, [timedelta()]
    ended = (await play.table(FIRST["finished"])).finished_at
    assert ended is not None
    tallying = ResultRecorder(database, play, lambda: ended + late[0])

    async def count_after(time: timedelta) -> int:
        late[0] = time
        await tallying.catch_up()
        async with database.read() as cursor:
            return len(await cursor.fetch_all(ValueQuery[int](select(SEAT_RESULTS.c.seat))))

    return count_after


def fail(*_: object) -> None:
    raise AssertionError("a gap")


def failures(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Returns what was logged about the finished game; games of other tests may fail meanwhile."""
    return [line.getMessage() for line in caplog.records if getattr(line, "table", None) == FIRST["finished"]]


@pytest.mark.backend("each")
async def test_failed_game_is_retried(
    count_after: Later, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Position, "replay", fail)
        assert await count_after(timedelta(minutes=2)) == 0
    assert failures(caplog) == ["a game cannot be tallied"]
    assert await count_after(timedelta(minutes=3.9)) == 0
    assert await count_after(timedelta(minutes=4.1)) == 1, "a bot sat there, too"


async def listed_games(services: Services, codes: Sequence[str]) -> list[str]:
    """Returns which of these games are listed."""
    async with services.infra.database.read() as cursor:
        return [code for code in await cursor.fetch_all(LISTED) if code in codes]


@pytest.mark.backend("each")
@pytest.mark.usefixtures("without_sweeps")
async def test_failed_game_does_not_delay_others(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the other steps of the same game; the process does not wait for the next sweep."""
    people = [await new_person() for _ in range(2)]
    recorded, record = asyncio.Event(), ResultRecorder.record
    codes, tried = list[str](), list[str]()

    async def fail_first(recorder: ResultRecorder, cursor: Cursor, table: Table, position: Position) -> None:
        if table.code in codes:  # games of other tests may still be processed
            tried.append(table.code)
            assert table.code != codes[0], "a gap"
        await record(recorder, cursor, table, position)
        if table.code in codes:
            recorded.set()

    monkeypatch.setattr(ResultRecorder, "record", fail_first)
    for _ in range(2):
        codes.append(await start_game(*people))
        await play_out(*[await person.open_page(codes[-1]) for person in people])
    await recorded.wait()
    assert tried == [codes[0], codes[0], codes[1]], "with the batch, alone, and the next one"
    while await listed_games(running.services, codes) != codes:  # noqa: ASYNC110 (one commit stores both)
        await asyncio.sleep(0.05)


@pytest.mark.backend("each")
async def test_process_with_an_outdated_position_counts_the_record(
    uncounted_game: tuple[Database, GameService],
    count_after: Later,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another process played the last moves."""
    start = Position(await uncounted_game[1].table(FIRST["finished"]))
    monkeypatch.setattr(GameService, "cached", lambda *_: start)
    assert await count_after(timedelta(minutes=2)) == 1
    assert failures(caplog) == []


async def test_failed_game_is_retried_for_a_month(
    count_after: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Position, "replay", fail)
        for days in (1, 31):
            await count_after(timedelta(days=days))
    assert await count_after(timedelta(days=3100)) == 0
