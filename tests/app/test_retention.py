"""Data is kept no longer than the privacy page states. Tests set the clock."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import bindparam, select, update

from app.infra.database.engine import now
from app.infra.database.models.base import Base
from app.infra.database.query import Command, ValueQuery
from app.infra.database.schema import (
    CHAT_LINES,
    HANDOVERS,
    HELD_NAMES,
    IMPORTS,
    MOVES,
    NIGHTS,
    PACK_CONTENTS,
    PLAYERS,
    REPORTS,
    SEATS,
    SECURITY_EVENTS,
    SEEN_DEALS,
    SESSIONS,
    SHARED_REPLAY_LINES,
    SHARED_REPLAYS,
    TABLES,
)
from app.maintenance.retention import repository
from app.maintenance.retention.service import Retention
from app.moderation import repository as admin
from app.players.accounts.repository import add_player
from app.players.accounts.sessions import SessionIdentity
from app.settings import Settings
from app.tables.chat import repository as chat_repository
from app.tables.chat.repository import NewLine
from app.tables.game.repository import end, load_table
from app.tables.lobby import repository as lobby
from engine.types import Seat
from tests.app.accounts import PASSWORD, create_account
from tests.app.branches import RECORD, import_record
from tests.app.card_packs import add_pack
from tests.app.chat import receive_lines, send_chat
from tests.app.local_server import Running
from tests.app.nights import create_night
from tests.app.people import Person, play_out, start_game
from tests.app.shared_replays import create_shared_replay, finish_game, join_shared_replay

KEYS = {"tables": TABLES.c.id, "seats": SEATS.c.table_id, "moves": MOVES.c.table_id}
MOVE_ON = Command(
    update(SHARED_REPLAYS).values(moved_at=bindparam("moment", type_=SHARED_REPLAYS.c.moved_at.type))
)
BY_HAND = {"seats.player_id", "tables.host_id"}  # players referenced here are kept


@pytest.fixture
async def server(database_url: str, redis_url: str) -> AsyncIterator[Running]:
    settings = Settings(database_url=database_url, redis_url=redis_url, secret_key="k" * 32, bot_pause=0)
    async with Running(settings) as server:
        yield server


async def run_after(server: Running, **time: float) -> None:
    """Runs the deletion this much later, by two processes at once."""
    jobs = [Retention(server.infra.database, lambda: now() + timedelta(**time)) for _ in range(2)]
    await asyncio.gather(*(job.delete_expired() for job in jobs))
    for job in jobs:
        await job.close()


async def stored_values(server: Running, column: Any) -> set[Any]:
    async with server.infra.database.read() as cursor:
        return set(await cursor.fetch_all(ValueQuery[Any](select(column))))


async def table_codes(server: Running) -> set[str]:
    return await stored_values(server, TABLES.c.code)


async def test_tables_that_never_started_are_deleted_after_a_day(server: Running) -> None:
    """Private ones after a week: a link may be sent days before the game."""
    async with Person(server.url) as ada, Person(server.url) as bo:
        playing = await start_game(ada, bo)
        public = (await ada.create_table(3, terms={"visibility": "public"}))["code"]
        private = (await ada.create_table(3))["code"]
        await run_after(server, hours=23)
        assert await table_codes(server) == {playing, public, private}
        await run_after(server, hours=25)
        assert await table_codes(server) == {playing, private}
        await run_after(server, days=6.9)
        assert await table_codes(server) == {playing, private}
        await run_after(server, days=7.1)
        assert await table_codes(server) == {playing}
        assert len(await stored_values(server, KEYS["seats"])) == 1, "its seats, too"


async def test_imports_of_inactive_guests_are_deleted(server: Running) -> None:
    """Also of guests who stay because they have a game; those of accounts stay."""
    async with Person(server.url) as ada, Person(server.url) as bo:
        await play_out(
            *[await one.open_page(code) for code in [await start_game(ada, bo)] for one in (ada, bo)]
        )
        await create_account(bo, "Bo Imports")
        kept_by = [(await import_record(person, RECORD)).json()["code"] for person in (ada, bo)]
        await run_after(server, days=89)
        assert await stored_values(server, IMPORTS.c.code) == set(kept_by)
        await run_after(server, days=91)
        assert await stored_values(server, IMPORTS.c.code) == {kept_by[1]}


async def test_tables_without_moves_are_deleted_after_thirty_days(server: Running) -> None:
    async with Person(server.url) as ada, Person(server.url) as bo:
        over, playing = await start_game(ada, bo), await start_game(ada, bo)
        await play_out(await ada.open_page(over), await bo.open_page(over))
        await (await ada.open_page(playing)).play_legal_move()
        await run_after(server, days=29.9)
        assert await table_codes(server) == {over, playing}
        await run_after(server, days=30.1)
        assert await table_codes(server) == {over}, "finished games stay"
        assert len(await stored_values(server, KEYS["moves"])) == 1


async def test_tables_closed_by_an_administrator_are_kept_for_thirty_days(server: Running) -> None:
    """People who come back to one read why; it would be deleted after a day otherwise."""
    async with Person(server.url) as ada:
        await ada.start_session()
        code = (await ada.create_table(3, terms={"visibility": "public"}))["code"]
    async with server.infra.database.write() as cursor:
        table = await load_table(cursor, code)
        await admin.set_closed_reason(cursor, table.id, "spam")
        await end(cursor, table.id, "abandoned")
    await run_after(server, days=29)
    assert await table_codes(server) == {code}
    await run_after(server, days=31)
    assert await table_codes(server) == set()


async def test_paused_and_turn_based_games_are_kept_for_ninety_days(server: Running) -> None:
    """Not those that were paused and resumed."""
    async with Person(server.url) as ada, Person(server.url) as bo:
        by_days, paused, went_on = [
            await start_game(ada, bo, terms={"clock": clock}) for clock in ("day", "relaxed", "relaxed")
        ]
        for code, wish in ((paused, "pause"), (went_on, "pause"), (went_on, "go_on")):
            for person in (ada, bo):
                await person.request("PUT", f"/tables/{code}/votes", {"about": None, "wish": wish})
        await run_after(server, days=30.1)
        assert await table_codes(server) == {by_days, paused}
        await run_after(server, days=90.1)
        assert await table_codes(server) == set()


async def test_guests_without_games_are_deleted_after_ninety_days(server: Running) -> None:
    async with Person(server.url) as idle, Person(server.url) as ada, Person(server.url) as bo:
        await idle.start_session("Idle")
        await idle.request("POST", "/handover")
        over = await start_game(ada, bo)
        await play_out(await ada.open_page(over), await bo.open_page(over))
        async with Person(server.url) as account:
            await account.start_session()
            await create_account(account, "Account")
        await run_after(server, days=89.9)
        assert len(await stored_values(server, PLAYERS.c.id)) == 4
        await run_after(server, days=90.1)
        assert "Idle" not in await stored_values(server, PLAYERS.c.name)
        assert len(await stored_values(server, PLAYERS.c.id)) == 3
        assert len(await stored_values(server, SESSIONS.c.player_id)) == 3


async def test_host_without_a_seat_does_not_stop_the_deletion_of_others(server: Running) -> None:
    async with Person(server.url) as ada, Person(server.url) as bo:
        code = await start_game(ada, bo)
        await play_out(await ada.open_page(code), await bo.open_page(code))
    idle = await server.players.accounts.create_guest("")
    table = await server.tables.game.table(code)
    async with server.infra.database.write() as cursor:
        await lobby.clear(cursor, table, Seat(0))
    await run_after(server, days=91)
    left = await stored_values(server, PLAYERS.c.id)
    assert table.host in left
    assert idle.player not in left


async def test_active_guests_are_kept(server: Running) -> None:
    guest = await server.players.accounts.create_guest("")
    await set_moment(server, PLAYERS, guest.player, "created_at", now() - timedelta(days=200))
    await run_after(server)
    assert guest.player in await stored_values(server, PLAYERS.c.id)


async def test_ended_sessions_and_used_links_are_deleted(server: Running) -> None:
    services = server.services
    ada = await services.players.accounts.create_guest("")
    phone = await services.players.devices.redeem_link(
        None, await services.players.devices.create_link(ada), ""
    )
    await services.players.devices.create_link(ada)
    await services.players.devices.end(ada, phone.session)
    await run_after(server, hours=23)
    assert phone.session in await stored_values(server, SESSIONS.c.id)
    assert not await stored_values(server, HANDOVERS.c.digest)
    await run_after(server, hours=25)
    assert await stored_values(server, SESSIONS.c.id) == {ada.session}


async def test_ended_session_of_the_previous_version_is_kept(server: Running) -> None:
    """Its id is the player's own: if its end were deleted, the cookie would be valid again."""
    async with server.infra.database.write() as cursor:
        player = await add_player(cursor, "Old Friend")
    before = SessionIdentity(player, player)
    await server.players.accounts.authenticate(before)
    await server.players.devices.end(before, before.session)
    await run_after(server, days=2)
    assert before.session in await stored_values(server, SESSIONS.c.id)


