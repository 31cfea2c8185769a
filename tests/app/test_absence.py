"""Votes on absent players, on pauses, and on a table's clock."""

import asyncio
from collections.abc import Iterable
from uuid import UUID

import pytest

from app.core.errors import ServiceUnavailable
from app.tables.game.bot_choice import ChosenMove
from app.tables.game.bots import Bots
from app.tables.game.position import Position
from app.tables.game.protocol import Play as PlayMessage
from app.tables.game.service import LATEST, GameService
from app.tables.time_control.presets import TIME_CONTROLS, TIMEOUT_GRACE_S
from app.tables.timekeeping import repository
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.table_status import TableStatusNotifier
from engine.record import read_record, replay
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import NewPerson, play_out, refusal_code
from tests.app.timekeeping import (
    ABSENT,
    PRESENT,
    RELAXED_TIMEOUT_S,
    AdvanceClock,
    leave_for_long,
    movers,
    set_caretaker,
    vote,
    wait_for_driver,
    wait_for_status,
    wait_for_version,
)

pytestmark = [pytest.mark.slow, pytest.mark.backend("any")]


async def first_two(server: Running, code: str) -> frozenset[UUID]:
    """Returns the players of the first two seats."""
    table = await server.tables.game.table(code)
    return frozenset(chair.player for chair in table.seats[:2] if chair.player)


@pytest.mark.usefixtures("short_absence")
async def test_absent_player_is_replaced_and_comes_back(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=3)
    ada, bo, cy = people
    assert await refusal_code(vote(ada, code, "caretaker", about=2)) == "not_away"
    await leave_for_long(server, pages, pages[2])
    await vote(ada, code, "caretaker", about=2)
    status = await wait_for_status(pages[1], votes=[{"about": 2, "seat": 0, "wish": "caretaker"}])
    assert status["seats"] == {"2": ABSENT}, "one of two is no majority"
    assert await movers(server.services, code) == []
    await vote(bo, code, "caretaker", about=2)
    await wait_for_status(pages[1], seats={"2": {**ABSENT, "caretaker": True}}, votes=[])
    for page in pages[:2]:
        await page.play_legal_move()
    while pages[0].version < 3:
        await pages[0].next("update")
    assert sorted((await movers(server.services, code))[:3]) == [(0, False), (1, False), (2, True)]
    page = await cy.open_page(code)
    await wait_for_status(page, seats={"2": {**PRESENT, "caretaker": True}})
    await set_caretaker(cy, code, plays=False)
    await wait_for_status(page, seats={})
    position = await server.tables.game.position(code, LATEST)
    await wait_for_version(page, position.number(Seat(2), position.version))  # what the caretaker played last
    await play_out(page, *pages[:2])
    record = await ada.record(code)
    assert len(record["meta"]["caretaker"]) >= 1
    assert all(record["moves"][ply][0] == 2 for ply in record["meta"]["caretaker"])


