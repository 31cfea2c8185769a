"""Tables before the start: creating, sitting down, leaving, starting."""

import pytest

from app.players.accounts.sessions import COOKIE
from app.players.cats import CATS
from engine.types import Json
from tests.app.lobby import names_at
from tests.app.people import GAME, NewPerson, Person, Refusal, expect_refusal, salt

pytestmark = pytest.mark.backend("any")

NOTHING_SAID = {"again": "", "shows_hand": False, "caretaker": False, "seen_deals": False, "account": False}


async def test_games_are_listed_with_their_options(new_person: NewPerson) -> None:
    [game, lite, braincat] = await (await new_person()).request("GET", "/games")
    assert game["key"] == GAME
    assert game["seats"] == [2, 3, 4, 5]
    assert game["options"]["layout"]["choices"] == ["white", "purple"]
    assert game["options"]["layout"]["defaults"] == {"2": "purple", "3": "white", "4": "white", "5": "white"}
    assert game["bots"] == ["sensible", "random", "casual", "strong"]
    assert game["shows_late"]
    assert game["has_memory"]
    assert lite == {
        "key": "cat-box-lite",
        "seats": [2, 3],
        "options": {},
        "match_modes": {"": [2, 3]},
        "bots": ["sensible", "random", "casual", "strong"],
        "shows_late": False,
        "has_memory": False,
        "has_time_limits": False,
        "modes_by_days": [],
        "packs": [],
        "pack_sizes": {},
    }
    assert braincat["packs"] == list(braincat["pack_sizes"])
    assert all(size >= 20 for size in braincat["pack_sizes"].values())
    assert braincat["options"]["debate"] == {
        "choices": [240, 180, 120, 60],
        "defaults": {str(seats): 240 for seats in range(2, 13)},
        "modes": ["discovery", "moods"],
    }
    assert (braincat["has_time_limits"], braincat["bots"]) == (True, [])


async def test_creator_is_host_at_the_first_seat(new_person: NewPerson) -> None:
    ada = await new_person("Ada")
    table = await ada.create_table(seats=2)
    assert names_at(table) == ["Ada", ""]
    assert table["you_host"]
    whose = {"host": True, "you": True, "salted": True}
    assert len(table["seats"][0].pop("who")) == 16
    assert len(table["seats"][0].pop("handle")) == 12
    assert table["seats"][0].pop("cat") in CATS
    assert table["seats"][0] == {"kind": "person", "name": "Ada", "ready": False, **NOTHING_SAID, **whose}
    assert table["options"] == {"layout": "purple"}, "the default of two seats (C7)"
    assert len(table["commitment"]) == 64
    assert (await ada.request("GET", "/me"))["tables"] == [
        {"code": table["code"], "game": GAME, "status": "open", "others": []}
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "chess"},
        {"seats": 6},
        {"seats": 1},
        {"seats": "4"},
        {"options": {"layout": "pink"}},
        {"options": {"layout": ["white"]}},
        {"options": {"speed": "high"}},
        {"bots": "genius"},
        {"salt": "short"},
        {"salt": "g" * 32},
        {"salt": "A" * 32},
        {"salt": salt() + "\n"},
        {"terms": {"watching": True}},
        {"terms": {"watching": "all"}},
        {"terms": {"hold": 6}},
        {"terms": {"link": "javascript:alert(1)"}},
        {"terms": {"link": "http://example.org"}},
        {"game": "cat-box-lite", "seats": 4},
        {"game": "cat-box-lite", "seats": 2, "options": {"layout": "white"}},
        {"game": "cat-box-lite", "seats": 2, "terms": {"watching": "hand"}},
        {"game": "cat-box-lite", "seats": 2, "terms": {"memory": True}},
        {"more": 1},
    ],
)
async def test_invalid_settings_are_refused(new_person: NewPerson, fields: Json) -> None:
    await expect_refusal("malformed", 422, (await new_person()).create_table(**fields))


async def test_codes_are_case_insensitive(new_person: NewPerson) -> None:
    ada = await new_person()
    code = (await ada.create_table())["code"]
    assert (await ada.request("GET", f"/tables/{code.upper()}"))["code"] == code