async def test_deletion_continues_until_nothing_is_left(server: Running) -> None:
    for _ in range(repository.BATCH + 3):
        await server.players.accounts.create_guest("")
    await run_after(server, days=91)
    assert not await stored_values(server, PLAYERS.c.id)


def test_no_reference_prevents_a_deletion() -> None:
    """References are deleted or set to null: otherwise the job would fail forever."""
    keys = {
        f"{key.parent.table.name}.{key.parent.name}": key.ondelete
        for table in Base.metadata.tables.values()
        for key in table.foreign_keys
        if key.column.table.name in ("players", "tables", "sessions")
    }
    assert set(keys) >= BY_HAND
    assert {name for name, then in keys.items() if then not in ("CASCADE", "SET NULL")} == BY_HAND


async def set_moment(server: Running, table: Any, row: UUID, column: str, moment: datetime) -> None:
    change = update(table).where(table.c.id == bindparam("row")).values({column: bindparam("moment")})
    async with server.infra.database.write() as cursor:
        await cursor.execute(Command(change), row=row, moment=moment)


async def test_lobby_chat_is_deleted_after_a_week_and_reports_after_ninety_days(server: Running) -> None:
    async with Person(server.url) as ada, Person(server.url) as bo:
        table = await start_game(ada, bo)
        visitor = await server.players.accounts.create_guest("")
        async with server.infra.database.write() as cursor:
            at_table = await load_table(cursor, table)
            for place in (None, at_table.id):
                line = NewLine(place, visitor.player, f"{place}", "Ada", f"at {place}", None)
                await chat_repository.add(cursor, line)
            player = visitor.player
            await chat_repository.add_report(
                cursor, player, player, "Bo", table=table, words="rude", lines=[], address_key=""
            )
        await run_after(server, days=6.9)
        assert len(await stored_values(server, CHAT_LINES.c.text)) == 2
        await run_after(server, days=7.1)
        assert await stored_values(server, CHAT_LINES.c.text) == {f"at {at_table.id}"}
        assert await stored_values(server, REPORTS.c.words) == {"rude"}
        await run_after(server, days=90.1)
        assert not await stored_values(server, REPORTS.c.words)


