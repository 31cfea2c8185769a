"""Accounts: guests claim them and keep everything, and sign in with a password or a recovery code."""

import asyncio

import pytest

from app.players.accounts.one_time_codes import CODE_COUNT, secret_digest
from app.players.accounts.passwords import Passwords
from app.players.accounts.session_repository import replace_codes
from app.players.accounts.sessions import COOKIE
from tests.app.accounts import PASSWORD, create_account, recover, session_of, sign_in
from tests.app.local_server import Running
from tests.app.locks import LOCK_PLAYER, wait_for_waiting_connection
from tests.app.people import NewPerson, Refusal, refusal_code

pytestmark = pytest.mark.backend("any")


async def test_guest_keeps_tables_with_an_account(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada One"), await new_person("Bo")
    code = (await ada.create_table(2))["code"]
    page = await bo.open_page(code)
    await create_account(ada, "  Ada  Claims ")
    me = await ada.request("GET", "/me")
    assert (me["name"], me["account"]) == ("Ada Claims", True)
    assert [table["code"] for table in me["tables"]] == [code]
    await page.next("table")
    assert page.table["seats"][0]["name"] == "Ada Claims", "shown at once"
    assert not (await bo.request("GET", "/me"))["account"]


async def test_sign_in_on_another_device(new_person: NewPerson) -> None:
    ada, phone = await new_person(), await new_person()
    code = (await ada.create_table(2))["code"]
    await create_account(ada, "Ada Back")
    me = await sign_in(phone, "ada back")
    assert me == await ada.request("GET", "/me")
    assert (await phone.request("GET", f"/tables/{code}"))["seats"][0]["you"]
    await phone.request("DELETE", "/session")
    assert (await phone.request("GET", "/me"))["name"] != "Ada Back"
    assert (await ada.request("GET", "/me"))["name"] == "Ada Back"


TAKEN = [
    "Ada Taken",
    "ADA TAKEN",
    "adataken",
    "Ａda Taken",
    "A da Ta ken",
    "Ada\u2003Taken",
    "Ada\u200d Taken",
]


@pytest.mark.parametrize("look_alike", TAKEN)
async def test_confusable_account_names_are_refused(new_person: NewPerson, look_alike: str) -> None:
    first = await new_person()
    with_name = f"{TAKEN[0]} {TAKEN.index(look_alike)}"
    await create_account(first, with_name)
    eve = await new_person()
    name = f"{look_alike} {TAKEN.index(look_alike)}"
    assert (
        await refusal_code(eve.request("POST", "/account", {"name": name, "password": PASSWORD}))
        == "name_taken"
    )
    assert await refusal_code(eve.request("PATCH", "/me", {"name": name})) == "name_taken"
    await create_account(eve, f"Eve {TAKEN.index(look_alike)}")
    assert await refusal_code(eve.request("PATCH", "/me", {"name": name})) == "name_taken"
    assert (await first.request("PATCH", "/me", {"name": with_name.upper()}))["name"] == with_name.upper()


async def test_default_names_of_guests_cannot_be_claimed(new_person: NewPerson) -> None:
    ada = await new_person()
    assert (
        await refusal_code(ada.request("POST", "/account", {"name": "moch I", "password": PASSWORD}))
        == "name_taken"
    )
    await create_account(ada, "Ada Named")
    assert await refusal_code(ada.request("PATCH", "/me", {"name": "Mochi"})) == "name_taken"


@pytest.mark.backend("each")
async def test_concurrent_claims_of_a_name_have_one_winner(new_person: NewPerson) -> None:
    people = [await new_person() for _ in range(4)]
    body = {"name": "Wanted", "password": PASSWORD}
    answers = await asyncio.gather(*(one.http.post("/api/account", json=body) for one in people))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "name_taken"}


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("A", PASSWORD, "bad_name"),
        ("A\x00da", PASSWORD, "bad_name"),
        ("A\u200bda", PASSWORD, "bad_name"),
        ("\u202eadA", PASSWORD, "bad_name"),
        ("Ada Bad", "short", "bad_password"),
        ("Ada Bad", "x" * 129, "bad_password"),
        ("Ada Bad", "password", "weak_password"),
        ("Ada Bad", "P@ssw0rd1", "weak_password"),
        ("Ada Bad", "azertyuiop", "weak_password"),
        ("Ada Bad", "x" * 128, "weak_password"),
        ("Verily Tangerine", "Verily Tangerine", "weak_password"),
        ("Verily Tangerine", "VERILYTANGERINE2", "weak_password"),
        ("Ada Bad", "x" * 501, "malformed"),
        ("Ada Bad", 12345678, "malformed"),
    ],
)
async def test_invalid_claims_are_refused(
    new_person: NewPerson, name: str, password: str | int, code: str
) -> None:
    ada = await new_person()
    assert await refusal_code(ada.request("POST", "/account", {"name": name, "password": password})) == code
    assert not (await ada.request("GET", "/me"))["account"]


