"""A daily deal in two browsers on two days; the test sets the server's clock."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Locator, Page, expect

from app.infra.worker_pool import WorkerPool
from app.settings import Settings
from tests.app.accounts import create_account
from tests.app.daily_deals import Calendar, choose_at_once, play_daily
from tests.app.friends import follow
from tests.app.local_server import Running
from tests.app.people import Person, play_out
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import scrolls_sideways
from tests.e2e.texts import catalogue
from tests.e2e.tour import Tour
from tests.services import MakeDatabase

ENGLISH = catalogue("en")
LITE = "Cat Box Lite"
NUMBERS_OF_LINES = """elements => elements.map(element => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
})"""


@pytest.fixture
async def server(new_sqlite: MakeDatabase, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server of this test alone, in its process, whose expert bots choose at once."""
    monkeypatch.setattr(WorkerPool, "call", choose_at_once)
    settings = Settings(
        database_url=await new_sqlite(),
        secret_key="k" * 32,
        bot_pause=0,
        people_per_address=9999,
        stored_per_address=9999,
    )
    async with Running(settings) as server:
        yield server


@pytest.fixture
async def calendar(server: Running) -> Calendar:
    """The clock of the server's daily deals."""
    calendar = Calendar(server)
    await calendar.set(calendar.today)
    return calendar


@pytest.fixture
async def players(server: Running) -> AsyncIterator[list[Person]]:
    """Two friends with accounts."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(server.url)) for _ in range(2)]
        for person, name in zip(people, ("Ada", "Bo"), strict=True):
            await person.start_session()
            await create_account(person, name)
        await follow(*people)
        await follow(*reversed(people))
        yield people


def card(page: Page) -> Locator:
    """Returns the deal of Cat Box Lite."""
    return page.get_by_role("region", name=LITE)


async def play_try(page: Page, person: Person) -> str:
    """Starts the try on the page, and plays it by its messages; returns the table's code."""
    await card(page).get_by_role("button", name=ENGLISH("daily_play")).click()
    await page.wait_for_url("**/t/*")
    code = page.url.rpartition("/")[2]
    await play_out(await person.open_page(code))
    return code


async def check_in_every_language(page: Page) -> None:
    """Checks the page with its proof opened."""
    tour = Tour(page)
    async for _ in tour.languages():
        await page.goto("/daily")
        await page.get_by_text(tour.translate("daily_proof"), exact=True).first.click()
        await page.evaluate("scrollTo(0, 0)")
        await tour.check("daily", within="main")


async def test_guest_learns_before_the_try_that_it_is_unranked(
    contexts: ContextPool, server: Running, calendar: Calendar, players: list[Person]
) -> None:
    async with Visits(contexts, server.url) as visits:
        guest, ada = await visits.open("/daily"), await visits.open_as(players[0], "/daily")
        warning = guest.get_by_text(ENGLISH("daily_guest"))
        await expect(warning.get_by_role("link", name=ENGLISH("account_create"))).to_be_visible()
        await expect(card(ada).get_by_role("button", name=ENGLISH("daily_play"))).to_be_visible()
        await expect(ada.get_by_text(ENGLISH("daily_guest"))).to_have_count(0)


async def test_two_players_on_two_days(
    contexts: ContextPool, server: Running, calendar: Calendar, players: list[Person]
) -> None:
    ada, bo = players
    async with Visits(contexts, server.url) as visits:
        first = await visits.open_as(ada, "/daily", size=PHONE)
        second = await visits.open_as(bo, "/daily", size=PHONE)
        await play_try(first, ada)
        await second.reload()
        await expect(card(second).get_by_text(ENGLISH("daily_hidden"))).to_be_visible()
        await play_try(second, bo)
        result = second.get_by_role("region", name=ENGLISH("cat_result"))
        compare = result.get_by_role("link", name=ENGLISH("daily_compare"))
        await expect(compare).to_be_visible()
        await expect(result.get_by_role("button", name=ENGLISH("rematch_yes"))).to_have_count(0)
        await compare.click()
        friends = card(second).get_by_role("table", name=ENGLISH("daily_friends"))
        await friends.get_by_role("link", name="Replay of Ada").click()
        await second.wait_for_url("**/r/*")
        await check_in_every_language(first)
        await calendar.next_day()
        await second.goto("/daily")
        await expect(card(second).get_by_role("button", name=ENGLISH("daily_play"))).to_be_visible()
        await second.get_by_role("region", name=ENGLISH("daily_past")).get_by_role("link").first.click()
        await expect(card(second).get_by_role("button", name=ENGLISH("daily_play_past"))).to_be_visible()
        await expect(card(second).get_by_role("table", name=ENGLISH("daily_best"))).to_contain_text("Ada")
        await card(second).get_by_text(ENGLISH("daily_proof"), exact=True).click()
        await card(second).get_by_role("button", name=ENGLISH("fairness_check")).click()
        await expect(card(second).get_by_text(ENGLISH("fairness_all_right"))).to_be_visible()
        await save_screenshot(second, "daily-past")


async def test_day_without_deals_leads_to_todays(
    contexts: ContextPool, server: Running, calendar: Calendar
) -> None:
    async with Visits(contexts, server.url) as visits:
        visits.ignore_errors("404")
        page = await visits.open("/daily?day=2039-01-01")
        await expect(page.get_by_role("alert")).to_have_text(ENGLISH("error_daily_deal_not_found"))
        await page.get_by_role("link", name=ENGLISH("daily_back")).click()
        await expect(page.get_by_role("heading", name=ENGLISH("daily_today"))).to_be_visible()


async def test_titles_of_columns_are_whole_on_a_narrow_phone(
    contexts: ContextPool, server: Running, calendar: Calendar, players: list[Person]
) -> None:
    await play_daily(players[0], calendar)
    async with Visits(contexts, server.url) as visits:
        page = await visits.open_as(players[0], "/daily", size={"width": 320, "height": 568})
        titles = card(page).get_by_role("table", name=ENGLISH("daily_best")).get_by_role("columnheader")
        await page.evaluate("document.documentElement.dataset.text = 'larger'")
        await expect(titles).to_have_count(4)
        assert not await scrolls_sideways(page)
        assert await titles.evaluate_all(NUMBERS_OF_LINES) == [1, 1, 1, 1]


async def test_page_of_today_follows_the_days(
    contexts: ContextPool, server: Running, calendar: Calendar, players: list[Person]
) -> None:
    """Also one whose URL names the day; a try that is not finished is listed as such."""
    async with Visits(contexts, server.url) as visits:
        page = await visits.open_as(players[0], "/daily")
        await page.clock.install()
        await card(page).get_by_role("button", name=ENGLISH("daily_play")).click()
        await page.wait_for_url("**/t/*")
        await page.goto(f"/daily?day={calendar.today}")
        await expect(page.get_by_role("heading", name=ENGLISH("daily_today"))).to_be_visible()
        await calendar.next_day()
        await page.clock.fast_forward("12:00:00")
        await expect(page.get_by_text(ENGLISH("daily_over"))).to_be_visible()
        await page.reload()
        past = page.get_by_role("region", name=ENGLISH("daily_past")).get_by_role("link").first
        await expect(past.get_by_text(ENGLISH("daily_not_finished"))).to_contain_text(LITE)
        french = await visits.open_as(players[0], "/daily", locale="fr")
        translate = catalogue("fr")
        past = french.get_by_role("region", name=translate("daily_past")).get_by_role("link").first
        result = translate.texts["daily_not_finished"]
        await expect(past).to_contain_text(translate("daily_result_of", game=LITE, result=result))
