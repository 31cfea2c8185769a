"""Rated games count by how they end: leaving, stalling, pausing and votes do not avoid a loss."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from app.infra.database.query import Command
from app.infra.database.schema import TABLES
from app.main import Services
from app.moderation import repository as admin
from app.players.ratings import repository
from app.players.ratings.scale import Rating
from app.tables.game.remaining_time import clock_states
from app.tables.game.service import LATEST
from app.tables.timekeeping import deserted
from app.tables.timekeeping import repository as timekeeping_repository
from engine.types import Seat
from tests.app.games import start_table
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson, Page, play_out, refusal_code
from tests.app.timekeeping import (
    ABSENT,
    RELAXED_TIMEOUT_S,
    AdvanceClock,
    leave_all,
    leave_for_long,
    movers,
    set_caretaker,
    vote,
    wait_for_status,
)

pytestmark = pytest.mark.backend("any")

RATED = {"visibility": "public", "clock": "relaxed"}
FORGET_RATED = Command(
    update(TABLES).where(TABLES.c.code == bindparam("table")).values(rated=bindparam("before"))
)
NEW = (Rating().points, 0)


async def ratings_after(services: Services, code: str) -> list[tuple[int, int]]:
    """Returns points and number of rated games by seat, after all finished games were counted."""
    await services.tables.result_recorder.catch_up()
    table, found = await services.tables.game.table(code), []
    async with services.infra.database.read() as cursor:
        for chair in table.seats:
            assert chair.player is not None
            rows = await repository.ratings_of(cursor, chair.player)
            found.append((Rating(rows[0].mu, rows[0].sigma).points, rows[0].games) if rows else NEW)
    return found


async def play_first_legal_move(page: Page) -> None:
    """Plays the first legal move, or receives the move that the caretaker made first."""
    await page.wait_for_turn()
    turn = page.turn
    answer = await page.play(page.legal()[0])
    while page.version < answer["version"] if answer["type"] == "accepted" else page.turn == turn:
        await page.next("update")


async def finish_game(pages: Iterable[Page]) -> None:
    """Plays to the end of the game, and waits for the last moves of caretakers."""

    async def one(page: Page) -> None:
        while page.table.get("status") != "finished":
            if page.turn is None:
                await page.receive()
            else:
                await play_first_legal_move(page)

    await asyncio.gather(*map(one, pages))


async def places(services: Services, code: str) -> tuple[int, ...]:
    """Returns the seats' places by current score."""
    position = await services.tables.game.position(code, LATEST)
    return position.game.places(position.state) or ()


async def play_until_scored(services: Services, code: str, pages: Iterable[Page]) -> None:
    """Plays first legal moves until one seat alone leads after the first round."""

    async def one(page: Page) -> None:
        while not await places(services, code):
            if page.turn is None:
                await page.receive()
            else:
                await page.play_legal_move()

    tasks = [asyncio.create_task(one(page)) for page in pages]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def wait_for_end(page: Page) -> None:
    while page.table["status"] not in ("finished", "abandoned"):
        await page.receive()


async def test_leaving_does_not_avoid_a_loss(server: Running, new_player: NewPerson) -> None:
    """Whatever the caretaker achieves: leaving gains nothing, and the loss counts for the seat's player."""
    code, people, pages = await start_table(new_player, seats=3, terms=RATED)
    await set_caretaker(people[2], code, plays=True)
    await pages[2].close()
    await play_out(*pages[:2])
    ended, (_, _, left) = await places(server.services, code), await ratings_after(server.services, code)
    assert left[1] == 1
    assert left[0] <= NEW[0]
    if ended[2] == 3 and ended.count(3) == 1:
        assert left[0] < NEW[0]
    assert any('"substituted":[2]' in message for message in pages[0].received)