@pytest.mark.parametrize("code", ["nosuch", "x" * 500, "%00", "a%00b", "..%2f", "猫", "a b", "%F0%9F%90%88"])
async def test_invalid_codes_are_not_found(new_person: NewPerson, code: str) -> None:
    ada = await new_person()
    with pytest.raises(Refusal) as caught:
        await ada.request("GET", f"/tables/{code}")
    assert caught.value.status == 404
    assert caught.value.code in ("table_not_found", "not_found")


async def test_players_sit_down_and_change_seats(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=3))["code"]
    assert names_at(await bo.sit(code, 2)) == ["Ada", "", "Bo"]
    assert names_at(await bo.sit(code, 1)) == ["Ada", "Bo", ""], "a person has one seat"
    assert names_at(await bo.sit(code, 1)) == ["Ada", "Bo", ""]
    await expect_refusal("seat_taken", 409, bo.sit(code, 0))
    await expect_refusal("no_such_seat", 409, bo.sit(code, 3))
    await expect_refusal("no_such_seat", 409, bo.sit(code, -1))
    await expect_refusal("malformed", 422, bo.request("PUT", f"/tables/{code}/seats/2", {"salt": "no"}))
    await expect_refusal("malformed", 422, bo.request("PUT", f"/tables/{code}/seats/two", {"salt": salt()}))


async def test_equal_names_are_disambiguated(new_person: NewPerson) -> None:
    ada, other, third = [await new_person(name) for name in ("Ada", "ADA", "Ada")]
    code = (await ada.create_table(seats=3))["code"]
    await other.sit(code, 1)
    assert names_at(await third.sit(code, 2)) == ["Ada", "ADA 2", "Ada 3"]
    await ada.request("PATCH", "/me", {"name": "Ada II"})
    assert names_at(await ada.request("GET", f"/tables/{code}")) == ["Ada II", "ADA", "Ada 2"]


