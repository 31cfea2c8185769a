"""Lost notices are made up for: here a second process without Redis changes tables."""

from collections.abc import AsyncIterator

import pytest

from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.main import Services, build_services
from app.settings import Settings
from app.tables.game import change_poller as poll
from app.tables.game.change_poller import RoundRobin
from tests.app.games import play_in_process, player_at
from tests.app.local_server import Running
from tests.app.people import NewPerson, Page, Person, salt
from tests.services import MakeDatabase, Redis

OFTEN = 0.1  # seconds


@pytest.fixture
async def server(
    new_postgres: MakeDatabase, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    monkeypatch.setattr(poll, "VERSIONS_INTERVAL_S", OFTEN)
    monkeypatch.setattr(poll, "PEOPLE_INTERVAL_S", OFTEN)
    settings = Settings(
        database_url=await new_postgres(), redis_url=redis.url, secret_key="k" * 32, socket_burst=9999
    )
    async with Running(settings) as server:
        yield server


@pytest.fixture
async def unconnected_process(server: Running) -> AsyncIterator[Services]:
    """A second process on the same database, without Redis."""
    async with build_services(server.infra.settings.model_copy(update={"redis_url": ""})) as services:
        yield services


async def start_game_with_page(server: Running, new_guest: NewPerson) -> tuple[str, list[Person], Page]:
    """Starts a game of two players and opens the first one's page."""
    ada, bo = await new_guest("Ada", at=server), await new_guest("Bo", at=server)
    code = (await ada.create_table(2))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    page = await ada.open_page(code)
    await ada.start(code)
    await page.next("update")
    return code, [ada, bo], page


async def test_move_is_polled(server: Running, unconnected_process: Services, new_guest: NewPerson) -> None:
    code, _, page = await start_game_with_page(server, new_guest)
    version = await play_in_process(unconnected_process, code)
    while page.version < version:
        await page.next("update")


async def test_result_of_a_vote_is_polled(
    server: Running, unconnected_process: Services, new_guest: NewPerson
) -> None:
    code, _, page = await start_game_with_page(server, new_guest)
    ada, bo = [await player_at(unconnected_process, code, seat) for seat in (0, 1)]
    for player in (ada, bo):
        await unconnected_process.tables.timekeeping.votes.vote(player, code, None, "pause")
    while not (await page.next("standing"))["paused"]:
        pass
    assert (await page.play(page.legal()[0]))["code"] == "paused"
    for player in (ada, bo):
        await unconnected_process.tables.timekeeping.votes.vote(player, code, None, "go_on")
    await unconnected_process.tables.timekeeping.votes.set_caretaker(bo, code, caretaker=True)
    while (await page.next("standing"))["seats"].keys() != {"1"}:
        pass
    await unconnected_process.tables.timekeeping.votes.vote(ada, code, None, "to_days")
    while page.table["terms"]["clock"] != "day":
        await page.next("table")


async def test_players_who_sit_down_are_polled(
    server: Running, unconnected_process: Services, new_guest: NewPerson
) -> None:
    ada, bo = await new_guest("Ada", at=server), await new_guest("Bo", at=server)
    code = (await ada.create_table(2))["code"]
    await bo.request("PUT", f"/tables/{code}/seats/1", {"salt": "0" * 32})
    bo_id = await player_at(server.services, code, 1)
    page = await ada.open_page(code)
    await unconnected_process.tables.lobby.leave(bo_id, code, 1)
    assert (await page.next("table"))["table"]["seats"][1]["kind"] == "empty"
    await unconnected_process.tables.lobby.sit(bo_id, code, 1, "1" * 32)
    assert (await page.next("table"))["table"]["seats"][1]["name"] == "Bo"


async def test_start_is_polled(server: Running, unconnected_process: Services, new_guest: NewPerson) -> None:
    ada = await new_guest("Ada", at=server)
    code = (await ada.create_table(2, bots="random"))["code"]
    page = await ada.open_page(code)
    await unconnected_process.tables.lobby.start(await player_at(server.services, code, 0), code)
    assert (await page.next("table"))["table"]["status"] == "playing"
    await page.wait_for_turn()


async def test_end_is_polled(server: Running, unconnected_process: Services, new_guest: NewPerson) -> None:
    """The last move was published, but not the end of the game."""
    code, _, page = await start_game_with_page(server, new_guest)
    while not (await unconnected_process.tables.game.position(code)).over:
        version = await play_in_process(unconnected_process, code)
    server.infra.pubsub.publish(TABLE_CHANGES, TableChanged(code, version))
    await page.wait_for_end()
    assert page.version == version


async def test_rematch_is_polled(
    server: Running, unconnected_process: Services, new_guest: NewPerson
) -> None:
    code, _, page = await start_game_with_page(server, new_guest)
    while not (await unconnected_process.tables.game.position(code)).over:
        await play_in_process(unconnected_process, code)
    for seat in (0, 1):
        new = await unconnected_process.tables.rematch.answer(
            await player_at(unconnected_process, code, seat), code, salt()
        )
    await page.wait_for_table(new)
    await page.wait_for_turn()


def test_many_tables_are_polled_in_turns() -> None:
    turns, codes = RoundRobin(2), ["a", "b", "c", "d", "e"]
    assert [list(turns.take(codes)) for _ in range(4)] == [["a", "b"], ["c", "d"], ["e"], ["a", "b"]]
    assert list(turns.take(codes[:1])) == ["a"]
    assert list(turns.take([])) == []
