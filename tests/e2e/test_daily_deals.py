"""A daily deal in two browsers on two days; the test sets the server's clock."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.app.accounts import create_account
from tests.app.friends import follow
from tests.app.people import Person, play_out
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.server import Boxcats
from tests.e2e.texts import catalogue
from tests.e2e.tour import Tour
from tests.e2e.waiting import TIMEOUT_S, wait_until_idle
from tools import programs

ENGLISH = catalogue("en")
LITE = "Cat Box Lite"


class Clock:
    """The clock of a server process: noon of today, and of later days."""

    def __init__(self, file: Path) -> None:
        now = datetime.now(UTC)
        self._offset = now.replace(hour=12, minute=0, second=0) - now
        self._file = file
        self.set_day(0)

    def set_day(self, ahead: int) -> None:
        offset = self._offset + timedelta(days=ahead)
        self._file.write_text(f"{offset.total_seconds():+.0f}s\n")

    @property
    def settings(self) -> dict[str, str]:
        """Returns the environment of the process."""
        library = programs.fake_clock()
        assert library, "libfaketime is missing; `make test` installs it or says how"
        return {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path / "clock")


@pytest.fixture
def server(clock: Clock) -> Iterator[Boxcats]:
    """A server of this test alone, as its clock is set."""
    with Boxcats(**clock.settings) as server:
        yield server


@pytest.fixture
async def players(server: Boxcats) -> AsyncIterator[list[Person]]:
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


async def wait_for_past_day(page: Page) -> Locator:
    """Returns the link to the past day, once the server has revealed its deals."""
    link = page.get_by_role("region", name=ENGLISH("daily_past")).get_by_role("link")
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            await page.goto("/daily")
            await expect(card(page)).to_be_visible()
            await wait_until_idle(page)
            if await link.count():
                return link.first


async def check_in_every_language(page: Page) -> None:
    """Checks the page with its proof opened."""
    tour = Tour(page)
    async for _ in tour.languages():
        await page.goto("/daily")
        await page.get_by_text(tour.translate("daily_proof"), exact=True).first.click()
        await page.evaluate("scrollTo(0, 0)")
        await tour.check("daily", within="main")


async def test_two_players_on_two_days(
    browser: Browser, server: Boxcats, clock: Clock, players: list[Person]
) -> None:
    ada, bo = players
    async with Visits(browser, server.url) as visits:
        first = await visits.open_as(ada, "/daily", size=PHONE)
        second = await visits.open_as(bo, "/daily", size=PHONE)
        await play_try(first, ada)
        await second.reload()
        await expect(card(second).get_by_text(ENGLISH("daily_hidden"))).to_be_visible()
        await play_try(second, bo)
        await second.goto("/daily")
        friends = card(second).get_by_role("table", name=ENGLISH("daily_friends"))
        await friends.get_by_role("link", name="Replay of Ada").click()
        await second.wait_for_url("**/r/*")
        await check_in_every_language(first)
        clock.set_day(1)
        past_day = await wait_for_past_day(second)
        await expect(card(second).get_by_role("button", name=ENGLISH("daily_play"))).to_be_visible()
        await past_day.click()
        await expect(card(second).get_by_role("button", name=ENGLISH("daily_play_past"))).to_be_visible()
        await expect(card(second).get_by_role("table", name=ENGLISH("daily_best"))).to_contain_text("Ada")
        await save_screenshot(second, "daily-past")