async def test_open_pages_get_the_changes_of_rating(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=2, terms=RATED)
    watcher = await (await new_player("Eve")).open_page(code)
    assert all("rating" not in seat for seat in watcher.table["seats"])
    await play_out(*pages)
    while not all("rating" in seat for seat in watcher.table["seats"]):
        await watcher.receive()
    before = [seat["rating"]["before"] for seat in watcher.table["seats"]]
    after = [seat["rating"]["after"] for seat in watcher.table["seats"]]
    assert before == [NEW[0]] * 2
    assert after == [points for points, _ in await ratings_after(server.services, code)]
    [change] = (await people[0].request("GET", "/account/data"))["rating_changes"]
    assert change == {"code": code, "before": before[0], "after": after[0]}
    await people[0].request("POST", "/account/deletion", {"password": ""})
    seats = (await people[1].request("GET", f"/tables/{code}"))["seats"]
    assert ["rating" in seat for seat in seats] == [False, True]


async def test_returning_for_the_last_move_does_not_avoid_a_loss(
    server: Running, new_player: NewPerson
) -> None:
    code, people, pages = await start_table(new_player, terms=RATED)
    await set_caretaker(people[1], code, plays=True)
    await pages[0].play_legal_move()
    while (1, True) not in await movers(server.services, code):
        await pages[0].receive()
    await set_caretaker(people[1], code, plays=False)
    await finish_game(pages)
    assert not any(chair.caretaker for chair in (await server.tables.game.table(code)).seats)
    points, games = (await ratings_after(server.services, code))[1]
    assert (points <= NEW[0], games) == (True, 1)