async def test_next_player_becomes_host(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = (await ada.create_table(seats=4))["code"]
    await bo.sit(code, 3)
    await cy.sit(code, 1)
    table = await ada.stand_up(code, 0)
    assert [seat["host"] for seat in table["seats"]] == [False, True, False, False]
    table = await cy.stand_up(code, 1)
    assert [seat["host"] for seat in table["seats"]] == [False, False, False, True]
    await bo.stand_up(code, 3)
    table = await cy.sit(code, 2)
    assert table["you_host"], "the first player at an empty table becomes host"


async def test_next_host_is_sought_after_the_seat_of_the_last_one(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = (await ada.create_table(seats=3))["code"]
    await bo.sit(code, 1)
    await cy.sit(code, 2)
    await ada.stand_up(code, 0)
    await ada.sit(code, 0)
    table = await bo.stand_up(code, 1)
    assert [seat["host"] for seat in table["seats"]] == [False, False, True]


async def test_host_removes_a_player(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Bo", "Cy")]
    code = (await ada.create_table(seats=4))["code"]
    await bo.sit(code, 1)
    await cy.sit(code, 2)
    await expect_refusal("not_host", 403, bo.stand_up(code, 2))
    await expect_refusal("no_such_seat", 409, ada.stand_up(code, 3))
    assert names_at(await ada.stand_up(code, 1)) == ["Ada", "", "Cy", ""]
    await expect_refusal("not_seated", 403, bo.ready(code))


async def test_start_requires_the_host_and_ready_players(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=3))["code"]
    await bo.sit(code, 1)
    await expect_refusal("not_host", 403, bo.start(code))
    await expect_refusal("not_all_ready", 409, ada.start(code))
    await bo.ready(code)
    await expect_refusal("not_enough_players", 409, ada.start(code))
    await bo.ready(code, ready=False)
    await expect_refusal("not_all_ready", 409, ada.start(code))


@pytest.mark.backend("each")
async def test_changed_settings_reset_ready(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=2))["code"]
    await bo.sit(code, 1)
    assert (await bo.ready(code))["seats"][1]["ready"]
    same = (await ada.request("PUT", f"/tables/{code}/terms", {}))["seats"][1]
    assert same["ready"], "nothing changed"
    quick = {"clock": "quick", "watching": "nobody"}
    table = await ada.request("PUT", f"/tables/{code}/terms", quick)
    assert (table["terms"]["clock"], table["terms"]["hold"]) == ("quick", 0)
    assert not table["seats"][1]["ready"]
    await expect_refusal("not_host", 403, bo.request("PUT", f"/tables/{code}/terms", {}))
    await expect_refusal("malformed", 422, ada.request("PUT", f"/tables/{code}/terms", {"clock": "bullet"}))
    await bo.ready(code)
    await ada.start(code)
    await expect_refusal("already_started", 409, ada.request("PUT", f"/tables/{code}/terms", quick))


@pytest.mark.backend("each")
async def test_settings_that_a_game_does_not_support_are_refused(new_person: NewPerson) -> None:
    """A late view of hands, and the panel of seen cards."""
    ada = await new_person("Ada")
    code = (await ada.create_table(2, game="cat-box-lite"))["code"]
    for terms in ({"watching": "hand"}, {"memory": True}):
        await expect_refusal("malformed", 422, ada.request("PUT", f"/tables/{code}/terms", terms))
    table = await ada.request("PUT", f"/tables/{code}/terms", {"watching": "nobody"})
    assert table["terms"]["watching"] == "nobody"


async def test_start_fills_seats_and_closes_the_table(new_person: NewPerson) -> None:
    ada, bo, cy = [await new_person(name) for name in ("Ada", "Ada", "Cy")]
    code = (await ada.create_table(seats=3, bots="random"))["code"]
    await bo.sit(code, 2)
    await bo.ready(code)
    table = await ada.start(code)
    assert table["status"] == "playing"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "person"]
    assert names_at(table)[0] == "Ada"
    assert names_at(table)[2] == "Ada 2"
    for call in (
        ada.start(code),
        cy.sit(code, 1),
        bo.stand_up(code, 2),
        ada.stand_up(code, 2),
        bo.ready(code, ready=False),
    ):
        await expect_refusal("already_started", 409, call)
    await bo.request("PATCH", "/me", {"name": "Beatrice"})
    assert names_at(await bo.request("GET", f"/tables/{code}"))[2] == "Ada 2", "names are frozen, too"


async def test_pages_receive_every_change(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=2))["code"]
    page = await ada.open_page(code)
    await bo.sit(code, 1)
    assert names_at((await page.next("table"))["table"]) == ["Ada", "Bo"]
    await bo.ready(code)
    assert (await page.next("table"))["table"]["seats"][1]["ready"]
    await bo.request("PATCH", "/me", {"name": "Bee"})
    assert names_at((await page.next("table"))["table"]) == ["Ada", "Bee"]
    await bo.stand_up(code, 1)
    assert names_at((await page.next("table"))["table"]) == ["Ada", ""]


async def test_game_without_spectators_is_visible_to_players_only(new_person: NewPerson) -> None:
    ada, bo = await new_person("Ada"), await new_person("Bo")
    code = (await ada.create_table(seats=2, bots="random", terms={"watching": "nobody"}))["code"]
    waiting = await bo.open_page(code)
    await ada.start(code)
    assert await waiting.wait_closed() == 4403
    await expect_refusal("no_looking_on", 403, bo.request("GET", f"/tables/{code}"))
    await expect_refusal("no_looking_on", 403, bo.record(code))
    late = await bo.connect()
    await late.join(code)
    assert await late.receive() == {"type": "refused", "code": "no_looking_on"}
    assert await late.wait_closed() == 4403


async def test_lobby_requires_a_session(new_person: NewPerson) -> None:
    ada = await new_person()
    code = (await ada.create_table())["code"]
    async with Person(ada.url) as stranger:
        await expect_refusal("no_session", 401, stranger.request("GET", f"/tables/{code}"))
        await expect_refusal("no_session", 401, stranger.create_table())
        stranger.http.cookies.set(COOKIE, "IjAi.forged")
        await expect_refusal("no_session", 401, stranger.sit(code, 1))
