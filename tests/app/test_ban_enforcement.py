"""Banned people leave tables and nights that have not started, and rematches begin without them."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import pytest

from app.events.duplicate_nights import repository
from app.infra.database.query import Cursor
from app.players.bans.repository import ban_player
from tests.app.accounts import create_account
from tests.app.administrators import administrator_of, new_client, server_with_administrator, take_action
from tests.app.games import next_table, player_at
from tests.app.local_server import Running
from tests.app.nights import create_night, join_night, night_info, own_table, started_night, stored_entrants
from tests.app.people import play_out, start_game


@pytest.fixture
async def server(database_url: str, redis_url: str) -> AsyncIterator[Running]:
    """A server per test, because bans affect everybody."""
    async with server_with_administrator(database_url, redis_url) as server:
        yield server


async def test_banned_host_leaves_tables_that_have_not_started(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server, "Bo") as bo,
    ):
        await create_account(ada, "Ada Hostile")
        code, running = (await ada.create_table(2))["code"], await start_game(ada, bo)
        await bo.sit(code, 1)
        await take_action(boss, "/bans", account="Ada Hostile", muted=True)
        assert (await bo.request("GET", f"/tables/{code}"))["seats"][0]["name"] == "Ada Hostile"
        await take_action(boss, "/bans", account="Ada Hostile", muted=False)
        table = await bo.request("GET", f"/tables/{code}")
        assert ([seat["kind"] for seat in table["seats"]], table["you_host"]) == (["empty", "person"], True)
        assert (await bo.request("GET", f"/tables/{running}"))["seats"][0]["name"] == "Ada Hostile"


async def test_open_nights_of_a_banned_host_are_canceled(server: Running) -> None:
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server, "Bo") as bo,
    ):
        await create_account(ada, "Ada Nightly")
        hosted, joined = await create_night(ada), await create_night(bo)
        await join_night(bo, hosted)
        await join_night(ada, joined)
        await take_action(boss, "/bans", account="Ada Nightly", muted=True)
        assert (await night_info(bo, hosted))["settings"]["status"] == "open"
        await take_action(boss, "/bans", account="Ada Nightly", muted=False)
        assert (await night_info(bo, hosted))["settings"]["status"] == "closed"
        info = await night_info(bo, joined)
        assert (info["settings"]["status"], info["people"]) == ("open", [])


async def test_ban_whose_process_was_killed_is_enforced_later(server: Running) -> None:
    async with await new_client(server, "Ada") as ada, await new_client(server, "Bo") as bo:
        code = (await ada.create_table(2))["code"]
        await bo.sit(code, 1)
        player = await player_at(server.services, code, 0)
        async with server.infra.database.write() as cursor:
            await ban_player(cursor, player, "Ada", None, muted=False, why="")
        await server.services.moderation.ban_enforcement.sweep()
        table = await bo.request("GET", f"/tables/{code}")
        assert ([seat["kind"] for seat in table["seats"]], table["you_host"]) == (["empty", "person"], True)


@pytest.mark.backend("any")
async def test_failure_for_one_player_does_not_protect_others(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with await new_client(server, "Ada") as ada, await new_client(server, "Bo") as bo:
        codes = [(await one.create_table(2))["code"] for one in (ada, bo)]
        failing, other = [await player_at(server.services, code, 0) for code in codes]
        leave_all = server.services.tables.lobby.leave_all

        async def leave_unless_failing(player: UUID) -> None:
            if player == failing:
                raise ValueError
            await leave_all(player)

        enforcement = server.services.moderation.ban_enforcement
        monkeypatch.setattr(enforcement, "_leave_all", [leave_unless_failing])
        async with server.infra.database.write() as cursor:
            for player, name in ((failing, "Ada"), (other, "Bo")):
                await ban_player(cursor, player, name, None, muted=False, why="")
        await enforcement.sweep()
        assert (await server.tables.game.table(codes[1])).seats[0].kind == "empty"
        assert "a banned player could not leave" in caplog.text


@pytest.mark.backend("any")
async def test_people_of_a_banned_network_leave_what_has_not_started(server: Running) -> None:
    """Unless they are connected from elsewhere as well."""
    inside, outside = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.114.7"}
    async with (
        await administrator_of(server) as boss,
        await new_client(server, address="203.0.113.7") as ada,
        await new_client(server, address="203.0.113.7") as bo,
        await new_client(server) as cy,
    ):
        left, kept = [(await host.create_table(2))["code"] for host in (ada, bo)]
        night = await create_night(ada)
        page = await ada.connect("/ws/lobby", **inside)
        for elsewhere in (inside, outside):
            await bo.connect("/ws/lobby", **elsewhere)
        await take_action(boss, "/bans", network="203.0.113.0/24", muted=False)
        assert await page.wait_closed() == 4423
        tables = [await cy.request("GET", f"/tables/{code}") for code in (left, kept)]
        assert [table["seats"][0]["kind"] for table in tables] == ["empty", "person"]
        assert (await night_info(cy, night))["settings"]["status"] == "closed"


async def test_banned_player_is_neither_awaited_nor_seated_at_a_rematch(server: Running) -> None:
    """Nor after having agreed to it: nobody would play for them."""
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server, "Bo") as bo,
        await new_client(server, "Cy") as cy,
    ):
        await create_account(ada, "Ada Agreeing")
        await create_account(bo, "Bo Silent")
        code = await start_game(ada, bo, cy)
        pages = [await person.open_page(code) for person in (ada, bo, cy)]
        await play_out(*pages)
        await pages[0].answer_rematch()
        while not pages[2].table["seats"][0]["again"]:
            await pages[2].next("table")
        for name in ("Ada Agreeing", "Bo Silent"):
            await take_action(boss, "/bans", account=name, muted=False)
        await pages[2].answer_rematch()
        await pages[2].wait_for_table(await next_table(pages[2]))
        assert [seat["kind"] for seat in pages[2].table["seats"]] == ["person", "empty", "empty"]


@pytest.mark.backend("any")
async def test_rematch_begins_without_players_of_a_banned_network(server: Running) -> None:
    """Who agreed to it before they were disconnected."""
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada", address="203.0.113.7") as ada,
        await new_client(server, "Bo") as bo,
        await new_client(server, "Cy") as cy,
    ):
        code = await start_game(ada, bo, cy)
        pages = [await person.open_page(code) for person in (ada, bo, cy)]
        await play_out(*pages)
        await pages[0].answer_rematch()
        while not pages[2].table["seats"][0]["again"]:
            await pages[2].next("table")
        await take_action(boss, "/bans", network="203.0.113.0/24", muted=False)
        for page in pages[1:]:
            await page.answer_rematch()
        await pages[2].wait_for_table(await next_table(pages[2]))
        assert [seat["name"] for seat in pages[2].table["seats"]] == ["Cy", "", "Bo"]


@pytest.mark.parametrize("change", ["start", "close", "leave"])
async def test_night_that_changes_meanwhile_does_not_stop_leaving(
    server: Running, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """Two nights are open when they are read; the first one changes before it is locked."""
    async with await new_client(server, "Ada") as ada, await new_client(server, "Bo") as bo:
        hosted, joined = await create_night(ada), await create_night(bo)
        codes = [joined, hosted] if change == "leave" else [hosted, joined]
        await join_night(ada, joined)
        player = (await stored_entrants(server, joined))[0].player_id
        have_been_read = asyncio.Event()
        nights_of = repository.nights_of

        async def read(cursor: Cursor, who: UUID) -> list[repository.Night]:
            found = await nights_of(cursor, who)
            have_been_read.set()
            return sorted(found, key=lambda night: codes.index(night.code))

        monkeypatch.setattr(repository, "nights_of", read)
        async with server.infra.database.write() as cursor:
            night = await repository.lock(cursor, codes[0])
            assert night is not None
            leaving = asyncio.create_task(server.events.nights.leave_all(player))
            await have_been_read.wait()
            match change:
                case "start":
                    await repository.start(cursor, night.id)
                case "close":
                    await repository.end(cursor, night.id, "closed")
                case _:
                    await repository.leave(cursor, night.id, player)
        await leaving
        monkeypatch.undo()
        assert (await night_info(bo, hosted))["settings"]["status"] == (
            "playing" if change == "start" else "closed"
        )
        assert (await night_info(bo, joined))["people"] == []


async def test_banned_player_leaves_a_running_night(server: Running) -> None:
    """The seat has a bot from the next deal."""
    async with (
        await administrator_of(server) as boss,
        await new_client(server, "Ada") as ada,
        await new_client(server, "Bo") as bo,
    ):
        await create_account(ada, "Ada Midway")
        night = await started_night(bo, ada, people_per_table=2)
        tables = [await own_table(bo, night, 1)]
        await take_action(boss, "/bans", account="Ada Midway", muted=False)
        assert [one["name"] for one in (await night_info(bo, night))["people"]] == ["Bo"]
        await server.tables.game.abandon(tables[0])
        tables.append(await own_table(bo, night, 2))
        seats = [(await bo.request("GET", f"/tables/{code}"))["seats"] for code in tables]
        assert [sorted(seat["kind"] for seat in table) for table in seats] == [
            ["person", "person"],
            ["bot", "person"],
        ]