@pytest.mark.usefixtures("short_absence")
async def test_absence_is_queried_for_new_pages_only(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, pages = await start_table(new_player, seats=3)
    await leave_for_long(server, pages, pages[2])
    looked, away = list[str](), server.tables.presence.seconds_away

    async def noted(code: str, players: Iterable[UUID]) -> dict[UUID, float] | None:
        looked.append(code)
        return await away(code, players)

    scheduled, people_at_table = list[str](), await first_two(server, code)
    with monkeypatch.context() as patch:
        patch.setattr(server.tables.timekeeping.table_status, "_schedule_refresh", scheduled.append)
        server.tables.timekeeping.table_status.on_presence(code, people_at_table)
    assert scheduled == []
    monkeypatch.setattr(server.tables.presence, "seconds_away", noted)
    await wait_for_status(await people[0].open_page(code), seats={"2": ABSENT})
    assert looked


@pytest.mark.usefixtures("short_absence")
async def test_failed_query_of_absence_is_retried(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, pages = await start_table(new_player, seats=3)
    await leave_for_long(server, pages, pages[2])
    failed = asyncio.Event()

    async def fails(*_: object) -> None:
        failed.set()
        raise ServiceUnavailable

    with monkeypatch.context() as away:
        away.setattr(TableStatusNotifier, "_votes_and_request", fails)
        await vote(people[0], code, "end", about=2)
        await failed.wait()
    server.tables.timekeeping.table_status.on_presence(code, await first_two(server, code))
    await wait_for_status(pages[1], votes=[{"about": 2, "seat": 0, "wish": "end"}])


@pytest.mark.usefixtures("short_absence")
async def test_majority_ends_the_game(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=2)
    await pages[0].play_legal_move()
    await leave_for_long(server, pages, pages[1])
    await vote(people[0], code, "end", about=1)
    while pages[0].table["status"] != "abandoned":
        await pages[0].receive()
    assert pages[0].turn is None
    record = await people[0].record(code)
    assert record["moves"][-1] == [None, {"kind": "abandon"}]
    [*_, end] = replay(read_record(record))
    assert end.abandoned
    assert record["result"] == {"abandoned": True}
    assert await refusal_code(vote(people[0], code, "pause")) == "game_over"
    fresh = await people[0].open_page(code)
    assert fresh.table["status"] == "abandoned"
    assert [events for version, events in fresh.log.items() if version == 2] in ([], [[]])


async def test_vote_starts_after_two_timeouts(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, pages = await start_table(new_player, seats=2, terms={"clock": "relaxed"})
    position = await server.tables.game.position(code)
    while [made.timed_out for made in position.choices if made.seat == 1] != [True, True]:
        if 0 in position.turns:
            await pages[0].play_legal_move()
        else:
            advance_clock(RELAXED_TIMEOUT_S)
            await server.tables.timekeeping.deadlines.run_due()
            advance_clock(-RELAXED_TIMEOUT_S)
        position = await server.tables.game.position(code, LATEST)
    await wait_for_status(pages[0], seats={"1": {**PRESENT, "late": True}})
    await vote(people[0], code, "caretaker", about=1)
    await wait_for_status(pages[1], seats={"1": {**PRESENT, "late": True, "caretaker": True}})


async def test_player_leaves_and_comes_back(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=2)
    await set_caretaker(people[1], code, plays=True)
    await pages[0].play_legal_move()
    while pages[0].version < 2:
        await pages[0].next("update")
    both = (await movers(server.services, code))[:2]
    assert sorted(both) == [(0, False), (1, True)], "both discard at the same time"
    await wait_for_driver(server, code)
    version = (await server.tables.game.position(code)).version
    await set_caretaker(people[0], code, plays=True)
    await wait_for_driver(server, code)
    assert (await server.tables.game.position(code)).version == version, "all have left: nobody plays on"
    await set_caretaker(people[0], code, plays=False)
    while pages[0].turn is None:
        await pages[0].next("update")


async def test_clocks_stop_when_all_have_left(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, _ = await start_table(new_player, terms={"clock": "relaxed"})
    for person in reversed(people):
        await set_caretaker(person, code, plays=True)
    advance_clock(10_000)
    await set_caretaker(people[0], code, plays=False)
    await server.tables.timekeeping.deadlines.run_due()
    assert (0, True) not in await movers(server.services, code)
    page = await people[0].open_page(code)
    await page.wait_for_turn()
    assert 80_000 < page.clocks["0"]["left"] <= 90_000


@pytest.mark.backend("each")
async def test_returning_twice_changes_nothing(server: Running, new_player: NewPerson) -> None:
    code, (ada, bo), _ = await start_table(new_player)
    await set_caretaker(bo, code, plays=True)
    for _ in range(2):
        await set_caretaker(bo, code, plays=False)
    before = (await server.tables.game.table(code)).changes
    await asyncio.gather(*(set_caretaker(person, code, plays=False) for person in (ada, bo)))
    after = await server.tables.game.table(code)
    assert (after.changes, after.is_deserted) == (before, False)
    assert not after.seats[1].caretaker


async def test_returning_player_keeps_the_choice_before_the_notice_arrives(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They returned at another process while this one's caretaker was thinking."""
    code, people, pages = await start_table(new_player)
    table, back = await server.tables.game.table(code), asyncio.Event()
    think = Bots._choose

    async def meanwhile(bots: Bots, position: Position, seat: Seat) -> ChosenMove:
        if position.table.code != code:  # bots of other tests may still play
            return await think(bots, position, seat)
        async with server.infra.database.write() as cursor:
            await repository.set_caretaker(cursor, table.id, seat, plays=False)
        back.set()
        return await think(bots, position, seat)

    monkeypatch.setattr(Bots, "_choose", meanwhile)
    await set_caretaker(people[1], code, plays=True)
    await pages[0].play_legal_move()
    await back.wait()
    await pages[1].play_legal_move()
    assert (await movers(server.services, code))[:2] == [(0, False), (1, False)]


async def test_player_who_moves_is_back(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a valid move, while the caretaker thinks about it; stale moves may be sent by a page in the
    background.
    """
    thought, think = asyncio.Event(), Bots._choose

    async def think_for_long(bots: Bots, position: Position, seat: Seat) -> ChosenMove:
        await thought.wait()
        return await think(bots, position, seat)

    monkeypatch.setattr(Bots, "_choose", think_for_long)
    code, people, pages = await start_table(new_player)
    for page in pages:
        await page.play_legal_move()
    position = await server.tables.game.position(code)
    [seat] = position.turns
    page = pages[seat]
    await page.wait_for_turn()
    await set_caretaker(people[seat], code, plays=True)
    assert (await page.play(page.legal()[0], turn=0))["type"] == "stale"
    assert (await server.tables.game.table(code)).seats[seat].caretaker
    await page.play_legal_move()
    assert not (await server.tables.game.table(code)).seats[seat].caretaker
    thought.set()
    await pages[next(iter(position.turns))].play_legal_move()
    assert not any(by_caretaker for _, by_caretaker in await movers(server.services, code))


@pytest.mark.usefixtures("short_absence")
async def test_absent_player_blocks_a_pause_until_replaced(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=3)
    await leave_for_long(server, pages, pages[2])
    for person in people[:2]:
        await vote(person, code, "pause")
    status = await wait_for_status(pages[0], votes=[{"seat": seat, "wish": "pause"} for seat in (0, 1)])
    assert not status["paused"]
    for person in people[:2]:
        await vote(person, code, "caretaker", about=2)
    await wait_for_status(pages[0], paused=True, votes=[])


async def test_pause_and_its_end_need_all_votes(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, (ada, bo), pages = await start_table(new_player, terms={"clock": "relaxed"})
    await vote(ada, code, "pause")
    assert not (await wait_for_status(pages[1]))["paused"]
    await vote(bo, code, "pause")
    status = await wait_for_status(pages[1], paused=True)
    assert "left" not in status["clocks"]["0"]
    assert (await pages[0].play(pages[0].legal()[0]))["code"] == "paused"
    advance_clock(10_000)
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == []
    assert await refusal_code(vote(ada, code, "to_days")) == "not_at_this_table"
    await vote(ada, code, "go_on")
    await vote(bo, code, "go_on")
    status = await wait_for_status(pages[1], paused=False)
    assert 80_000 < status["clocks"]["0"]["left"] <= 90_000
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == [], "the pause does not count"
    assert (await pages[0].play_legal_move())["type"] == "accepted"


@pytest.mark.backend("each")
async def test_move_queued_while_a_pause_is_agreed_on(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, people, pages = await start_table(new_player)
    play_move = GameService.play_move

    async def after_a_pause(play: GameService, code: str, seat: Seat, message: PlayMessage) -> int:
        for person in people:
            await vote(person, code, "pause")
        return await play_move(play, code, seat, message)

    monkeypatch.setattr(GameService, "play_move", after_a_pause)
    assert (await pages[0].play(pages[0].legal()[0]))["code"] == "paused"
    assert await movers(server.services, code) == []


async def test_game_is_adjourned_and_resumed(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, pages = await start_table(new_player, terms={"clock": "quick"})
    for wish, clock in (("to_days", "day"), ("to_live", "quick")):
        for person in people:
            await vote(person, code, wish)
        while pages[0].table["terms"]["clock"] != clock:
            await pages[0].next("table")
    advance_clock(TIME_CONTROLS["quick"].move_s + TIME_CONTROLS["quick"].bank_s + 2 * TIMEOUT_GRACE_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert await movers(server.services, code) == [(0, True), (1, True)]


@pytest.mark.usefixtures("short_absence")
async def test_what_is_refused(server: Running, new_player: NewPerson) -> None:
    code, (ada, _), pages = await start_table(new_player, terms={"caretaker": False})
    eve = await new_player("Eve")
    assert await refusal_code(vote(eve, code, "pause")) == "not_seated"
    assert await refusal_code(set_caretaker(eve, code, plays=True)) == "not_seated"
    assert await refusal_code(set_caretaker(ada, code, plays=True)) == "no_caretaker"
    assert await refusal_code(vote(ada, code, "end", about=0)) == "no_such_seat"
    assert await refusal_code(vote(ada, code, "end", about=7)) == "no_such_seat"
    assert await refusal_code(vote(ada, code, "end")) == "not_at_this_table"
    assert await refusal_code(vote(ada, code, "go_on")) == "not_at_this_table"
    assert await refusal_code(vote(ada, code, "dance")) == "malformed"
    assert await refusal_code(vote(ada, "nowhere", "pause")) == "table_not_found"
    opened = (await ada.create_table(2))["code"]
    assert await refusal_code(vote(ada, opened, "pause")) == "not_started"
    await leave_for_long(server, pages, pages[1])
    assert await refusal_code(vote(ada, code, "caretaker", about=1)) == "no_caretaker"


@pytest.mark.usefixtures("short_absence")
async def test_votes_on_a_returned_player_are_removed(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=3)
    await leave_for_long(server, pages, pages[2])
    await vote(people[0], code, "end", about=2)
    await wait_for_status(pages[1], votes=[{"about": 2, "seat": 0, "wish": "end"}])
    await people[2].open_page(code)
    await wait_for_status(pages[1], seats={}, votes=[])
    assert (await people[0].request("GET", f"/tables/{code}"))["status"] == "playing"


@pytest.mark.parametrize("goes", ["by a click", "without a word"])
@pytest.mark.usefixtures("short_absence")
async def test_vote_passes_when_those_who_have_not_voted_leave(
    server: Running, new_player: NewPerson, goes: str
) -> None:
    """A majority of those present suffices; players who have voted need not vote again."""
    code, people, pages = await start_table(new_player, seats=4)
    await leave_for_long(server, pages, pages[3])
    await vote(people[0], code, "caretaker", about=3)
    for person, page in zip(people[1:3], pages[1:3], strict=True):
        if goes == "by a click":
            await set_caretaker(person, code, plays=True)
        else:
            await page.close()
    status = await wait_for_status(pages[0])
    while not status["seats"].get("3", {}).get("caretaker"):
        status = await wait_for_status(pages[0])
    assert status["votes"] == []
    await wait_for_version(pages[0], 3 if goes == "by a click" else 1)
    assert (3, True) in await movers(server.services, code), "the caretaker plays at once"


async def test_vote_survives_a_restart_of_redis(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All absences count from the restart: nobody seems to be away, but nobody is back either."""
    monkeypatch.setattr(Absence, "DISCONNECTED_AFTER_S", 0.3)
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.6)
    code, people, pages = await start_table(new_player, 4)
    await leave_for_long(server, pages, pages[3])
    await people[0].request("PUT", f"/tables/{code}/votes", {"about": 3, "wish": "end"})
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 3600.0)
    await server.infra.redis.flushall()
    server.tables.timekeeping.table_status.on_gap()
    while (status := await pages[0].next("standing"))["seats"].get("3", {}).get("away"):
        pass
    assert [vote["about"] for vote in status["votes"]] == [3]