async def test_deleted_pack_is_kept_as_long_as_its_report(server: Running) -> None:
    async with Person(server.url) as ada:
        await ada.start_session()
        await create_account(ada, "Ada Packs")
        gone, kept = await add_pack(ada), await add_pack(ada)
        await ada.request("POST", "/packs/reports", {"name": gone["name"], "code": "", "words": ""})
        await ada.request("DELETE", f"/packs/{gone['code']}")
        await run_after(server, days=89)
        assert await stored_values(server, PACK_CONTENTS.c.name) == {gone["name"], kept["name"]}
        await run_after(server, days=91)
        assert await stored_values(server, PACK_CONTENTS.c.name) == {kept["name"]}


async def test_seen_deals_are_deleted_after_a_year(server: Running) -> None:
    """Until then they are part of the player's data, and are deleted with the account."""
    async with Person(server.url) as ada, Person(server.url) as bo:
        code = await start_game(ada, seats=2, bots="sensible")
        await play_out(await ada.open_page(code))
        await bo.start_session()
        await create_account(bo, "Bo Sees")  # a guest without games would be deleted before
        await bo.request("GET", f"/replays/{code}")
        [seen] = (await bo.request("GET", "/account/data"))["games_seen"]
        assert seen["code"] == code
        await run_after(server, days=364)
        assert await stored_values(server, SEEN_DEALS.c.code) == {code}
        await run_after(server, days=366)
        assert await stored_values(server, SEEN_DEALS.c.code) == set()
        await bo.request("GET", f"/replays/{code}")
        await bo.request("POST", "/account/deletion", {"password": PASSWORD})
        assert await stored_values(server, SEEN_DEALS.c.code) == set()