async def test_lone_surrogate_is_refused_as_a_password(new_person: NewPerson) -> None:
    ada = await new_person()
    for path in ("account", "session"):
        body = r'{"name": "Ada Half", "password": "\ud800\ud800\ud800\ud800\ud800\ud800\ud800\ud800"}'
        answer = await ada.http.post(
            f"/api/{path}", content=body, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()) == (422, {"code": "malformed"})


@pytest.mark.backend("each")
async def test_account_is_claimed_once(new_person: NewPerson) -> None:
    ada = await new_person()
    await create_account(ada, "Ada Once")
    again = {"name": "Ada Twice", "password": PASSWORD}
    assert await refusal_code(ada.request("POST", "/account", again)) == "already_claimed"
    assert (await ada.request("GET", "/me"))["name"] == "Ada Once"


async def test_password_is_normalized(new_person: NewPerson) -> None:
    ada, phone = await new_person(), await new_person()
    await create_account(ada, "Ada Keys", "cafe\u0301 au lait")
    assert (await sign_in(phone, "Ada Keys", "café au lait"))["account"]


WIDER = ord("Ａ") - ord("A")


@pytest.mark.backend("each")
async def test_recovery_codes_work_once_each(new_person: NewPerson) -> None:
    ada, phone = await new_person(), await new_person()
    codes = await create_account(ada, "Ada Codes")
    assert len(set(codes)) == CODE_COUNT
    await recover(phone, "ada codes", codes[3].upper().replace("-", " "), "another horse")
    with pytest.raises(Refusal, match="no_session"):
        await ada.request("GET", "/sessions")
    spent = {"name": "Ada Codes", "code": codes[3], "new": "third horse"}
    assert await refusal_code(ada.request("POST", "/account/recovery", spent)) == "wrong_code"
    assert await refusal_code(
        ada.request("POST", "/session", {"name": "Ada Codes", "password": PASSWORD})
    ) == ("wrong_password")
    await sign_in(ada, "Ada Codes", "another horse")
    wide = "".join(chr(ord(character) + WIDER) for character in codes[4])
    await recover(ada, "Ada Codes", wide, "third horse")
    assert await refusal_code(
        ada.request("POST", "/account/recovery", {**spent, "code": codes[5], "new": "x"})
    ) == ("bad_password")
    for weak in ("qwertyuiop", "Ada Codes 7"):
        attempt = {**spent, "code": codes[5], "new": weak}
        assert await refusal_code(ada.request("POST", "/account/recovery", attempt)) == "weak_password"
    await recover(ada, "Ada Codes", codes[5], "fourth horse")


async def test_recovery_code_works_for_its_own_account_only(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    [code, *_] = await create_account(ada, "Ada Own")
    await create_account(bo, "Bo Own")
    for name in ("Bo Own", "Nobody", "\x00", ""):
        attempt = {"name": name, "code": code, "new": "another horse"}
        assert await refusal_code(bo.request("POST", "/account/recovery", attempt)) == "wrong_code"
    await recover(bo, "Ada Own", code, "another horse")


@pytest.mark.backend("each")
async def test_recovery_code_used_concurrently_works_once(new_person: NewPerson) -> None:
    ada, *others = [await new_person() for _ in range(4)]
    [code, *_] = await create_account(ada, "Ada Race")
    body = {"name": "Ada Race", "code": code, "new": "another horse"}
    answers = await asyncio.gather(*(one.http.post("/api/account/recovery", json=body) for one in others))
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403]


