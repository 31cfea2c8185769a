"""Controls of rendered pages that are used before the client runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Page, Route, expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.texts import catalogue
from tests.e2e.waiting import resize


@asynccontextmanager
async def before_the_client(visits: Visits, path: str = "/") -> AsyncIterator[Page]:
    """Gives the page as the server has rendered it; the client starts at the end of the block."""
    may_start = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_start.wait()
        await route.continue_()

    page = await visits.open("about:blank")
    await page.route("**/*.js", hold)
    await page.goto(visits.url + path, wait_until="commit")
    await expect(page.locator("h1")).to_be_visible()
    try:
        yield page
    finally:
        may_start.set()


async def test_chosen_language_is_kept(visits: Visits) -> None:
    async with before_the_client(visits) as page:
        await page.get_by_role("combobox", name=ENGLISH("language")).select_option("ja")
    await expect(page.get_by_role("button", name=catalogue("ja")("play_now"))).to_have_count(2)


async def test_chosen_number_of_players_is_kept(visits: Visits) -> None:
    async with before_the_client(visits) as page:
        players = page.get_by_role("group", name=ENGLISH("players")).first
        await players.get_by_text("2", exact=True).click()
    await page.get_by_role("button", name=ENGLISH("play_now")).first.click()
    await expect(page.locator(".player")).to_have_count(2)


async def test_settings_open(visits: Visits) -> None:
    async with before_the_client(visits, "/rules") as page:
        await page.get_by_role("button", name=ENGLISH("nav_settings")).click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def test_menu_stays_open(visits: Visits) -> None:
    """The browser opens it; a second click would close it."""
    async with before_the_client(visits) as page:
        await resize(page, PHONE)
        await page.get_by_role("button", name=ENGLISH("nav_menu")).click()
        await expect(page.locator("#places")).to_be_visible()
    await expect(page.get_by_role("button", name=ENGLISH("play_now")).first).to_be_enabled()
    await expect(page.locator("#places")).to_be_visible()


async def test_table_keeps_nothing(visits: Visits, embedded: Boxcats) -> None:
    """What is pressed at a table is not pressed again on the page after it."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}")
        await page.get_by_role("button", name=ENGLISH("nav_settings")).first.click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        assert await page.evaluate("earlyInput.length") == 0


async def test_code_is_used(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as host:
        await host.start_session("Ada")
        code = (await host.create_table(2))["code"]
        async with before_the_client(visits) as page:
            await page.get_by_role("textbox", name=ENGLISH("join_hint")).fill(code)
            await page.keyboard.press("Enter")
        await expect(page).to_have_url(f"{visits.url}/t/{code}")
