"""Export of personal data, and deletion of accounts: what remains has no name."""

import asyncio
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from asyncpg import DeadlockDetectedError
from sqlalchemy import ColumnElement, ScalarSelect, Table, bindparam, func, select

from app.events.duplicate_nights import seating
from app.infra.database.models.base import Base
from app.infra.database.paging import DictQuery
from app.infra.database.query import Command, Query, ValueQuery
from app.infra.database.schema import GUEST_NAMES, PLAYERS, SEATS, SESSIONS, WEBHOOKS
from app.players.accounts.sessions import COOKIE
from app.tables.game import tables
from app.tables.game.repository import load_table
from app.tables.turn_notifications import repository
from app.tables.turn_notifications.repository import Device
from engine.record import read_record, replay
from tests.app.accounts import PASSWORD, create_account, session_of, sign_in
from tests.app.branches import import_record, without_last_move
from tests.app.chat import connect_to_lobby, receive_lines, seat_two, send_chat
from tests.app.friends import follow
from tests.app.local_server import Running
from tests.app.locks import LOCK_TABLE, wait_for_waiting_connection
from tests.app.nights import night_when, open_own_table, own_table, started_night
from tests.app.people import (
    GAME,
    NewPerson,
    Person,
    Refusal,
    expect_refusal,
    play_out,
    refusal_code,
    start_game,
)
from tests.app.personal_data import BROWSER_STATE
from tests.app.shared_replays import create_shared_replay, join_shared_replay
from tests.app.timekeeping import set_caretaker


class PlayerLeft(NamedTuple):
    """What is stored about a deleted player: columns, and numbers of rows."""

    name: str
    cat: str | None
    zone: str  # of the quiet hours
    named: int  # as a guest
    seated: int  # with a name
    sessions: int  # open


def _rows(table: Table, *conditions: ColumnElement[bool]) -> ScalarSelect[int]:
    found = select(func.count()).where(table.c.player_id == bindparam("player"), *conditions)
    return found.scalar_subquery()


LEFT = Query(
    select(
        PLAYERS.c.name,
        PLAYERS.c.cat,
        PLAYERS.c.habits["quiet"]["zone"].as_string().label("zone"),
        _rows(GUEST_NAMES).label("named"),
        _rows(SEATS, SEATS.c.name != "").label("seated"),
        _rows(SESSIONS, SESSIONS.c.ended_at.is_(None)).label("sessions"),
    ).where(PLAYERS.c.id == bindparam("player")),
    PlayerLeft,
)
LOCK_SEATS = Command(select(SEATS.c.seat).where(SEATS.c.player_id == bindparam("player")).with_for_update())
LOCK_PLAYER = Command(
    select(PLAYERS.c.id).where(PLAYERS.c.id == bindparam("player")).with_for_update(read=True, key_share=True)
)
NEVER_ABORT = Command(select(func.set_config("deadlock_timeout", "1min", True)))  # this transaction
TERMINATE = ValueQuery[bool](select(func.pg_terminate_backend(bindparam("pid"))))
WEBHOOKS_LEFT = ValueQuery[int](select(func.count()).where(WEBHOOKS.c.player_id == bindparam("player")))


async def delete(person: Person) -> None:
    await person.request("POST", "/account/deletion", {"password": PASSWORD})