async def test_timeout_does_not_avoid_a_loss(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, _, pages = await start_table(new_player, terms=RATED)
    advance_clock(RELAXED_TIMEOUT_S)
    async with asyncio.timeout(LONGEST_WAIT):  # the server's own sweep may be running
        while not {(0, True), (1, True)} <= set(await movers(server.services, code)):
            await server.tables.timekeeping.deadlines.run_due()
            await asyncio.sleep(0.05)
    advance_clock(-RELAXED_TIMEOUT_S)
    await finish_game(pages)
    found = await ratings_after(server.services, code)
    assert all(points <= NEW[0] and games == 1 for points, games in found), "caretakers played for both"


async def test_deleted_player_keeps_a_final_place(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, seats=3, terms=RATED)
    await people[2].request("POST", "/account/deletion", {"password": ""})
    await play_out(*pages[:2])
    assert [games for _, games in await ratings_after(server.services, code)] == [1, 1, 0]


@pytest.mark.usefixtures("short_absence")
async def test_a_losing_majority_cannot_void_the_game(server: Running, new_player: NewPerson) -> None:
    """One of them leaves and the others vote for the end: the leader gains, they lose, and it counts once."""
    code, people, pages = await start_table(new_player, seats=4, terms=RATED)
    await play_until_scored(server.services, code, pages)
    ended = await places(server.services, code)
    leader = ended.index(1)
    losing = [seat for seat in range(4) if seat != leader]
    away, *voters = losing
    await pages[away].close()
    page = pages[leader]
    await wait_for_status(await people[leader].open_page(code), seats={str(away): ABSENT})
    for seat in voters:
        await vote(people[seat], code, "end", about=away)
    await wait_for_end(page)
    for _ in range(2):
        found = await ratings_after(server.services, code)
        assert [games for _, games in found] == [1, 1, 1, 1]
        assert found[leader][0] > NEW[0] or ended.count(1) > 1
        assert all(found[seat][0] <= NEW[0] for seat in losing)
        assert any(found[seat][0] < NEW[0] for seat in losing)
    assert (await people[leader].record(code))["result"] == {"abandoned": True}


@pytest.mark.usefixtures("short_absence")
async def test_vote_does_not_secure_a_lead(server: Running, new_player: NewPerson) -> None:
    """A player who votes for the end cannot gain by it, and one who does not cannot lose."""
    code, people, pages = await start_table(new_player, seats=4, terms=RATED)
    await play_until_scored(server.services, code, pages)
    ended = await places(server.services, code)
    against = ended.index(max(ended))
    away, *voters = [seat for seat in range(4) if seat != against]
    await pages[away].close()
    await wait_for_status(await people[against].open_page(code), seats={str(away): ABSENT})
    for seat in voters:
        await vote(people[seat], code, "end", about=away)
    await wait_for_end(pages[against])
    found = await ratings_after(server.services, code)
    assert found[against][0] >= NEW[0]
    assert all(found[seat][0] <= NEW[0] for seat in (away, *voters))


@pytest.mark.usefixtures("short_absence")
async def test_all_who_are_away_when_the_others_end_a_game_have_stopped_it(
    server: Running, new_player: NewPerson
) -> None:
    """Not only the one whom the vote is about."""
    code, people, pages = await start_table(new_player, seats=5, terms=RATED)
    await leave_for_long(server, pages, *pages[3:])
    for person in people[:2]:
        await vote(person, code, "end", about=3)
    assert (await server.tables.game.table(code)).stopped_by == frozenset(map(Seat, (0, 1, 3, 4)))


@pytest.mark.backend("each")
@pytest.mark.usefixtures("short_absence")
async def test_vote_before_the_first_score_leaves_ratings_unchanged(
    server: Running, new_player: NewPerson
) -> None:
    code, people, pages = await start_table(new_player, terms=RATED)
    await leave_for_long(server, pages, pages[1])
    await vote(people[0], code, "end", about=1)
    await wait_for_end(pages[0])
    assert await ratings_after(server.services, code) == [NEW, NEW]


@pytest.mark.backend("each")
async def test_game_closed_by_an_administrator_is_not_rated(server: Running, new_player: NewPerson) -> None:
    code, _, pages = await start_table(new_player, terms=RATED)
    await play_until_scored(server.services, code, pages)
    table = await server.tables.game.table(code)
    async with server.infra.database.write() as cursor:
        await stop_and_close(cursor, table.id)
    await server.tables.game.abandon(code)
    assert await ratings_after(server.services, code) == [NEW, NEW]


async def stop_and_close(cursor: Any, table: int) -> None:
    """Stores a vote that did not pass, and the reason of an administrator who closed the table."""
    await timekeeping_repository.set_stopped_by(cursor, table, [])
    await admin.set_closed_reason(cursor, table, "spam")


async def test_abandoned_game_is_finished_and_rated(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    """Otherwise a losing player could leave, too, and the game would never end."""
    code, people, pages = await start_table(new_player, terms=RATED)
    await leave_all(people, code)
    for page in pages:
        await page.close()
    advance_clock(deserted.TAKEOVER_DELAY_S - 10)
    await server.tables.timekeeping.deadlines.run_due()
    assert (0, True) not in await movers(server.services, code), "the players may return"
    advance_clock(20)
    await serve_until_finished(server.services, code)
    assert (await server.tables.game.table(code)).status == "finished"
    found = await ratings_after(server.services, code)
    assert [games for _, games in found] == [1, 1]
    assert all(points <= NEW[0] for points, _ in found)


async def test_abandoned_private_game_is_not_finished(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, _ = await start_table(new_player, terms={"clock": "relaxed"})
    await leave_all(people, code)
    advance_clock(10 * deserted.TAKEOVER_DELAY_S)
    await server.tables.timekeeping.deadlines.run_due()
    assert (0, True) not in await movers(server.services, code)


async def test_returning_player_continues_an_abandoned_game(
    server: Running, new_player: NewPerson, advance_clock: AdvanceClock
) -> None:
    code, people, pages = await start_table(new_player, terms=RATED)
    await leave_all(people, code)
    advance_clock(deserted.TAKEOVER_DELAY_S + 10)
    await server.tables.timekeeping.deadlines.run_due()
    await set_caretaker(people[0], code, plays=False)
    made = len(await movers(server.services, code))
    assert made > 0
    while (0, False) not in (await movers(server.services, code))[made:]:
        await play_first_legal_move(pages[0])


async def test_last_player_cannot_restart_the_clock(server: Running, new_player: NewPerson) -> None:
    """Neither by leaving and returning nor by a vote that nobody else takes part in."""
    code, people, _ = await start_table(new_player, terms=RATED)
    await set_caretaker(people[1], code, plays=True)
    before = clock_states(await server.tables.game.position(code, LATEST))[Seat(0)]
    for plays in (True, False):
        await set_caretaker(people[0], code, plays=plays)
    assert await refusal_code(vote(people[0], code, "to_days")) == "not_at_this_table"
    assert clock_states(await server.tables.game.position(code, LATEST))[Seat(0)] == before


async def test_vote_from_before_does_not_restart_the_last_players_clock(
    server: Running, new_player: NewPerson
) -> None:
    code, people, pages = await start_table(new_player, terms=RATED)
    await vote(people[0], code, "to_days")
    await set_caretaker(people[1], code, plays=True)
    assert (await server.tables.game.table(code)).settings.clock == RATED["clock"]
    await set_caretaker(people[1], code, plays=False)
    await vote(people[1], code, "to_days")
    while pages[0].table["terms"]["clock"] != "day":
        await pages[0].next("table")


async def serve_until_finished(services: Services, code: str) -> None:
    """Runs due deadlines every second, as the server does, until the game is finished."""
    for _ in range(200):
        await services.tables.timekeeping.deadlines.run_due()
        if (await services.tables.game.table(code)).over:
            return


async def test_clock_set_by_vote_does_not_make_a_game_rated(server: Running, new_player: NewPerson) -> None:
    """Otherwise a winning player alone with caretakers could vote for a clock."""
    code, people, pages = await start_table(new_player, terms={"visibility": "public", "clock": "none"})
    await set_caretaker(people[1], code, plays=True)
    await vote(people[0], code, "to_days")
    while pages[0].table["terms"]["clock"] != "day":
        await pages[0].next("table")
    assert not pages[0].table["rated"]
    await set_caretaker(people[1], code, plays=False)
    await finish_game(pages)
    assert await ratings_after(server.services, code) == [NEW, NEW]


async def test_clock_set_by_vote_does_not_make_a_game_unrated(server: Running, new_player: NewPerson) -> None:
    code, people, pages = await start_table(new_player, terms=RATED)
    for person in people:
        await vote(person, code, "to_days")
    while pages[0].table["terms"]["clock"] != "day":
        await pages[0].next("table")
    assert pages[0].table["rated"]
    await play_out(*pages)
    assert [games for _, games in await ratings_after(server.services, code)] == [1, 1]


async def test_table_states_whether_its_game_is_rated(new_player: NewPerson) -> None:
    """Without a caretaker it is not: a player who stops moving would prevent its end."""
    for terms, bots, is_rated in (
        (RATED, "", True),
        ({**RATED, "caretaker": False}, "", False),
        ({**RATED, "visibility": "link"}, "", False),
        ({**RATED, "clock": "none"}, "", False),
        (RATED, "sensible", False),
    ):
        table = await (await new_player("Ada")).create_table(2, terms=terms, bots=bots)
        assert table["rated"] is is_rated, (terms, bots)


@pytest.mark.backend("each")
async def test_game_of_the_previous_version_is_rated_by_its_settings(
    server: Running, new_player: NewPerson
) -> None:
    code, _, pages = await start_table(new_player, terms=RATED)
    async with server.infra.database.write() as cursor:
        await cursor.execute(FORGET_RATED, table=code, before=None)
    server.tables.game.invalidate(code)
    await play_out(*pages)
    assert [games for _, games in await ratings_after(server.services, code)] == [1, 1]
