"""A stolen cookie cannot take over an account: that requires the password again."""

import asyncio

import pytest

from app.infra.websocket.close_codes import CloseCode
from app.players.accounts.sessions import SessionIdentity
from app.settings import Settings
from engine.types import Json
from tests.app.accounts import (
    PASSWORD,
    copy_session,
    create_account,
    expire_confirmation,
    legacy_guest,
    second_tab,
    sign_in,
)
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, refusal_code
from tests.security.server_settings import KEY
from tests.services import MakeDatabase

DEVICE = {
    "endpoint": "https://push.example/x",
    "p256dh": "B" + "A" * 86,
    "auth": "A" * 22,
    "language": "en",
}
HOOK = {"url": "https://ntfy.sh/thief", "language": "en"}
ATTACKS: list[tuple[str, str, Json | None]] = [
    ("PATCH", "/me", {"name": "Eve Now"}),
    ("DELETE", "/sessions", None),
    ("DELETE", "/sessions/{phone}", None),
    ("POST", "/handover", None),
    ("GET", "/account/data", None),
    ("PUT", "/push/abc", DEVICE),
    ("PUT", "/tables/{table}/webhook", HOOK),
    ("DELETE", "/tables/{table}/webhook", None),
]
WITH_PASSWORD: list[tuple[str, str, Json]] = [
    ("PUT", "/account/password", {"password": "wrong horse", "new": "eve's horse"}),
    ("POST", "/account/codes", {"password": "wrong horse"}),
    ("POST", "/account/deletion", {"password": "wrong horse"}),
]


async def test_thief_cannot_lock_the_owner_out(server: Running, new_player: NewPerson) -> None:
    ada, phone = await new_player(), await new_player()
    codes = await create_account(ada, "Ada Robbed")
    await sign_in(phone, "Ada Robbed")
    table = (await ada.create_table(2))["code"]
    await expire_confirmation(server, ada)
    [other] = [one["id"] for one in await ada.request("GET", "/sessions") if not one["this"]]
    async with copy_session(ada) as thief:
        for method, path, body in ATTACKS:
            there = path.format(phone=other, table=table)
            assert await refusal_code(thief.request(method, there, body)) == "password_needed", path
        for method, path, body in WITH_PASSWORD:
            assert await refusal_code(thief.request(method, path, body)) == "wrong_password"
    async with Person(server.url) as elsewhere:
        assert (await sign_in(elsewhere, "Ada Robbed"))["name"] == "Ada Robbed"
    assert (await phone.request("GET", "/me"))["name"] == "Ada Robbed"
    assert codes, "the old codes still work"


async def test_administrators_cookie_alone_cannot_moderate(new_sqlite: MakeDatabase) -> None:
    database = await new_sqlite()
    async with Running(Settings(database_url=database, secret_key=KEY)) as before, Person(before.url) as boss:
        await boss.start_session()
        await create_account(boss, "Chief Robbed")
    named = Settings(database_url=database, secret_key=KEY, admins="Chief Robbed")
    async with Running(named) as server, Person(server.url) as boss:
        await sign_in(boss, "Chief Robbed")
        await expire_confirmation(server, boss)
        async with copy_session(boss) as thief:
            for method, path, body in (
                ("GET", "/admin", None),
                ("GET", "/admin/reports/1/problem", None),
                ("POST", "/admin/bans", {"network": "203.0.113.0/24", "muted": False, "why": "x"}),
                ("POST", "/admin/bans/1/lift", {"why": "x"}),
                ("POST", "/admin/reports/1/settle", {"why": "x"}),
                ("POST", "/admin/tables/abcdef/close", {"why": "x"}),
            ):
                assert await refusal_code(thief.request(method, path, body)) == "password_needed", path
        await boss.request("POST", "/account/confirmation", {"password": PASSWORD})
        assert (await boss.request("GET", "/admin"))["bans"] == []


async def test_thief_cannot_guess_passwords_without_limit(new_sqlite: MakeDatabase) -> None:
    limited = Settings(database_url=await new_sqlite(), secret_key=KEY)
    async with Running(limited) as strict, Person(strict.url) as ada:
        await ada.start_session()
        await create_account(ada, "Ada Tried")
        async with copy_session(ada) as thief:
            tries = [
                await refusal_code(
                    thief.request("POST", "/account/confirmation", {"password": f"guess {number}"})
                )
                for number in range(20)
            ]
    assert tries[0] == "wrong_password"
    assert tries[-1] == "too_fast"
    assert tries.count("wrong_password") <= 10


