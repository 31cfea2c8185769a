"""A friend who comes by an invite link, and the cat that follows a player."""

import asyncio

import pytest
from playwright.async_api import Route, expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.page_checks import gap_between
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, at_home, create_table
from tests.e2e.tour import Tour
from tests.e2e.waiting import wait_until_idle


async def test_friend_gives_a_name_and_sits_down_in_one_step(visits: Visits) -> None:
    ada = await visits.open("/")
    link = await create_table(ada)
    tour = Tour(await visits.open("/", size=PHONE))
    async for language in tour.languages():
        await tour.page.goto(link)
        await expect(tour.page.get_by_label(tour.translate("your_name"))).to_be_visible()
        await tour.check(f"join-{language}", within="main")
    rules = tour.page.get_by_role("link", name=tour.translate("guide_title"), exact=True)
    await expect(rules).to_have_attribute("href", "/rules?game=cat-in-the-box")
    name = tour.page.get_by_label(tour.translate("your_name"))
    await name.fill("Bo")
    await name.press("Enter")
    await expect(tour.page.get_by_role("button", name=tour.translate("ready"))).to_be_visible()
    await expect(ada.get_by_role("button", name="Bo", exact=True)).to_be_visible()


async def test_chosen_cat_is_shown_at_the_table(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE)
    await create_table(page)
    await page.get_by_role("button", name=ENGLISH("rename")).click()
    cats = page.get_by_role("group", name=ENGLISH("cat_choose"))
    await expect(cats.get_by_role("radio")).to_have_count(12)
    await cats.get_by_role("radio", checked=True).focus()
    await wait_until_idle(page)
    before = await page.locator(".plate.you svg").first.inner_html()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".plate.you svg").first).not_to_have_js_property("innerHTML", before)
    chosen = await cats.get_by_role("radio", checked=True).get_attribute("aria-label")
    await wait_until_idle(page)
    await page.reload()
    await page.get_by_role("button", name=ENGLISH("rename")).click()
    await expect(cats.get_by_role("radio", name=chosen or "", exact=True)).to_be_checked()


async def test_refused_cat_leaves_the_chosen_one(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE)
    await at_home(page)
    await page.get_by_role("button", name=ENGLISH("rename")).click()
    cats = page.get_by_role("group", name=ENGLISH("cat_choose"))
    before = await cats.get_by_role("radio", checked=True).get_attribute("aria-label")
    await page.route("**/api/me/cat", lambda route: route.abort())
    visits.ignore_errors("net::ERR_FAILED")
    await cats.get_by_role("radio", checked=True).focus()
    await page.keyboard.press("ArrowRight")
    await expect(cats.get_by_role("alert")).to_be_visible()
    await expect(cats.get_by_role("radio", name=before or "", exact=True)).to_be_checked()


async def test_late_answer_does_not_hide_the_game(visits: Visits, embedded: Boxcats) -> None:
    """The game starts while the answer to a request of the waiting page is on its way."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        for person in (ada, bo):
            await person.start_session()
        code = (await ada.create_table(2))["code"]
        await bo.sit(code, 1)
        page = await visits.open_as(bo, f"/t/{code}")
        is_ready, is_started = asyncio.Event(), asyncio.Event()

        async def answer_late(route: Route) -> None:
            answer = await route.fetch()
            is_ready.set()
            await is_started.wait()
            await route.fulfill(response=answer)

        await page.route("**/ready", answer_late)
        async with page.expect_response("**/ready"):
            await page.get_by_role("button", name=ENGLISH("ready")).click()
            await is_ready.wait()
            await ada.start(code)
            board = page.get_by_role("grid", name=ENGLISH("cat_board"))
            await expect(board).to_be_visible()
            is_started.set()
        await wait_until_idle(page)
        await expect(board).to_be_visible()


async def test_settings_stay_open_if_they_are_not_saved(visits: Visits, embedded: Boxcats) -> None:
    visits.ignore_errors("status of 429")
    async with Person(embedded.url) as ada:
        await ada.start_session("Ada")
        table = await ada.create_table(3)
        page = await visits.open_as(ada, f"/t/{table['code']}")
        await page.route("**/terms", lambda route: route.fulfill(status=429, json={"code": "too_fast"}))
        await page.get_by_role("button", name=ENGLISH("terms_change")).click()
        await page.get_by_text(ENGLISH("terms_more")).click()
        link = page.locator("form input[type=url]")
        await link.fill("https://call.example.org/cats")
        save = page.get_by_role("button", name=ENGLISH("save"))
        await save.click()
        await expect(page.get_by_role("alert")).to_have_text(ENGLISH("error_too_fast"))
        await expect(link).to_have_value("https://call.example.org/cats")
        await page.unroute("**/terms")
        await save.click()
        await expect(save).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_buttons_below_the_settings_are_apart(visits: Visits, size: dict[str, int]) -> None:
    async with Person(visits.url) as ada:
        await ada.start_session("Ada")
        page = await visits.open_as(ada, f"/t/{(await ada.create_table())['code']}", size=size)
        change = page.get_by_role("button", name=ENGLISH("terms_change"))
        await expect(change).to_be_visible()
        facts = page.get_by_role("region", name=ENGLISH("options"))
        assert await gap_between(facts.get_by_role("link", name=ENGLISH("guide_title")), change) >= 8
