"""Tables that an administrator closes, and the reason that is shown there."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.core.errors import ServiceUnavailable
from engine.types import Json
from tests.app.administrators import (
    WHY,
    administrator_of,
    new_client,
    server_with_administrator,
    take_action,
)
from tests.app.chat import seat_two
from tests.app.local_server import Running
from tests.app.people import Refusal, play_out, start_game


@pytest.fixture
async def server(database_url: str, redis_url: str) -> AsyncIterator[Running]:
    """A server with an administrator."""
    async with server_with_administrator(database_url, redis_url) as server:
        yield server


async def test_administrator_closes_a_table(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server) as ada,
        await new_client(server) as bo,
    ):
        waiting, playing = await seat_two(ada, bo), await start_game(ada, bo)
        for code in (waiting, playing):
            page = await bo.open_page(code)
            await take_action(boss, f"/tables/{code}/close")
            while not page.table["closed"]:
                await page.next("table")
            assert (page.table["closed"], page.table["status"]) == (WHY["why"], "abandoned")
            with pytest.raises(Refusal, match="game_over"):
                await take_action(boss, f"/tables/{code}/close")
            again = await ada.open_page(code)
            assert again.table["status"] == "abandoned"
        with pytest.raises(Refusal, match="already_started"):
            await bo.sit(waiting, 2)
        assert (await ada.record(playing))["result"] == {"abandoned": True}
        with pytest.raises(Refusal, match="table_not_found"):
            await take_action(boss, "/tables/nowhere/close")


async def test_game_that_ended_before_it_was_closed_shows_no_reason(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails between the decision and its execution, and the players finish the game."""

    async def fail(code: str) -> None:
        raise ServiceUnavailable

    async with await administrator_of(server) as boss, await new_client(server) as ada:
        code = await start_game(ada, seats=2, bots="random")
        with monkeypatch.context() as outage:
            outage.setattr(server.services.tables.game, "abandon", fail)
            with pytest.raises(Refusal, match="one_moment"):
                await take_action(boss, f"/tables/{code}/close")
        await play_out(await ada.open_page(code))
        table = await boss.request("GET", f"/tables/{code}")
        assert (table["status"], table["closed"]) == ("finished", "")


async def test_closing_a_game_that_a_vote_ended_shows_no_reason(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vote is decided between the decision and its execution."""
    abandon = server.services.tables.game.abandon

    async def abandon_second(code: str) -> None:
        await abandon(code)
        await abandon(code)

    async with await administrator_of(server) as boss, await new_client(server) as ada:
        code = await start_game(ada, seats=2, bots="random")
        monkeypatch.setattr(server.services.tables.game, "abandon", abandon_second)
        with pytest.raises(Refusal, match="game_over"):
            await take_action(boss, f"/tables/{code}/close")
        table = await boss.request("GET", f"/tables/{code}")
        assert (table["status"], table["closed"]) == ("abandoned", "")
        [act] = (await boss.request("GET", "/admin"))["acts"]
        assert act["act"] == "close"  # the log is never changed


async def test_second_closing_keeps_the_reason_of_the_first(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have stored their reasons before the game ends."""
    abandon = server.services.tables.game.abandon
    is_second, is_over = asyncio.Event(), asyncio.Event()

    async with await administrator_of(server) as boss, await new_client(server) as ada:
        path = f"/tables/{await start_game(ada, seats=2, bots='random')}/close"
        closings: list[asyncio.Task[Json]] = []

        async def abandon_in_order(code: str) -> None:
            if closings:
                is_second.set()
                await is_over.wait()
            else:
                closings.append(asyncio.create_task(take_action(boss, path, why="The second.")))
                await is_second.wait()
            await abandon(code)
            is_over.set()

        monkeypatch.setattr(server.services.tables.game, "abandon", abandon_in_order)
        await take_action(boss, path, why="The first.")
        with pytest.raises(Refusal, match="game_over"):
            await closings[0]
        table = await boss.request("GET", path.removesuffix("/close"))
        assert (table["status"], table["closed"]) == ("abandoned", "The first.")