async def test_export_of_personal_data(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada Data"), await new_person("Bo Data")
    await ada.request("PUT", "/me/cat", {"cat": "lynx"})
    code = await start_game(ada, bo)
    answer = await ada.http.get("/api/account/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="boxcats.json"'
    data = answer.json()
    me = data["me"]
    assert (me["name"], me["cat"], me["account"]) == ("Ada Data", "lynx", False)
    [table] = data["tables"]
    assert (table["code"], table["seat"], table["status"]) == (code, 0, "playing")
    assert len(data["sessions"]) == 1
    [session] = await ada.request("GET", "/sessions")
    for secret in ("Bo Data", session["id"], ada.http.cookies[COOKIE]):
        assert secret not in answer.text


async def test_deleted_account_becomes_a_former_player(running: Running, new_person: NewPerson) -> None:
    ada, bo, phone = await new_person(), await new_person("Bo Stays"), await new_person()
    codes = await create_account(ada, "Ada Goes")
    await sign_in(phone, "Ada Goes")
    table = await start_game(ada, bo)
    await play_out(await ada.open_page(table), await bo.open_page(table))
    running_game = await start_game(ada, bo)
    page, own = await bo.open_page(running_game), await phone.open_page(running_game)
    assert (
        await refusal_code(ada.request("POST", "/account/deletion", {"password": "wrong horse"}))
        == "wrong_password"
    )
    await ada.request("POST", "/account/deletion", {"password": PASSWORD})

    assert await own.wait_closed() == 4401
    while page.table["seats"][0]["name"]:
        await page.next("table")
    assert [seat["name"] for seat in page.table["seats"]] == ["", "Bo Stays"]
    assert [seat["kind"] for seat in page.table["seats"]] == ["person", "person"]
    record = await bo.record(table)
    assert record["seats"] == ["?", "Bo Stays"]
    list(replay(read_record(record)))
    assert await refusal_code(bo.request("POST", "/session", {"name": "Ada Goes", "password": PASSWORD})) == (
        "wrong_password"
    )
    recovery = {"name": "Ada Goes", "code": codes[0], "new": "another horse"}
    assert await refusal_code(bo.request("POST", "/account/recovery", recovery)) == "wrong_code"
    with pytest.raises(Refusal, match="no_session"):
        await phone.request("GET", "/sessions")
    await play_out(page)  # the caretaker plays the empty seat
    body = {"name": "Ada Goes", "password": PASSWORD}
    assert await refusal_code(bo.request("POST", "/account", body)) == "name_taken", (
        "the name stays reserved for a while"
    )


async def test_next_player_becomes_the_host_of_a_game_in_play(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada Hosts", "Bo Next", "Cy Last")]
    code = await start_game(ada, bo, cy)
    for host, other in ((ada, bo), (bo, cy)):
        await expect_refusal("not_host", 403, other.request("PUT", f"/tables/{code}/chat", {"open": False}))
        await delete(host)
        assert (await other.request("GET", f"/tables/{code}"))["you_host"]
        await other.request("PUT", f"/tables/{code}/chat", {"open": False})


async def test_player_who_left_becomes_no_host(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada Hosts", "Bo Left", "Cy Stays")]
    code = await start_game(ada, bo, cy)
    await bo.request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    await delete(ada)
    assert (await cy.request("GET", f"/tables/{code}"))["you_host"]


async def test_guest_can_be_deleted(new_person: NewPerson) -> None:
    """A table that has not started frees their seat."""
    ada, bo = await new_person("Ada Guest"), await new_person("Bo")
    code = (await ada.create_table(2))["code"]
    await bo.sit(code, 1)
    await ada.request("POST", "/account/deletion", {"password": ""})
    seats = (await bo.request("GET", f"/tables/{code}"))["seats"]
    assert [(seat["kind"], seat["host"]) for seat in seats] == [("empty", False), ("person", True)]
    assert COOKIE not in ada.http.cookies


async def test_notification_addresses_are_deleted(running: Running, new_person: NewPerson) -> None:
    """Until then the export shows only their hosts: a complete address would permit posting there."""
    ada = await new_person()
    table = (await ada.create_table(2))["code"]
    visitor = session_of(running, ada)
    device = Device(
        "d" * 32,
        "https://push.example/secret-path",
        "secret-key",
        "secret-auth",
        "en",
        "https://cats.example",
    )
    async with running.infra.database.write() as cursor:
        await repository.add_device(cursor, visitor, device)
        row = await load_table(cursor, table)
        set_webhook = {
            "url": "https://ntfy.sh/secret-topic",
            "language": "en",
            "site": "https://cats.example",
        }
        await repository.set_webhook(cursor, row.id, visitor.player, **set_webhook)
    answer = await ada.http.get("/api/account/data")
    fields = {"language": "en", "site": "https://cats.example"}
    assert answer.json()["notices"] == [{"device": "d" * 32, "host": "push.example", **fields}]
    assert answer.json()["webhooks"] == [{"host": "ntfy.sh", **fields}]
    assert "secret-" not in answer.text
    await ada.request("POST", "/account/deletion", {"password": ""})
    async with running.infra.database.read() as cursor:
        assert await repository.devices_of(cursor, visitor.player) == []
        assert await cursor.fetch_row(WEBHOOKS_LEFT, player=visitor.player) == 0


async def test_no_database_table_keeps_name_or_texts_of_a_deleted_account(
    running: Running, new_person: NewPerson
) -> None:
    """Except reports and the audit log, as the privacy page states."""
    ada, bo = await new_person(), await new_person()
    await create_account(ada, "Ada Vanishes")
    over = await start_game(ada, bo)
    page = await ada.open_page(over)
    await play_out(page, await bo.open_page(over))
    await send_chat(page, "vanishing words at a table")
    await receive_lines(page)
    lobby = await connect_to_lobby(ada)
    await send_chat(lobby, "vanishing words in the lobby")
    await receive_lines(lobby)
    review = await join_shared_replay(ada, await create_shared_replay(ada, over))
    await send_chat(review, "vanishing words in a review")
    await receive_lines(review)
    record = await ada.record(over)
    await import_record(ada, without_last_move(record))
    await ada.request("PUT", f"/tables/{over}/notes/3", {"text": "vanishing words in a note", "shared": True})
    await ada.request(
        "POST", "/problems", {"table": over, "words": "vanishing problem", "page": BROWSER_STATE}
    )
    await follow(ada, bo)
    await follow(bo, ada)
    await seat_two(ada, bo)
    player = str(session_of(running, ada).player)
    report = {"table": over, "seat": 1, "line": None, "words": "vanishing words in a report"}
    await ada.request("POST", "/reports", report)
    kept = {"players", "seats", "said", "review_lines", "imports", "journal", "reports"}
    assert await kept_of(running, "vanish") == kept
    await ada.request("POST", "/account/deletion", {"password": PASSWORD})
    assert await kept_of(running, "vanish") == {"reports"}
    assert await kept_of(running, player) == {"players", "seats", "tables", "sessions", "held_names"}


async def kept_of(running: Running, text: str) -> set[str]:
    """Returns the database tables that contain this value."""
    async with running.infra.database.read() as cursor:
        rows = {
            name: await cursor.fetch_all(DictQuery(select(*table.columns)))
            for name, table in Base.metadata.tables.items()
        }
    return {name for name, found in rows.items() if text in str(found).casefold()}


async def test_deletion_reaches_what_other_processes_store(
    two_servers: list[Running], new_guest: NewPerson
) -> None:
    """They accept the sessions for two seconds more; a name is refused at once, the rest is erased later."""
    one, other = two_servers
    ada, twin, bo = await new_guest("Ada Goes", at=one), await new_guest(at=other), await new_guest(at=one)
    twin.http.cookies = ada.http.cookies
    await twin.request("GET", "/me")
    code = await start_game(ada, bo)
    player = session_of(one, ada).player
    await ada.request("POST", "/account/deletion", {"password": ""})
    with pytest.raises(Refusal, match="no_session"):
        await twin.request("PATCH", "/me", {"name": "Ada Again"})
    await twin.http.put("/api/me/cat", json={"cat": "lynx"})
    await twin.http.put("/api/me/days", json={"zone": "Asia/Tokyo", "since": 22, "until": 6})
    await twin.http.post("/api/tables", json={"game": GAME, "seats": 4, "terms": {}, "salt": "0" * 32})
    await one.services.account_deletion.repeat(inf)
    async with one.infra.database.read() as cursor:
        left = await cursor.fetch_row(LEFT, player=player)
    assert left == PlayerLeft(name="", cat=None, zone="UTC", named=0, seated=0, sessions=0)
    assert (await bo.request("GET", f"/tables/{code}"))["seats"][0]["name"] == ""


async def test_failure_for_one_player_does_not_keep_others_stored(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo")
    failing, other = [session_of(server, one).player for one in (ada, bo)]
    for one in (ada, bo):
        await one.request("POST", "/account/deletion", {"password": ""})
    deletion = server.services.account_deletion
    erase, is_failing, erased = deletion._erase, True, list[UUID]()

    async def erase_unless_failing(player: UUID) -> None:
        if player == failing and is_failing:
            raise ValueError
        await erase(player)
        erased.append(player)

    monkeypatch.setattr(deletion, "_erase", erase_unless_failing)
    await deletion.repeat(inf)
    assert erased == [other]
    is_failing = False
    await deletion.repeat(inf)
    assert erased == [other, failing]


async def test_deletion_that_deadlocks_can_be_repeated(served_server: Running, new_guest: NewPerson) -> None:
    """Another transaction locks a seat before its player."""
    ada = await new_guest(at=served_server)
    await create_account(ada, "Ada Waits")
    page = await ada.open_page(await start_game(ada, seats=2, bots="random"))
    await play_out(page)
    player = session_of(served_server, ada).player
    async with asyncio.timeout(20), served_server.infra.database.write() as cursor:
        await cursor.execute(NEVER_ABORT)
        await cursor.execute(LOCK_SEATS, player=player)
        deletion = asyncio.create_task(delete(ada))
        await wait_for_waiting_connection(cursor)
        await cursor.execute(LOCK_PLAYER, player=player)
        assert await refusal_code(deletion) == "one_moment"
    await delete(ada)


async def test_deletion_that_cannot_hand_over_a_seat_can_be_repeated(
    served_server: Running, new_guest: NewPerson
) -> None:
    """The connection is lost while another transaction locks the game's table."""
    ada, bo = await new_guest(at=served_server), await new_guest(at=served_server)
    await create_account(ada, "Ada Hands Over")
    code = await start_game(ada, bo)
    async with asyncio.timeout(20), served_server.infra.database.write() as cursor:
        await cursor.execute(LOCK_TABLE, code=code)
        deletion = asyncio.create_task(delete(ada))
        await cursor.fetch_row(TERMINATE, pid=await wait_for_waiting_connection(cursor))
        assert await refusal_code(deletion) == "one_moment"
    assert (await ada.request("GET", "/me"))["name"] == "Ada Hands Over"
    await delete(ada)
    await play_out(await bo.open_page(code))  # the caretaker plays the empty seat


async def test_deletion_is_repeated_after_a_deadlock(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postgres rolls it back if it meets a move at one of the player's tables."""
    ada, deletion = await new_person("Ada"), running.services.account_deletion
    erase, deadlocks = deletion._erase, [DeadlockDetectedError(), DeadlockDetectedError()]

    async def erase_late(player: UUID) -> None:
        if deadlocks:
            raise deadlocks.pop()
        await erase(player)

    monkeypatch.setattr(deletion, "_erase", erase_late)
    await ada.request("POST", "/account/deletion", {"password": ""})
    assert (await ada.http.get("/api/me?create=false")).status_code == 401


async def test_player_is_not_left_at_a_table_that_a_night_creates_meanwhile(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The night has read its players when the deletion begins. A bot plays the seat at the new table."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await started_night(ada, bo)
    table = await own_table(ada, code, 1)
    for deal in (1, 2):
        await play_out(await open_own_table(bo, code, deal))
    create, begins, deleted = seating._create, asyncio.Event(), asyncio.Event()

    async def create_later(*rows: Any) -> tables.Table:
        begins.set()
        with suppress(TimeoutError):  # the deletion waits for the night
            await asyncio.wait_for(deleted.wait(), timeout=0.5)
        return await create(*rows)

    monkeypatch.setattr(seating, "_create", create_later)
    await set_caretaker(ada, table, plays=True)
    await begins.wait()
    await ada.request("POST", "/account/deletion", {"password": ""})
    deleted.set()
    await night_when(bo, code, lambda info: info["settings"]["status"] == "finished")
