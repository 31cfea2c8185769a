"""The caretaker plays for players whose time is up. Tests set the clock."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
from sqlalchemy import bindparam, select, update

from app.core.clock import DatabaseClock
from app.infra.database.query import Command
from app.infra.database.schema import DEADLINES, TABLES
from app.main import Services, build_services
from app.settings import Settings
from app.tables.game.bots import Bots
from app.tables.game.move_repository import moves_after
from app.tables.game.position import TIME_UP_PREFIX, Position
from app.tables.time_control.availability import utc
from app.tables.time_control.presets import TIME_CONTROLS, TIMEOUT_GRACE_S
from app.tables.timekeeping import deadlines, repository
from app.tables.timekeeping.deadlines import CLAIM_S, OUTAGE_GRACE_S
from engine.types import Move, Seat
from tests.app.conftest import NewPerson
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import Page
from tests.conftest import MakeDatabase

RELAXED, QUICK = TIME_CONTROLS["relaxed"], TIME_CONTROLS["quick"]
PassBy = Callable[[float], None]


@pytest.fixture
async def server(
    new_database: MakeDatabase, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    """Looks at deadlines when a test says so."""
    monkeypatch.setattr(deadlines, "INTERVAL_S", 3600.0)
    settings = Settings(
        database_url=await new_database(),
        redis_url=redis_url,
        secret_key="k" * 32,
        bot_pause=0,
        socket_burst=9999,
    )
    async with Running(settings) as server:
        yield server


@pytest.fixture
def pass_by(monkeypatch: pytest.MonkeyPatch) -> PassBy:
    """Time goes by, for all processes."""

    def pass_by(seconds: float) -> None:
        before = DatabaseClock.now
        monkeypatch.setattr(DatabaseClock, "now", lambda clock: before(clock) + seconds)

    return pass_by


@pytest.fixture
def at_server(server: Running, new_guest: NewPerson) -> NewPerson:
    return partial(new_guest, at=server)


async def moves(services: Services, code: str) -> list[tuple[int | None, bool]]:
    """Whose they are, and whether the caretaker made them."""
    table = await services.tables.game.table(code)
    async with services.infra.database.read() as cursor:
        return [(row.seat, row.caretaker) for row in await moves_after(cursor, table.id, 0)]


async def until_version(page: Page, version: int) -> None:
    while page.version < version:
        await page.next("update")


async def test_caretaker_plays_after_a_timeout(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    code, _, pages = await start_table(at_server, terms={"clock": "relaxed"})
    await pages[0].play_legal_move()
    assert set(pages[0].clocks) == {"0", "1"}
    assert "left" not in pages[0].clocks["0"]
    assert 85_000 < pages[0].clocks["1"]["left"] <= 90_000
    pass_by(RELAXED.move_s - 20)
    await server.tables.timekeeping.deadlines.run_due()
    assert await moves(server.services, code) == [(0, False)]
    pass_by(20 + TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert await moves(server.services, code) == [(0, False), (1, True)]
    await until_version(pages[1], 2)
    assert [pages[1].marks[version] for version in (1, 2)] == [set(), {"caretaker"}]


async def test_move_postpones_the_deadline(server: Running, at_server: NewPerson, pass_by: PassBy) -> None:
    code, _, pages = await start_table(at_server, terms={"clock": "relaxed"})
    for page in pages:
        await page.play_legal_move()
    pass_by(RELAXED.move_s - 5)
    assert await server.tables.timekeeping.deadlines.run_due() == 1, "from the start on it was due"
    assert await server.tables.timekeeping.deadlines.run_due() == 0
    assert await moves(server.services, code) == [(0, False), (1, False)]
    pass_by(5 + 2 * TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert (await moves(server.services, code))[2:] != []


async def test_the_bank_is_a_seats_own(server: Running, at_server: NewPerson, pass_by: PassBy) -> None:
    code, _, pages = await start_table(at_server, terms={"clock": "quick"})
    assert pages[0].clocks["0"]["bank"] == QUICK.bank_s * 1000
    assert pages[0].clocks["0"]["left"] > QUICK.bank_s * 1000
    pass_by(QUICK.move_s + QUICK.bank_s - 1)
    await server.tables.timekeeping.deadlines.run_due()
    assert await moves(server.services, code) == []
    pass_by(1 + 2 * TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert await moves(server.services, code) == [(0, True), (1, True)]


async def test_a_table_without_a_clock_has_none(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    code, _, pages = await start_table(at_server)
    pass_by(1e6)
    assert await server.tables.timekeeping.deadlines.run_due() == 0
    assert await moves(server.services, code) == []
    assert '"clocks"' not in "".join(pages[0].received)


async def test_caretaker_does_not_play_unless_agreed(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    code, _, _ = await start_table(at_server, terms={"clock": "relaxed", "caretaker": False})
    pass_by(RELAXED.move_s + 2 * TIMEOUT_GRACE_S)
    assert await server.tables.timekeeping.deadlines.run_due() == 1
    assert await moves(server.services, code) == []


_id = select(TABLES.c.id).where(TABLES.c.code == bindparam("table")).scalar_subquery()
SET_STARTED = Command(update(TABLES).where(TABLES.c.id == _id).values(started_at=bindparam("at")))
SET_DUE = Command(update(DEADLINES).where(DEADLINES.c.table_id == _id).values(due_at=bindparam("at")))


async def test_two_processes_run_each_deadline_once(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    """Six overdue tables; each process takes those that the other has not claimed."""
    settings = server.infra.settings
    pass_by(-100)  # both have been there since then
    async with build_services(settings) as one, build_services(settings) as other:
        for services in (one, other):
            await services.tables.timekeeping.deadlines.caught_up.wait()
        pass_by(100)
        tables = [(await start_table(at_server, terms={"clock": "relaxed"}))[0] for _ in range(6)]
        async with one.infra.database.write() as cursor:
            long_ago = utc(time.time() - RELAXED.move_s - 2 * TIMEOUT_GRACE_S)
            for code in tables:
                await cursor.execute(SET_STARTED, table=code, at=long_ago)
                await cursor.execute(SET_DUE, table=code, at=long_ago)
        processes = [one.tables.timekeeping.deadlines, other.tables.timekeeping.deadlines]
        served = await asyncio.gather(*(process.run_due() for process in processes))
        assert sum(served) == len(tables)
        for code in tables:
            assert await moves(other, code) == [(0, True), (1, True)]


async def test_expired_claim_leads_to_one_move(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    """The first process took longer than its claim; the record has one move all the same."""
    code, _, _ = await start_table(at_server, terms={"clock": "relaxed"})
    async with build_services(server.infra.settings) as other:
        processes = [server.services, other]
        known = [await services.tables.game.position(code) for services in processes]
        for services, position in zip(processes, known, strict=True):
            await services.tables.bots.play_for_absent(position, Seat(0), TIME_UP_PREFIX, lambda _: True)
        assert await moves(other, code) == [(0, True)]


async def test_player_who_moves_while_the_caretaker_thinks_stays_in_control(
    server: Running, at_server: NewPerson, pass_by: PassBy, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, pages = await start_table(at_server, terms={"clock": "relaxed"})
    pass_by(RELAXED.move_s + 2 * TIMEOUT_GRACE_S)
    think = Bots._choose

    async def think_for_long(bots: Bots, position: Position, seat: Seat) -> Move:
        move = await think(bots, position, seat)
        while position.version < 2 or Seat(1) not in position.turns:
            await pages[next(iter(position.turns))].play_legal_move()
        return move

    monkeypatch.setattr(Bots, "_choose", think_for_long)
    await server.tables.timekeeping.deadlines.run_due()
    assert (1, False) in await moves(server.services, code)
    assert not any(by_caretaker for _, by_caretaker in await moves(server.services, code))


async def test_claim_expires(server: Running, at_server: NewPerson, pass_by: PassBy) -> None:
    """The process that claimed it died."""
    code, _, _ = await start_table(at_server, terms={"clock": "relaxed"})
    pass_by(RELAXED.move_s + 2 * TIMEOUT_GRACE_S)
    async with server.infra.database.write() as cursor:
        now = server.infra.clock.now()
        assert len(await repository.claim_due(cursor, now, now + CLAIM_S, 9)) == 1
    assert await server.tables.timekeeping.deadlines.run_due() == 0
    pass_by(CLAIM_S)
    assert await server.tables.timekeeping.deadlines.run_due() == 1
    assert await moves(server.services, code) == [(0, True), (1, True)]


async def test_after_a_time_without_any_server_there_is_a_minute_of_grace(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    code, _, _ = await start_table(at_server, terms={"clock": "relaxed"})
    pass_by(3600)
    async with build_services(server.infra.settings) as after:
        await after.tables.timekeeping.deadlines.caught_up.wait()
        await after.tables.timekeeping.deadlines.run_due()
        assert await moves(after, code) == []
        pass_by(OUTAGE_GRACE_S - 1)
        await after.tables.timekeeping.deadlines.run_due()
        assert await moves(after, code) == []
        pass_by(1 + TIMEOUT_GRACE_S)
        await after.tables.timekeeping.deadlines.run_due()
        assert await moves(after, code) == [(0, True), (1, True)]


async def test_move_id_of_the_caretaker_cannot_be_taken(
    server: Running, at_server: NewPerson, pass_by: PassBy
) -> None:
    """By a move with the id that its next one will have."""
    _, _, pages = await start_table(at_server, terms={"clock": "relaxed"})
    await pages[0].send({"type": "play", "id": f"{TIME_UP_PREFIX}2", "turn": 0, "move": {}})
    assert (await pages[0].next("refused"))["code"] == "malformed"
