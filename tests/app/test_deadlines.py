"""The caretaker plays for players whose time is up. Tests set the clock."""

import asyncio
import time

import pytest
from sqlalchemy import bindparam, select, update

from app.infra.database.query import Command, Cursor
from app.infra.database.schema import DEADLINES, MOVES, TABLES
from app.main import build_services
from app.settings import Settings
from app.tables.game.bot_choice import ChosenMove
from app.tables.game.bots import Bots
from app.tables.game.position import TIME_UP_PREFIX, Position
from app.tables.game.service import LATEST
from app.tables.time_control.availability import utc
from app.tables.time_control.presets import TIME_CONTROLS, TIMEOUT_GRACE_S
from app.tables.timekeeping import deadlines, repository
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.deadlines import CLAIM_S, OUTAGE_GRACE_S
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson
from tests.app.timekeeping import RELAXED_TIMEOUT_S, AdvanceClock, StopClock, movers, vote, wait_for_version

pytestmark = pytest.mark.backend("any")

RELAXED, QUICK = TIME_CONTROLS["relaxed"], TIME_CONTROLS["quick"]


async def test_caretaker_plays_after_a_timeout(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, pages = await start_table(new_player, terms={"clock": "relaxed"})
    await pages[0].play_legal_move()
    assert set(pages[0].clocks) == {"0", "1"}
    assert "left" not in pages[0].clocks["0"]
    assert 85_000 < pages[0].clocks["1"]["left"] <= 90_000
    advance_clock(RELAXED.move_s - 20)
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == [(0, False)]
    advance_clock(20 + TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == [(0, False), (1, True)]
    await wait_for_version(pages[1], 2)
    assert [pages[1].marks[version] for version in (1, 2)] == [set(), {"caretaker"}]


async def test_move_postpones_the_deadline(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, pages = await start_table(new_player, terms={"clock": "relaxed"})
    for page in pages:
        await page.play_legal_move()
    advance_clock(RELAXED.move_s - 5)
    assert await server.tables.timekeeping.deadlines.run_due() == 1, "from the start on it was due"
    assert await server.tables.timekeeping.deadlines.run_due() == 0
    assert await movers(server.services, code) == [(0, False), (1, False)]
    advance_clock(5 + 2 * TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert (await movers(server.services, code))[2:] != []


async def test_the_bank_is_a_seats_own(
    server: Running, new_player: NewPerson, stop_clock: StopClock, advance_clock: AdvanceClock
) -> None:
    stop_clock(server)
    code, _, pages = await start_table(new_player, terms={"clock": "quick"})
    assert pages[0].clocks["0"]["bank"] == QUICK.bank_s * 1000
    assert pages[0].clocks["0"]["left"] > QUICK.bank_s * 1000
    advance_clock(QUICK.move_s + QUICK.bank_s - 1)
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == []
    advance_clock(1 + TIMEOUT_GRACE_S + LONGEST_WAIT)  # the game began after the clock had stopped
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == [(0, True), (1, True)]


async def test_a_table_without_a_clock_has_none(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, pages = await start_table(new_player)
    advance_clock(1e6)
    assert await server.tables.timekeeping.deadlines.run_due() == 0
    assert await movers(server.services, code) == []
    assert '"clocks"' not in "".join(pages[0].received)


async def test_caretaker_does_not_play_unless_agreed(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, _ = await start_table(new_player, terms={"clock": "relaxed", "caretaker": False})
    advance_clock(RELAXED_TIMEOUT_S)
    assert await server.tables.timekeeping.deadlines.run_due() == 1
    assert await movers(server.services, code) == []


async def test_ended_game_that_is_damaged_has_no_deadline(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock, caplog: pytest.LogCaptureFixture
) -> None:
    code, _, pages = await start_table(new_player, terms={"clock": "relaxed"})
    await pages[0].play_legal_move()
    async with server.infra.database.write() as cursor:
        await cursor.execute(DAMAGE_MOVES, table=code)
    server.tables.game._positions.clear()
    advance_clock(RELAXED_TIMEOUT_S)
    assert await server.tables.timekeeping.deadlines.run_due() == 1
    assert "a deadline cannot be enforced" in caplog.text
    await server.tables.game.abandon(code)
    caplog.clear()
    for _ in range(2):
        advance_clock(RELAXED_TIMEOUT_S)
        due = await server.tables.timekeeping.deadlines.run_due()
    assert due == 0
    assert "a deadline cannot be enforced" not in caplog.text


_id = select(TABLES.c.id).where(TABLES.c.code == bindparam("table")).scalar_subquery()
DAMAGE_MOVES = Command(update(MOVES).where(MOVES.c.table_id == _id).values(move={}))
SET_STARTED = Command(update(TABLES).where(TABLES.c.id == _id).values(started_at=bindparam("at")))
SET_DUE = Command(update(DEADLINES).where(DEADLINES.c.table_id == _id).values(due_at=bindparam("at")))


@pytest.mark.backend("each")
async def test_two_processes_run_each_deadline_once(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """Six overdue tables; each process takes those that the other has not claimed."""
    settings = server.infra.settings
    advance_clock(-100)  # both have been there since then
    async with build_services(settings) as one, build_services(settings) as other:
        for services in (one, other):
            await services.tables.timekeeping.deadlines.caught_up.wait()
        advance_clock(100)
        tables = [(await start_table(new_player, terms={"clock": "relaxed"}))[0] for _ in range(6)]
        async with one.infra.database.write() as cursor:
            long_ago = utc(time.time() - RELAXED_TIMEOUT_S)
            for code in tables:
                await cursor.execute(SET_STARTED, table=code, at=long_ago)
                await cursor.execute(SET_DUE, table=code, at=long_ago)
        processes = [one.tables.timekeeping.deadlines, other.tables.timekeeping.deadlines]
        served = await asyncio.gather(*(process.run_due() for process in processes))
        assert sum(served) == len(tables)
        for code in tables:
            assert await movers(other, code) == [(0, True), (1, True)]


async def test_expired_claim_leads_to_one_move(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """The first process took longer than its claim; the record has one move all the same."""
    code, _, _ = await start_table(new_player, terms={"clock": "relaxed"})
    async with build_services(server.infra.settings) as other:
        processes = [server.services, other]
        known = [await services.tables.game.position(code) for services in processes]
        for services, position in zip(processes, known, strict=True):
            await services.tables.bots.play_for_absent(position, Seat(0), TIME_UP_PREFIX, lambda _: True)
        assert await movers(other, code) == [(0, True)]


async def test_player_who_moves_while_the_caretaker_thinks_stays_in_control(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, pages = await start_table(new_player, terms={"clock": "relaxed"})
    advance_clock(RELAXED_TIMEOUT_S)
    think = Bots._choose

    async def think_for_long(bots: Bots, position: Position, seat: Seat) -> ChosenMove:
        move = await think(bots, position, seat)
        while position.version < 2 or Seat(1) not in position.turns:
            await pages[next(iter(position.turns))].play_legal_move()
        return move

    monkeypatch.setattr(Bots, "_choose", think_for_long)
    await server.tables.timekeeping.deadlines.run_due()
    assert (1, False) in await movers(server.services, code)
    assert not any(by_caretaker for _, by_caretaker in await movers(server.services, code))


async def test_caretaker_does_not_play_if_players_agree_on_another_clock_while_it_thinks(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, _ = await start_table(new_player, terms={"clock": "relaxed"})
    advance_clock(RELAXED_TIMEOUT_S)
    think, voters = Bots._choose, [*people]

    async def change_clock_meanwhile(bots: Bots, position: Position, seat: Seat) -> ChosenMove:
        move = await think(bots, position, seat)
        while voters:
            await vote(voters.pop(), code, "to_days")
        return move

    monkeypatch.setattr(Bots, "_choose", change_clock_meanwhile)
    await server.tables.timekeeping.deadlines.run_due()
    assert (await server.tables.game.table(code)).settings.clock == "day"
    assert await movers(server.services, code) == []


async def test_move_between_two_timeouts_starts_their_count_again(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """A player is absent after two timeouts in a row."""
    code, _, pages = await start_table(new_player, terms={"clock": "relaxed"})
    position, timeouts = await server.tables.game.position(code), list[bool]()  # of the second player
    while timeouts != [True, False, True]:
        if 0 in position.turns:
            await pages[0].play_legal_move()
        elif timeouts == [True]:
            await wait_for_version(pages[1], position.version)
            await pages[1].play_legal_move()
        else:
            advance_clock(RELAXED_TIMEOUT_S)
            await server.tables.timekeeping.deadlines.run_due()
            advance_clock(-RELAXED_TIMEOUT_S)
        position = await server.tables.game.position(code, LATEST)
        timeouts = [choice.timed_out for choice in position.choices if choice.seat == 1]
    absence = Absence(server.tables.presence, server.infra.clock)
    assert absence.timed_out_seats(position) == set()


async def test_claim_expires(server: Running, new_player: NewPerson, advance_clock: AdvanceClock) -> None:
    """The process that claimed it died."""
    code, _, _ = await start_table(new_player, terms={"clock": "relaxed"})
    advance_clock(RELAXED_TIMEOUT_S)
    async with server.infra.database.write() as cursor:
        now = server.infra.clock.now()
        assert len(await repository.claim_due(cursor, now, now + CLAIM_S, 9)) == 1
    assert await server.tables.timekeeping.deadlines.run_due() == 0
    advance_clock(CLAIM_S)
    assert await server.tables.timekeeping.deadlines.run_due() == 1
    assert await movers(server.services, code) == [(0, True), (1, True)]


@pytest.mark.backend("each")
async def test_after_a_time_without_any_server_there_is_a_minute_of_grace(
    server: Running, new_player: NewPerson, stop_clock: StopClock, advance_clock: AdvanceClock
) -> None:
    code, _, _ = await start_table(new_player, terms={"clock": "relaxed"})
    stop_clock(server)
    advance_clock(3600)
    async with build_services(server.infra.settings) as after:
        await after.tables.timekeeping.deadlines.caught_up.wait()
        await asyncio.gather(*after.tables.timekeeping.deadlines._serving.values())
        await after.tables.timekeeping.deadlines.run_due()
        assert await movers(after, code) == []
        advance_clock(OUTAGE_GRACE_S - 1)
        await after.tables.timekeeping.deadlines.run_due()
        assert await movers(after, code) == []
        advance_clock(1 + TIMEOUT_GRACE_S)
        await after.tables.timekeeping.deadlines.run_due()
        assert await movers(after, code) == [(0, True), (1, True)]


async def test_move_id_of_the_caretaker_cannot_be_taken(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """By a move with the id that its next one will have."""
    _, _, pages = await start_table(new_player, terms={"clock": "relaxed"})
    await pages[0].send({"type": "play", "id": f"{TIME_UP_PREFIX}2", "turn": 0, "move": {}})
    assert (await pages[0].next("refused"))["code"] == "malformed"


async def test_bots_of_a_turn_based_table_play_on_after_a_restart(
    settings: Settings, new_guest: NewPerson
) -> None:
    """Nobody has a page open that would wake them, and it is nobody else's turn."""
    async with Running(settings.model_copy(update={"bot_pause": 3600.0})) as server:
        ada = await new_guest("Ada", at=server)
        code = (await ada.create_table(2, bots="random", terms={"clock": "day"}))["code"]
        await ada.start(code)
        page = await ada.open_page(code)
        await page.wait_for_turn()
        await page.play_legal_move()
        await page.close()
        before = await server.tables.game.position(code, LATEST)
        assert [*before.turns] == [*before.bots_to_act] == [1]
    async with build_services(settings) as services:
        while (await services.tables.game.position(code, LATEST)).version == before.version:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_slow_table_does_not_delay_the_deadlines_of_others(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players are all away, and each move of the caretaker takes a while."""
    slow, _, _ = await start_table(new_player, terms={"clock": "relaxed"})
    think, released = Bots._choose, asyncio.Event()

    async def think_for_long(bots: Bots, position: Position, seat: Seat) -> ChosenMove:
        if position.table.code == slow:
            await released.wait()
        return await think(bots, position, seat)

    monkeypatch.setattr(Bots, "_choose", think_for_long)
    served = server.tables.timekeeping.deadlines
    advance_clock(RELAXED_TIMEOUT_S)
    async with asyncio.timeout(LONGEST_WAIT):
        await served._serve_all()
        other, _, _ = await start_table(new_player, terms={"clock": "relaxed"})
        advance_clock(RELAXED_TIMEOUT_S)
        await served._serve_all()
    while await movers(server.services, other) != [(0, True), (1, True)]:
        await asyncio.wait([*served._serving.values()], return_when=asyncio.FIRST_COMPLETED)
    assert await movers(server.services, slow) == []
    released.set()
    await asyncio.wait([*served._serving.values()])
    assert await movers(server.services, slow) == [(0, True), (1, True)]


async def test_failure_of_one_table_is_logged(
    server: Running,
    new_player: NewPerson,
    advance_clock: AdvanceClock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The deadlines of other tables are enforced, so nothing else would tell of it."""
    codes = [(await start_table(new_player, terms={"clock": "relaxed"}))[0] for _ in range(2)]
    damaged = (await server.tables.game.table(codes[0])).id
    reschedule = repository.reschedule

    async def reschedule_others(cursor: Cursor, table: int, until: float, due: float | None) -> None:
        if table == damaged:
            raise ValueError
        await reschedule(cursor, table, until, due)

    monkeypatch.setattr(repository, "reschedule", reschedule_others)
    advance_clock(RELAXED_TIMEOUT_S)
    assert await server.tables.timekeeping.deadlines.run_due() == 2
    assert [record.message for record in caplog.records if record.exc_info] == [
        "a deadline cannot be enforced"
    ]


async def test_number_of_slow_tables_is_bounded(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On an overloaded server, deadlines would otherwise take all connections to the database."""
    tables = [(await start_table(new_player, terms={"clock": "relaxed"}))[0] for _ in range(3)]
    think, released = Bots._choose, asyncio.Event()

    async def think_for_long(bots: Bots, position: Position, seat: Seat) -> ChosenMove:
        await released.wait()
        return await think(bots, position, seat)

    monkeypatch.setattr(Bots, "_choose", think_for_long)
    monkeypatch.setattr(deadlines, "MAX_SERVING", 2)
    served = server.tables.timekeeping.deadlines
    advance_clock(RELAXED_TIMEOUT_S)
    assert [await served.run_due(0.1), await served.run_due(0.1)] == [2, 0]
    released.set()
    await asyncio.wait([*served._serving.values()])
    assert await served.run_due() > 0
    for code in tables:
        assert (await movers(server.services, code))[:2] == [(0, True), (1, True)]