async def test_new_codes_replace_the_old(new_person: NewPerson) -> None:
    ada = await new_person()
    old = await create_account(ada, "Ada Renews")
    assert (
        await refusal_code(ada.request("POST", "/account/codes", {"password": "wrong horse"}))
        == "wrong_password"
    )
    new = (await ada.request("POST", "/account/codes", {"password": PASSWORD}))["codes"]
    assert not set(old) & set(new)
    attempt = {"name": "Ada Renews", "code": old[0], "new": "another horse"}
    assert await refusal_code(ada.request("POST", "/account/recovery", attempt)) == "wrong_code"
    await recover(ada, "Ada Renews", new[0], "another horse")


async def test_codes_are_renewed_during_a_recovery(served_server: Running, new_guest: NewPerson) -> None:
    """The account is locked before its codes, so that neither transaction waits for the other forever."""
    ada, phone = await new_guest(at=served_server), await new_guest(at=served_server)
    [code, *_] = await create_account(ada, "Ada Renews Again")
    player = session_of(served_server, ada).player
    attempt = {"name": "Ada Renews Again", "code": code, "new": "another horse"}
    async with asyncio.timeout(20), served_server.infra.database.write() as cursor:
        await cursor.execute(LOCK_PLAYER, player=player)
        recovery = asyncio.create_task(phone.request("POST", "/account/recovery", attempt))
        await wait_for_waiting_connection(cursor)
        await replace_codes(cursor, player, [])
    assert await refusal_code(recovery) == "wrong_code"


async def test_guest_has_no_recovery_codes(new_person: NewPerson) -> None:
    guest = await new_person()
    assert await refusal_code(guest.request("POST", "/account/codes", {"password": PASSWORD})) == "no_account"


async def test_password_can_be_changed(new_person: NewPerson) -> None:
    ada, phone = await new_person(), await new_person()
    await create_account(ada, "Ada Changes")
    await sign_in(phone, "Ada Changes")
    body = {"password": "wrong horse", "new": "another horse"}
    assert await refusal_code(ada.request("PUT", "/account/password", body)) == "wrong_password"
    weak = {"password": PASSWORD, "new": "ada changes!"}
    assert await refusal_code(ada.request("PUT", "/account/password", weak)) == "weak_password"
    await ada.request("PUT", "/account/password", {**body, "password": PASSWORD})
    assert [one["this"] for one in await ada.request("GET", "/sessions")] == [True]
    assert await refusal_code(
        phone.request("POST", "/session", {"name": "Ada Changes", "password": PASSWORD})
    ) == ("wrong_password")
    await sign_in(phone, "Ada Changes", "another horse")


async def test_password_that_is_changed_while_it_is_checked_signs_nobody_in(
    running: Running, new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, thief = await new_person(), await new_person()
    await create_account(ada, "Ada Hurries")
    owner, match = session_of(running, ada), Passwords.match

    async def change_meanwhile(passwords: Passwords, hashed: str | None, password: str) -> bool:
        is_match = await match(passwords, hashed, password)
        await running.players.credentials.change_password(owner, "another horse", "")
        return is_match

    monkeypatch.setattr(Passwords, "match", change_meanwhile)
    assert await refusal_code(sign_in(thief, "Ada Hurries")) == "wrong_password"


async def test_secrets_are_stored_as_hashes(running: Running, new_person: NewPerson) -> None:
    ada = await new_person()
    codes = await create_account(ada, "Ada Kept")
    secret = (await ada.request("POST", "/handover"))["secret"]
    async with running.infra.database.engine.connect() as connection:
        kept = ""
        for table in ("players", "recovery_codes", "handovers"):
            rows = await connection.exec_driver_sql(f"SELECT * FROM {table}")
            kept += "".join(map(repr, rows))
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in kept, "the costs that OWASP recommends"
    assert repr(secret_digest(codes[0]))[2:-1] in kept
    assert ada.http.cookies[COOKIE] not in kept
    for word in (PASSWORD, secret, *codes, *(code.replace("-", "") for code in codes)):
        assert word not in kept
