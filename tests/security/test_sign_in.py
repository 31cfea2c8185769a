"""Attempts to get into another person's account."""

import asyncio
import statistics
from collections.abc import AsyncIterator
from time import process_time

import pytest
from itsdangerous import URLSafeSerializer

from app.core.errors import TooFast
from app.players.accounts.passwords import MAX_CONCURRENT, MAX_PENDING, Passwords
from app.players.accounts.sessions import COOKIE
from app.settings import Settings
from tests.app.accounts import PASSWORD, create_account, sign_in
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, refusal_code
from tests.security.server_settings import KEY
from tests.services import MakeDatabase

WRONG = ["", "correct", PASSWORD.upper(), f" {PASSWORD}", f"{PASSWORD}\x00", "x" * 500]
NOBODY = ["Nobody Here", "", "\x00", "A\u200bda", "' OR 1=1 --", "x" * 500]


@pytest.fixture
async def strict(new_sqlite: MakeDatabase) -> AsyncIterator[Running]:
    """A server with the default limits."""
    async with Running(Settings(database_url=await new_sqlite(), secret_key=KEY)) as server:
        yield server


async def test_wrong_name_and_wrong_password_get_the_same_response(new_player: NewPerson) -> None:
    ada, eve = await new_player(), await new_player()
    await create_account(ada, "Ada Wronged")
    await new_player("A Guest")
    attempts = [("Ada Wronged", wrong) for wrong in WRONG]
    attempts += [(nobody, PASSWORD) for nobody in (*NOBODY, "A Guest")]
    for name, password in attempts:
        answer = await eve.http.post("/api/session", json={"name": name, "password": password})
        assert (answer.status_code, answer.json()) == (403, {"code": "wrong_password"})
        assert "set-cookie" not in answer.headers


async def test_wrong_name_and_wrong_password_take_the_same_time(new_player: NewPerson) -> None:
    """A hash is compared in either case; everything else takes a fraction of its time."""
    ada, eve = await new_player(), await new_player()
    await create_account(ada, "Ada Timed")
    times: dict[str, list[float]] = {"Ada Timed": [], "Nobody Timed": []}
    for _ in range(5):
        for name, taken in times.items():
            start = process_time()  # no other process counts, however busy the machine is
            assert (
                await refusal_code(eve.request("POST", "/session", {"name": name, "password": "x" * 9}))
                == "wrong_password"
            )
            taken.append(process_time() - start)
    known, unknown = (statistics.median(taken) for taken in times.values())
    assert 1 / 3 < known / unknown < 3


async def test_attempts_at_one_name_are_counted_across_addresses(strict: Running) -> None:
    """In any spelling; when exhausted, the right password is refused, too."""
    async with Person(strict.url) as ada, Person(strict.url) as eve:
        await ada.start_session()
        await eve.start_session()
        await create_account(ada, "Ada Tried")
        for name in ("ada tried", "ADA TRIED", "Ada  Tried", "adatried", "Ａda Tried") * 2:
            assert (
                await refusal_code(eve.request("POST", "/session", {"name": name, "password": "x" * 9}))
                == "wrong_password"
            )
        attempt = {"name": "Ada Tried", "password": PASSWORD}
        assert await refusal_code(eve.request("POST", "/session", attempt)) == "too_fast"
        code = {"name": "Ada Tried", "code": "x", "new": "another horse"}
        assert await refusal_code(eve.request("POST", "/account/recovery", code)) == "too_fast"
        assert (await ada.request("GET", "/me"))["account"], "existing sessions stay valid"


async def test_attempts_from_one_address_are_counted_across_names(strict: Running) -> None:
    async with Person(strict.url) as eve:
        await eve.start_session()
        codes = set()
        for number in range(60):
            codes.add(
                await refusal_code(
                    eve.request("POST", "/session", {"name": f"Name {number}", "password": "x"})
                )
            )
        assert codes == {"wrong_password", "too_fast"}


async def test_concurrent_password_checks_wait_or_are_refused() -> None:
    """They neither occupy all threads nor delay other requests."""
    passwords = Passwords()
    answers = await asyncio.gather(
        *(passwords.match(None, PASSWORD) for _ in range(MAX_PENDING + 5)), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [bool] * MAX_PENDING + [TooFast] * 5
    assert MAX_CONCURRENT < MAX_PENDING
    await passwords.close()


async def test_planted_session_never_becomes_an_account(new_player: NewPerson) -> None:
    """A cookie known before the sign-in is useless afterwards."""
    eve, ada = await new_player(), await new_player()
    for enter in (create_account, sign_in):
        planted = (await new_player()).http.cookies[COOKIE]
        ada.http.cookies.set(COOKIE, planted, domain="127.0.0.1")
        await enter(ada, "Ada Planted")
        [mine] = [value for name, value in ada.http.cookies.items() if name == COOKIE]
        assert mine != planted
        eve.http.cookies.set(COOKIE, planted, domain="127.0.0.1")
        with pytest.raises(Refusal, match="no_session"):
            await eve.request("GET", "/sessions")
        with pytest.raises(Refusal, match="no_session"):
            await eve.request("GET", "/account/data")


async def test_sign_in_link_created_before_the_claim_is_refused(new_player: NewPerson) -> None:
    ada, eve = await new_player(), await new_player()
    link = await ada.request("POST", "/handover")
    await create_account(ada, "Ada Linked")
    assert await refusal_code(eve.request("POST", "/handover/take", link)) == "link_spent"


async def test_cookie_with_another_session_or_person_is_rejected(new_player: NewPerson) -> None:
    """Both ids must belong to one open session."""
    ada, eve = await new_player(), await new_player()
    signed = URLSafeSerializer(KEY, salt="session and player")
    mine, theirs = (signed.loads(who.http.cookies[COOKIE]) for who in (eve, ada))
    for ids in (mine[:32] + theirs[32:], theirs[32:] * 2, theirs[32:], "0" * 64, "x", ""):
        async with Person(eve.url) as forger:
            forger.http.cookies.set(COOKIE, str(signed.dumps(ids)), domain="127.0.0.1")
            with pytest.raises(Refusal, match="no_session"):
                await forger.request("GET", "/sessions")


@pytest.mark.parametrize("path", ["/session", "/account", "/account/recovery", "/handover/take"])
async def test_other_sites_cannot_sign_in(new_player: NewPerson, path: str) -> None:
    """Neither as this player nor as another one."""
    ada = await new_player()
    answer = await ada.http.post(f"/api{path}", json={}, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()) == (403, {"code": "forbidden_origin"})
