"""The host removes players before the start; players agree to the displayed settings."""

from datetime import timedelta

import pytest

from app.tables.lobby import removals
from engine.types import Json
from tests.app.games import next_table
from tests.app.lobby import names_at
from tests.app.people import NewPerson, Person, expect_refusal, play_out

pytestmark = pytest.mark.backend("any")


async def create_table_with(new_person: NewPerson, *names: str) -> tuple[str, list[Person]]:
    """Seats players at a new table in this order, the host first; returns its code and the players."""
    present = [await new_person(name) for name in names]
    code = (await present[0].create_table(seats=len(names) + 1))["code"]
    for seat, person in enumerate(present[1:], start=1):
        await person.sit(code, seat)
    return code, present


@pytest.mark.backend("each")
async def test_removed_player_cannot_sit_down_at_once(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    page = await bo.open_page(code)
    await ada.remove(code, 1)
    assert (await page.next("table"))["table"]["removed"] == "for_now"
    await expect_refusal("removed", 409, bo.sit(code, 1))
    await expect_refusal("removed", 409, bo.sit(code, 2))
    assert (await ada.request("GET", f"/tables/{code}"))["kept_out"] == []
    monkeypatch.setattr(removals, "REMOVAL_PERIOD", timedelta())
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    await ada.remove(code, 1)
    table = await bo.sit(code, 2)
    assert (names_at(table), table["removed"]) == (["Ada", "", "Bo"], "")


@pytest.mark.backend("each")
async def test_excluded_player_cannot_return(new_person: NewPerson) -> None:
    """Until the host readmits them; they may join other tables."""
    code, [ada, bo, cy] = await create_table_with(new_person, "Ada", "Bo", "Cy")
    who = (await ada.request("GET", f"/tables/{code}"))["seats"][1]["who"]
    table = await ada.remove(code, 1, keep_out="true", who=who)
    assert table["kept_out"] == [{"who": who, "name": "Bo"}]
    assert (await cy.request("GET", f"/tables/{code}"))["kept_out"] == [], "shown to the host only"
    assert (await bo.request("GET", f"/tables/{code}"))["removed"] == "for_good"
    await expect_refusal("kept_out", 403, bo.sit(code, 1))
    await ada.stand_up(code, 0)
    await expect_refusal("kept_out", 403, bo.sit(code, 1))
    other = (await ada.create_table())["code"]
    await bo.sit(other, 1)
    await expect_refusal("not_host", 403, bo.request("DELETE", f"/tables/{code}/kept_out/{who}"))
    table = await cy.request("DELETE", f"/tables/{code}/kept_out/{who}")
    assert table["kept_out"] == []
    await bo.sit(code, 1)


async def test_removal_of_a_replaced_player_is_refused(new_person: NewPerson) -> None:
    """Another player may have taken the seat meanwhile."""
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    cy = await new_person("Cy")
    bos = (await ada.request("GET", f"/tables/{code}"))["seats"][1]["who"]
    await bo.stand_up(code, 1)
    await cy.sit(code, 1)
    await expect_refusal("seat_changed", 409, ada.remove(code, 1, who=bos))
    assert names_at(await ada.request("GET", f"/tables/{code}"))[1] == "Cy"
    await expect_refusal("malformed", 422, ada.remove(code, 1, who="x" * 99))


async def test_removals_are_exported_and_those_for_a_while_end_at_the_start(new_person: NewPerson) -> None:
    code, [ada, bo, _] = await create_table_with(new_person, "Ada", "Bo", "Cy")
    await ada.remove(code, 1, keep_out="true")
    data = await bo.request("GET", "/account/data")
    assert data["removals"] == [{"code": code, "until": None}]
    await ada.remove(code, 2)
    other = (await ada.create_table(bots="random"))["code"]
    await bo.sit(other, 1)
    await ada.remove(other, 1)
    assert len((await bo.request("GET", "/account/data"))["removals"]) == 2
    await ada.start(other)
    data = await bo.request("GET", "/account/data")
    assert [one["code"] for one in data["removals"]] == [code]


@pytest.mark.backend("each")
async def test_excluded_player_is_kept_out_of_rematches(new_person: NewPerson) -> None:
    """Also of the rematch of a rematch, until the host readmits them."""
    ada, bo, eve = [await new_person(name) for name in ("Ada", "Bo", "Eve")]
    code = (await ada.create_table(seats=2))["code"]
    await eve.sit(code, 1)
    [excluded] = (await ada.remove(code, 1, keep_out="true"))["kept_out"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    pages = [await person.open_page(code) for person in (ada, bo)]
    for bo_stays in (True, False):
        await play_out(*pages)
        await pages[1].answer_rematch(yes=bo_stays)
        await pages[0].answer_rematch()
        code = await next_table(pages[0])
        for page in pages[: 1 + bo_stays]:
            await page.wait_for_table(code)
    await expect_refusal("kept_out", 403, eve.sit(code, 1))
    table = await ada.request("GET", f"/tables/{code}")
    assert (names_at(table), table["kept_out"]) == (["Ada", ""], [excluded])
    await ada.request("DELETE", f"/tables/{code}/kept_out/{excluded['who']}")
    await eve.sit(code, 1)


@pytest.mark.backend("each")
async def test_exclusions_per_table_are_limited(
    new_person: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removals, "MAX_EXCLUDED", 1)
    code, [ada, *_] = await create_table_with(new_person, "Ada", "Bo", "Cy")
    await ada.remove(code, 1, keep_out="true")
    await expect_refusal("too_many_people", 409, ada.remove(code, 2, keep_out="true"))
    await ada.remove(code, 2)


async def change(host: Person, code: str, **terms: object) -> Json:
    table: Json = await host.request("PUT", f"/tables/{code}/terms", terms)
    return table


async def test_ready_applies_to_the_displayed_settings(new_person: NewPerson) -> None:
    """The host changes them just before the request arrives."""
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    seen = (await bo.request("GET", f"/tables/{code}"))["terms_key"]
    now = (await change(ada, code, clock="quick", watching="hand"))["terms_key"]
    await expect_refusal("terms_changed", 409, bo.ready(code, terms_key=seen))
    assert not (await bo.request("GET", f"/tables/{code}"))["seats"][1]["ready"]
    assert (await bo.ready(code, terms_key=now))["seats"][1]["ready"]
    changed = await change(ada, code, clock="relaxed")
    assert not changed["seats"][1]["ready"]
    await expect_refusal("terms_changed", 409, bo.ready(code, terms_key=now))
    assert not (await bo.ready(code, ready=False, terms_key=now))["seats"][1]["ready"]


async def test_sitting_down_and_starting_apply_to_the_displayed_settings(new_person: NewPerson) -> None:
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    cy = await new_person("Cy")
    seen = (await cy.request("GET", f"/tables/{code}"))["terms_key"]
    now = (await change(ada, code, clock="quick"))["terms_key"]
    await expect_refusal("terms_changed", 409, cy.sit(code, 2, terms_key=seen))
    await cy.sit(code, 2, terms_key=now)
    await bo.ready(code, terms_key=now)
    await cy.ready(code, terms_key=now)
    await expect_refusal("terms_changed", 409, ada.start(code, terms_key=seen))


async def test_settings_key_identifies_settings(new_person: NewPerson) -> None:
    """Equal settings have equal keys; the key does not reveal the voice link and ignores the chat."""
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    keys = [
        (await change(ada, code, **terms))["terms_key"]
        for terms in ({"hold": 1}, {"hold": 2}, {"hold": 1}, {"hold": 1, "link": "https://call.example"})
    ]
    assert keys[0] == keys[2]
    assert len(set(keys)) == 3
    await bo.ready(code, terms_key=keys[3])
    await ada.request("PUT", f"/tables/{code}/chat", {"open": False})
    table = await bo.request("GET", f"/tables/{code}")
    assert (table["terms_key"], table["seats"][1]["ready"]) == (keys[3], True)
    other = (await ada.create_table(terms={"hold": 1}))["terms_key"]
    assert other != keys[0], "each table has its own"


async def test_pages_of_the_previous_version_send_no_settings_key(new_person: NewPerson) -> None:
    code, [ada, bo] = await create_table_with(new_person, "Ada", "Bo")
    await change(ada, code, clock="quick")
    assert (await bo.ready(code))["seats"][1]["ready"]