async def share_replay_and_say(server: Running, text: str) -> str:
    """Shares the replay of a game, writes a line in its chat, and returns the shared replay's code."""
    async with Person(server.url) as ada:
        review = await create_shared_replay(ada, await finish_game(ada))
        page = await join_shared_replay(ada, review)
        await send_chat(page, text)
        await receive_lines(page)
    return review


async def test_shared_replays_and_their_chat_are_deleted_after_a_week(server: Running) -> None:
    review = await share_replay_and_say(server, "hello")
    await run_after(server, days=6.9)
    assert await stored_values(server, SHARED_REPLAYS.c.code) == {review}
    assert await stored_values(server, SHARED_REPLAY_LINES.c.text) == {"hello"}
    await run_after(server, days=7.1)
    assert not await stored_values(server, SHARED_REPLAYS.c.code) | await stored_values(
        server, SHARED_REPLAY_LINES.c.text
    )


async def test_chat_of_a_shared_replay_that_goes_on_is_deleted_after_a_week(server: Running) -> None:
    review = await share_replay_and_say(server, "hello")
    async with server.infra.database.write() as cursor:
        await cursor.execute(MOVE_ON, moment=now() + timedelta(days=6))
    await run_after(server, days=8)
    assert await stored_values(server, SHARED_REPLAYS.c.code) == {review}
    assert not await stored_values(server, SHARED_REPLAY_LINES.c.text)


async def test_security_events_are_deleted_after_ninety_days(server: Running) -> None:
    async with Person(server.url) as ada:
        await ada.start_session()
        await create_account(ada, "Ada Events")
        await ada.request("PUT", "/account/password", {"password": PASSWORD, "new": "another horse"})
    await run_after(server, days=89)
    assert await stored_values(server, SECURITY_EVENTS.c.kind) == {"password"}
    await run_after(server, days=91)
    assert await stored_values(server, SECURITY_EVENTS.c.kind) == set()


async def test_nights_are_deleted_ninety_days_after_their_end(server: Running) -> None:
    async with Person(server.url) as ada:
        await ada.start_session()
        waiting, closed = [await create_night(ada) for _ in range(2)]
        await ada.request("POST", f"/nights/{closed}/close")
    await run_after(server, days=89)
    assert await stored_values(server, NIGHTS.c.code) == {waiting, closed}
    await run_after(server, days=91)
    assert await stored_values(server, NIGHTS.c.code) == {waiting}


async def test_former_names_are_released_when_they_are_no_longer_held(server: Running) -> None:
    async with Person(server.url) as ada:
        await ada.start_session()
        await create_account(ada, "Ada Before")
        await ada.request("PATCH", "/me", {"name": "Ada After"})
    held = await stored_values(server, HELD_NAMES.c.until)
    assert len(held) == 2
    await run_after(server)
    assert await stored_values(server, HELD_NAMES.c.until) == held
    await run_after(server, days=10_000)
    assert await stored_values(server, HELD_NAMES.c.until) == {None}, "the account's present name"
