"""Several server processes at one table: the record decides, and all pages see the same."""

import asyncio
import os
import signal

import pytest

from app.main import Services
from app.settings import Settings
from app.tables.game.position import StaleChoice
from app.tables.game.protocol import Play
from app.tables.game.service import LATEST
from engine.errors import NotToAct
from engine.moves import write_move
from engine.types import Seat
from tests.app.branches import RECORD, import_record
from tests.app.games import next_table, start_table
from tests.app.local_server import Running
from tests.app.people import BROKEN, NewPerson, Page, Person, play_out
from tests.e2e.server import Boxcats
from tests.services import Redis

pytestmark = pytest.mark.slow


async def first_legal_move(services: Services, code: str, seat: int, name: str) -> Play:
    """Returns the first legal move of the position that this process has loaded."""
    position = await services.tables.game.position(code)
    move = position.game.legal_moves(position.state, Seat(seat))[0]
    return Play(id=name, turn=position.turns[Seat(seat)], move=write_move(move))


async def test_concurrent_moves_of_two_processes_get_different_versions(
    running: Running, second_process: Services, new_person: NewPerson
) -> None:
    """Four seats put a card aside at two processes, which have not received each other's moves."""
    code, _, _ = await start_table(new_person, seats=4)
    processes = [running.services, second_process, running.services, second_process]
    moves = [await first_legal_move(services, code, seat, "one") for seat, services in enumerate(processes)]
    versions = await asyncio.gather(
        *(
            services.tables.game.play_move(code, Seat(seat), moves[seat])
            for seat, services in enumerate(processes)
        )
    )
    assert set(versions) == {1, 2, 3, 4}
    end = [
        await services.tables.game.position(code, LATEST) for services in (running.services, second_process)
    ]
    assert [position.version for position in end] == [4, 4]
    assert end[0].turns == end[1].turns
    for seat in (*map(Seat, range(4)), None):
        assert end[0].game.view(end[0].state, seat) == end[1].game.view(end[1].state, seat)


async def test_choice_is_made_once_by_two_processes(
    running: Running, second_process: Services, new_person: NewPerson
) -> None:
    """One is first; the other loads the move it missed, and refuses its own as stale."""
    code, _, _ = await start_table(new_person, seats=2)
    results = await asyncio.gather(
        running.tables.game.play_move(code, Seat(0), await first_legal_move(second_process, code, 0, "ours")),
        second_process.tables.game.play_move(
            code, Seat(0), await first_legal_move(second_process, code, 0, "theirs")
        ),
        return_exceptions=True,
    )
    assert [result for result in results if isinstance(result, int)] == [1]
    assert [type(result) for result in results if not isinstance(result, int)] == [NotToAct]
    assert (await second_process.tables.game.position(code, LATEST)).version == 1


async def test_move_is_checked_against_the_current_position(
    running: Running, second_process: Services, new_person: NewPerson
) -> None:
    """The notice has not arrived, and the choice arose from moves that this process has not loaded."""
    code, _, pages = await start_table(new_person, seats=2)
    old = await second_process.tables.game.position(code)
    gone = await first_legal_move(second_process, code, 0, "gone")
    for page in pages:
        await page.play_legal_move()
    present = await running.tables.game.position(code)
    [leader] = present.turns
    lead = await first_legal_move(running.services, code, leader, "lead")
    assert old.version == 0
    assert await second_process.tables.game.play_move(code, leader, lead) == 3
    assert old.version == 3
    if 0 in old.turns:
        with pytest.raises(StaleChoice):
            await second_process.tables.game.play_move(code, Seat(0), gone)


async def test_repeated_id_at_another_process_is_the_same_move(
    running: Running, second_process: Services, new_person: NewPerson
) -> None:
    code, _, _ = await start_table(new_person, seats=2)
    play = await first_legal_move(second_process, code, 1, "one")
    versions = await asyncio.gather(
        running.tables.game.play_move(code, Seat(1), play),
        second_process.tables.game.play_move(code, Seat(1), play),
    )
    assert set(versions) == {1}
    assert (await second_process.tables.game.position(code, LATEST)).version == 1


