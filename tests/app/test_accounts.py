"""Guests: how they are created and named, and how the server identifies them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from itsdangerous import URLSafeSerializer

from app.players.accounts.errors import BadName
from app.players.accounts.names import CAT_NAMES, clean_name, disambiguate
from app.players.accounts.repository import MY_TABLES
from app.players.accounts.sessions import COOKIE
from engine.characters import JOINERS
from tests.app.accounts import create_account, session_of
from tests.app.finished_games import store_game
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person, Refusal, start_game

pytestmark = pytest.mark.backend("any")


async def test_first_visit_creates_a_guest(running: Running) -> None:
    async with Person(running.url) as ada:
        first = await ada.http.get("/api/me")
        assert first.json()["name"] in CAT_NAMES
        cookie = first.headers["set-cookie"].lower()
        for word in ("httponly", "samesite=lax", "path=/", "max-age="):
            assert word in cookie
        assert "secure" not in cookie, "this server is reached over plain HTTP"
        assert (await ada.http.get("/api/me")).json() == first.json()


async def test_cookie_needs_a_valid_signature(running: Running) -> None:
    forged = URLSafeSerializer("another key", salt="session and player").dumps("0" * 32)
    signed_nonsense = URLSafeSerializer("k" * 32, salt="session and player")
    cookies = ("", "x", str(forged), str(signed_nonsense.dumps("nobody")), str(signed_nonsense.dumps([1])))
    for cookie in (*cookies, str(signed_nonsense.dumps("0" * 32))):
        async with Person(running.url) as stranger:
            response = await stranger.http.get("/api/tables/abc", headers={"Cookie": f"{COOKIE}={cookie}"})
            assert (response.status_code, response.json()) == (401, {"code": "no_session"})


NAMES = ["Bo", "Zoë", "猫田 花子", "القطة", "Ñandú", "x" * 20, "😺😺", "Δx²"]
SHAPED = ["می\u200cرود", "ශ්\u200dරී", "Bo ❤\ufe0f", "👩\u200d👧\u200d👦", "1\ufe0f\u20e3 Bo"]


@pytest.mark.parametrize("name", NAMES + SHAPED)
async def test_names_in_any_script_are_accepted(new_person: NewPerson, name: str) -> None:
    ada = await new_person()
    assert (await ada.request("PATCH", "/me", {"name": f"  {name} "}))["name"] == name
    assert (await ada.request("GET", "/me"))["name"] == name


BAD_NAMES = {
    "nothing": "",
    "one character": "A",
    "too long": "x" * 21,
    "only spaces": "   ",
    "a control character": "A\x00da",
    "an escape": "A\x1b[31mda",
    "a line end within": "A\u2028",
    "a zero-width space": "A\u200bda",
    "a direction mark": "\u202eadA",
    "a byte order mark": "Ada\ufeff",
    "fillers": "\u3164\u3164",
    "blank braille": "\u2800\u2800",
    "a private character": "A\ue000",
    "half a pair": "A\ud800",
    "a mark on nothing": "\u0301A",
    "a tag": "A\U000e0041",
    "one character and a joiner": "A\u200d",
    "a joiner on nothing": "\u200dAda",
    "a joiner as a word": "Ada \u200d Bo",
}


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES.keys())
def test_unreadable_names_are_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


async def test_bad_names_are_refused_by_code(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    for body, code in (
        ({"name": "A"}, "bad_name"),
        ({"name": "A\u200bda"}, "bad_name"),
        ({"name": 7}, "malformed"),
        ({}, "malformed"),
        ({"name": "Bo", "admin": True}, "malformed"),
    ):
        with pytest.raises(Refusal) as caught:
            await ada.request("PATCH", "/me", body)
        assert (caught.value.code, caught.value.status) == (code, 422)
    assert (await ada.request("GET", "/me"))["name"] == "Ada"


def test_spaces_are_normalized() -> None:
    assert clean_name(" Ada\u3000\u00a0 Lovelace\t") == "Ada Lovelace"
    assert clean_name("e\u0301e\u0301") == "éé", "composed, so that it is counted as it is read"


@given(st.text(max_size=30))
def test_clean_name_is_unchanged(raw: str) -> None:
    try:
        name = clean_name(raw)
    except BadName:
        return
    assert clean_name(name) == name
    assert 2 <= len(name) <= 20
    assert JOINERS.sub("", name).isprintable()


@given(
    st.lists(
        st.sampled_from(["", "Ada", "ada", "Ａda", "A\u200dda", "A da", "Ada 2", "ADA2", "Bo"]), max_size=5
    )
)
def test_names_at_a_table_are_disambiguated(names: list[str]) -> None:
    shown = disambiguate(names)
    taken = [name for name in shown if name]
    looks = {"".join(name.casefold().replace("ａ", "a").replace("\u200d", "").split()) for name in taken}
    assert len(looks) == len(taken)
    assert [bool(name) for name in shown] == [bool(name) for name in names]
    assert all(name.startswith(given) for name, given in zip(shown, names, strict=True))


async def test_own_tables_name_the_others(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    alone = (await ada.create_table())["code"]
    code = await start_game(ada, bo)
    others = {table["code"]: table["others"] for table in (await ada.request("GET", "/me"))["tables"]}
    assert others == {alone: [], code: ["Bo"]}


@pytest.mark.backend("each")
async def test_running_game_stays_among_own_tables(running: Running, new_person: NewPerson) -> None:
    """After as many newer games as are listed; a change of the cat reaches it, too."""
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = await start_game(ada, bo)
    page = await bo.open_page(code)
    people = [session_of(running, one).player for one in (ada, bo)]
    async with running.infra.database.write() as cursor:
        for seed in range(MY_TABLES):
            await store_game(cursor, "cat-box-lite", people, Random(seed))
    await ada.create_table()
    assert (await ada.request("GET", "/me"))["tables"][0]["code"] == code
    await ada.request("PUT", "/me/cat", {"cat": "bombay"})
    while page.table["seats"][0]["cat"] != "bombay":
        await page.receive()


async def test_registration_marks_the_account_at_a_running_table(new_person: NewPerson) -> None:
    ada, bo = await new_person(), await new_person()
    page = await bo.open_page(await start_game(ada, bo))
    assert not page.table["seats"][0]["account"]
    await create_account(ada, "Ada Registers")
    while not page.table["seats"][0]["account"]:
        await page.receive()


async def test_random_names_are_not_chosen_names(new_person: NewPerson) -> None:
    ada = await new_person()
    assert not (await ada.request("GET", "/me"))["named"]
    assert (await ada.request("PATCH", "/me", {"name": "Ada"}))["named"]