async def test_confirmation_counts_in_its_own_session_only(server: Running, new_player: NewPerson) -> None:
    ada, phone = await new_player(), await new_player()
    await create_account(ada, "Ada Twice Here")
    await sign_in(phone, "Ada Twice Here")
    await expire_confirmation(server, phone)
    assert await refusal_code(phone.request("POST", "/handover")) == "password_needed"
    await ada.request("POST", "/handover")


async def test_device_signed_in_by_link_is_not_confirmed(new_player: NewPerson) -> None:
    ada, phone = await new_player(), await new_player()
    await create_account(ada, "Ada Hands Over")
    await phone.request("POST", "/handover/take", await ada.request("POST", "/handover"))
    assert await refusal_code(phone.request("PATCH", "/me", {"name": "Ada Renamed"})) == "password_needed"


async def test_thief_cannot_hide_security_events(new_player: NewPerson) -> None:
    """Dismissing an event hides it in one session only, and nobody dismisses another person's."""
    ada, phone, eve = await new_player(), await new_player(), await new_player()
    await create_account(ada, "Ada Watched")
    await sign_in(phone, "Ada Watched")
    await ada.request("POST", "/account/codes", {"password": PASSWORD})
    [event] = (await phone.request("GET", "/me"))["security_events"]
    path = f"/me/security-events/{event['id']}"
    await ada.request("DELETE", path)
    with pytest.raises(Refusal, match="not_found"):
        await eve.request("DELETE", path)
    assert (await phone.request("GET", "/me"))["security_events"] == [event]
    assert set(event) == {"id", "kind", "before", "after", "device", "at"}, "no session id is shown"


async def table_of_two_sessions(ada: Person, phone: Person) -> str:
    """Signs an account in twice, and returns the code of a table that it creates."""
    await ada.start_session()
    await create_account(ada, "Ada Robbed")
    await phone.start_session()
    await sign_in(phone, "Ada Robbed")
    code: str = (await phone.create_table())["code"]
    return code


@pytest.mark.parametrize("path", ["/api/games", "/api/tables/none/none"])
async def test_cookie_of_an_ended_session_uses_up_nothing(new_sqlite: MakeDatabase, path: str) -> None:
    """Its owner has ended it, and can still do everything while a thief sends requests with it."""
    database = await new_sqlite()
    settings = Settings(database_url=database, secret_key=KEY, request_rate=0.001, request_burst=40)
    async with Running(settings) as server, Person(server.url) as ada, Person(server.url) as phone:
        code = await table_of_two_sessions(ada, phone)
        async with copy_session(ada) as thief:
            await phone.request("DELETE", "/sessions")
            answers = [(await thief.http.get(path)).status_code for _ in range(50)]
        assert 429 in answers
        assert (await phone.request("GET", f"/tables/{code}"))["code"] == code


async def test_ended_cookie_of_the_previous_version_uses_up_nothing(new_sqlite: MakeDatabase) -> None:
    """It names the player, whose first session has the same id."""
    database = await new_sqlite()
    settings = Settings(database_url=database, secret_key=KEY, request_rate=0.001, request_burst=40)
    async with Running(settings) as server, await legacy_guest(server) as ada:
        await ada.start_session()
        async with second_tab(server, ada) as thief:
            await create_account(ada, "Ada Robbed")
            answers = [(await thief.http.get("/api/games")).status_code for _ in range(50)]
        assert 429 in answers
        assert (await ada.request("GET", "/me"))["name"] == "Ada Robbed"


async def test_sockets_with_the_cookie_of_an_ended_session_take_no_places(
    new_sqlite: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even while the session of each is being checked, which a busy database makes long."""
    settings = Settings(database_url=await new_sqlite(), secret_key=KEY, sockets_per_person=2)
    async with Running(settings) as server, Person(server.url) as ada, Person(server.url) as phone:
        code = await table_of_two_sessions(ada, phone)
        async with copy_session(ada) as thief:
            await phone.request("DELETE", "/sessions")
            is_free, accounts = asyncio.Event(), server.players.accounts
            check = accounts._check_session

            async def wait_and_check(identity: SessionIdentity) -> None:
                await is_free.wait()
                await check(identity)

            monkeypatch.setattr(accounts, "_check_session", wait_and_check)
            pages = [await thief.connect() for _ in range(4)]
            assert (await phone.open_page(code)).table["code"] == code
            is_free.set()
            for page in pages:
                assert await page.wait_closed() == CloseCode.NO_SESSION