async def table_across_servers(
    servers: list[Running], new_guest: NewPerson
) -> tuple[str, list[Person], list[Page]]:
    """Starts a table of four players, two at each server, and opens their pages."""
    people = [await new_guest(f"Cat {seat}", at=servers[seat % 2]) for seat in range(4)]
    pages = []
    code = (await people[0].create_table(4))["code"]
    for seat, person in enumerate(people):
        pages.append(await person.open_page(code))
        if seat:
            await person.sit(code, seat)
            await person.ready(code)
    await people[0].start(code)
    return code, people, pages


async def test_players_at_two_servers_play_one_game(two_servers: list[Running], new_guest: NewPerson) -> None:
    code, people, pages = await table_across_servers(two_servers, new_guest)
    await play_out(*pages)
    assert all(page.view["result"] == pages[0].view["result"] for page in pages)
    assert all(page.log == pages[0].log for page in pages)
    records = [await person.record(code) for person in people]
    assert all(record == records[0] for record in records)


async def test_players_at_two_servers_play_a_rematch(
    two_servers: list[Running], new_guest: NewPerson
) -> None:
    _, _, pages = await table_across_servers(two_servers, new_guest)
    await play_out(*pages)
    for page in pages:
        await page.answer_rematch()
    new = await next_table(pages[0])
    for page in pages:
        await page.wait_for_table(new)
        await page.wait_for_turn()


async def test_play_continues_without_redis(
    two_servers: list[Running], redis: Redis, new_guest: NewPerson
) -> None:
    """Pages at one server continue at once; those at the other catch up when Redis is back."""
    _, _, pages = await table_across_servers(two_servers, new_guest)
    for page in pages:
        await page.wait_for_turn()
    redis.kill()
    try:
        await pages[0].play_legal_move()
        await pages[2].play_legal_move()
        await pages[1].play_legal_move()
        assert pages[1].version == 3, "it lost the race, loaded the others' moves, and became the third"
    finally:
        redis.start()
    for page in pages:
        while page.version < 3:
            await page.next("update")
    await play_out(*pages)


async def test_request_that_needs_redis_is_refused_without_it(settings: Settings) -> None:
    away = settings.model_copy(update={"redis_url": "redis://127.0.0.1:1/0"})
    async with Running(away) as server, Person(server.url) as ada:
        await ada.start_session()
        code = (await import_record(ada, RECORD)).json()["code"]
        answer = await ada.http.get(f"/api/replays/{code}/analysis")
    assert (answer.status_code, answer.json()) == (503, {"code": "one_moment"})


async def test_game_survives_a_killed_server(database_url: str, redis_url: str) -> None:
    """SIGKILL and restart: the page finds the same state; a move sent twice is stored once."""
    settings = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "SECRET_KEY": "k" * 32}
    with Boxcats(SOCKET_BURST="9999", **settings) as server:
        async with Person(server.url) as ada, Person(server.url) as bo:
            await ada.start_session("Ada")
            await bo.start_session("Bo")
            code = (await ada.create_table(3, bots="random"))["code"]
            await bo.sit(code, 1)
            await bo.ready(code)
            await ada.start(code)
            pages = [await ada.open_page(code), await bo.open_page(code)]
            while not pages[0].view.get("current", {}).get("cards"):
                mover = next((page for page in pages if page.turn is not None), None)
                await (mover.play_legal_move() if mover else pages[0].receive())
                for page in pages:
                    while page.version < max(one.version for one in pages):
                        await page.next("update")
            seen = pages[0].version
            await asyncio.to_thread(server.kill)
            assert await pages[0].wait_closed() == BROKEN
            await asyncio.to_thread(server.start)
            back = [await ada.open_page(code, log_from=seen), await bo.open_page(code)]
            for page in back:
                await page.next("update")
            assert back[0].version >= seen
            assert set(back[0].log) == set(range(seen + 1, back[0].version + 1))
            assert back[1].log.keys() == set(range(back[1].version + 1))
            await play_out(*back)
            record = await ada.record(code)
            assert len(record["moves"]) == back[0].version
            assert [record["seats"][0], record["seats"][1]] == ["Ada", "Bo"]


async def test_sigterm_tells_pages_to_reconnect() -> None:
    with Boxcats() as server:
        async with Person(server.url) as ada:
            await ada.start_session()
            page = await ada.open_page((await ada.create_table())["code"])
            assert server.process is not None
            os.kill(server.process.pid, signal.SIGTERM)
            assert await page.wait_closed() == 1012
            await asyncio.to_thread(server.process.wait, 10)
