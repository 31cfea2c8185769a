"""The browser recomputes the deal of a finished game and shows which parts match."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from engine.types import Json
from tests.app.people import Person, play_out
from tests.e2e.browsing import PHONE, WIDE, Visits, keep_picture
from tests.e2e.forging import forge
from tests.e2e.page_checks import barriers, scrolls_sideways
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH

RECORDED = Path(__file__).parents[1] / "engine" / "recorded"
NO_WEBCRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"  # as on plain HTTP


async def opened(visits: Visits, record: Json, size: dict[str, int] = WIDE, **options: Any) -> Page:
    """Imports a record as a new player and opens its replay without Web Crypto."""
    async with Person(visits.url) as person:
        await person.start_session()
        info = await person.request("POST", "/imports", record)
        page = await visits.of(person, "/rules", size=size, **options)
    await page.add_init_script(NO_WEBCRYPTO)
    await page.goto(f"/r/{info['code']}")
    return page


def recorded(name: str) -> Json:
    record: Json = json.loads((RECORDED / f"{name}.json").read_text("utf-8"))
    return record


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_one_click_checks_the_deal_without_webcrypto(visits: Visits, size: dict[str, int]) -> None:
    page = await opened(visits, recorded("4-white-fair"), size)
    assert await page.evaluate("crypto.subtle") is None
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.get_by_text(ENGLISH("fairness_fits"))).to_be_visible()
    await expect(page.locator("li.right")).to_have_count(7)
    await expect(page.locator("li.unseen")).to_have_count(1)
    await expect(page.locator("li.right").first).to_contain_text("fe9d39b3")
    await page.locator("li.right").nth(4).scroll_into_view_if_needed()
    await keep_picture(page, "fairness")
    assert not await barriers(page)
    assert not await scrolls_sideways(page)


async def test_explicit_deals_are_not_shown_as_proven(visits: Visits) -> None:
    page = await opened(visits, recorded("3-white"))
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.get_by_text(ENGLISH("fairness_some_unknown"))).to_be_visible()
    await expect(page.locator("li.unknown")).to_contain_text(ENGLISH("fairness_written"))


async def test_deal_of_cat_box_lite_is_checked(visits: Visits) -> None:
    """The deal follows from its seed; the replay lists the options of each choice."""
    page = await opened(visits, recorded("../cat_box_lite/recorded/3-seed"))
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.locator("li.right")).to_contain_text(ENGLISH("fairness_lite_deal"))
    await expect(page.locator("li.wrong")).to_have_count(0)
    await page.keyboard.press("ArrowRight")
    chosen = page.get_by_role("listitem").filter(
        has=page.locator("b", has_text=ENGLISH("lite_options_chosen"))
    )
    await expect(chosen).to_have_count(1)
    assert not await barriers(page)
    await keep_picture(page, "fairness-lite")


@pytest.fixture
def house() -> Iterator[Boxcats]:
    """A server whose database the test manipulates."""
    with Boxcats() as server:
        yield server


@pytest.fixture
async def guests(browser: Browser, house: Boxcats) -> AsyncIterator[Visits]:
    async with Visits(browser, house.url) as guests:
        yield guests


async def played(guests: Visits, ada: Person) -> tuple[Page, str]:
    """A browser that took part in a whole game against a bot, and the table's code."""
    await ada.start_session("Ada")
    body = {"game": "cat-in-the-box", "seats": 2, "bots": "random", "terms": {}}
    code = (await ada.request("POST", "/tables", body))["code"]
    page = await guests.of(ada, f"/t/{code}")
    line = await ada.open_page(code)
    while not line.table["seats"][0]["salted"]:  # this browser has seen the commitment and contributed a salt
        await line.next("table")
    await page.get_by_role("button", name=ENGLISH("start"), exact=True).click()
    await play_out(line)
    return page, code


async def check(page: Page, code: str) -> None:
    """Runs the check of this game's deal and waits until it is done."""
    await page.goto(f"/r/{code}")
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await page.locator("p.sum").wait_for()


async def test_a_browser_that_was_there_confirms_the_deal(guests: Visits, house: Boxcats) -> None:
    async with Person(house.url) as ada:
        page, code = await played(guests, ada)
        [salt, _] = (await ada.record(code))["fairness"]["salts"]
    await check(page, code)
    await expect(page.locator("p.sum")).to_have_text(ENGLISH("fairness_all_right"))
    right = page.locator("li.right")
    await expect(right.filter(has_text=ENGLISH("fairness_seen"))).to_have_count(1)
    await expect(right.filter(has_text=ENGLISH("fairness_salt_seen", name="Ada", salt=salt))).to_have_count(1)
    await expect(right.filter(has_text=ENGLISH("fairness_list"))).to_have_count(1)
    assert not await barriers(page)
    await keep_picture(page, "fairness-seen")


@pytest.mark.parametrize("the_list", [False, True], ids=["the list kept", "the list forged, too"])
async def test_a_forged_game_fails_in_a_browser_that_was_there(
    guests: Visits, house: Boxcats, the_list: bool
) -> None:
    """Secret, commitment, cards and moves match; other browsers can detect it only by the public list."""
    async with Person(house.url) as ada, Person(house.url) as eve:
        page, code = await played(guests, ada)
        house.stop()
        forged = forge(house.folder / "boxcats.sqlite3", code, the_list=the_list)
        house.start()
        record = await ada.record(code)
        assert record["fairness"]["commitment"] == forged["commitment"]
        await eve.start_session("Eve")
        elsewhere = await guests.of(eve, "/rules")
    guests.forgive("WebSocket connection")  # while the server was away
    guests.forgive("Failed to load resource")
    await check(page, code)
    await expect(page.locator("p.sum")).to_have_text(ENGLISH("fairness_some_wrong"))
    await expect(page.locator("li.wrong").filter(has_text=ENGLISH("fairness_seen_other"))).to_have_count(1)
    await check(elsewhere, code)
    await expect(elsewhere.locator("li.unseen").filter(has_text=ENGLISH("fairness_not_seen"))).to_have_count(
        1
    )
    sum_of = ENGLISH("fairness_fits" if the_list else "fairness_some_wrong")
    await expect(elsewhere.locator("p.sum")).to_have_text(sum_of)
    if not the_list:
        await expect(elsewhere.locator("li.wrong")).to_have_count(1)
