"""The browser recomputes the deal of a finished game and shows which parts match."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from socket import socket

import pytest
from playwright.async_api import Page, expect

from app.settings import Settings
from engine.types import Json
from tests.app.local_server import Running
from tests.app.people import Person, play_out
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.forging import forge, is_listed
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways
from tests.e2e.replay_page import load_record, open_record
from tests.e2e.tables import ENGLISH
from tests.services import MakeDatabase


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_one_click_checks_the_deal_without_webcrypto(visits: Visits, size: dict[str, int]) -> None:
    page = await open_record(visits, load_record("4-white-fair"), size)
    assert await page.evaluate("crypto.subtle") is None
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.get_by_text(ENGLISH("fairness_fits"))).to_be_visible()
    await expect(page.locator("li.right")).to_have_count(7)
    await expect(page.locator("li.unseen")).to_have_count(1)
    await expect(page.locator("li.right").first).to_contain_text("fe9d39b3")
    await page.locator("li.right").nth(4).scroll_into_view_if_needed()
    await save_screenshot(page, "fairness")
    assert not await accessibility_violations(page)
    assert not await scrolls_sideways(page)


async def test_explicit_deals_are_not_shown_as_proven(visits: Visits) -> None:
    page = await open_record(visits, load_record("3-white"))
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.get_by_text(ENGLISH("fairness_some_unknown"))).to_be_visible()
    await expect(page.locator("li.unknown")).to_contain_text(ENGLISH("fairness_written"))


async def test_deal_of_cat_box_lite_is_checked(visits: Visits) -> None:
    """The deal follows from its seed; the replay lists the options of each choice."""
    page = await open_record(visits, load_record("../cat_box_lite/recorded/3-seed"))
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.locator("li.right")).to_contain_text(ENGLISH("fairness_lite_deal"))
    await expect(page.locator("li.wrong")).to_have_count(0)
    await page.keyboard.press("ArrowRight")
    chosen = page.get_by_role("listitem").filter(
        has=page.locator("b", has_text=ENGLISH("lite_options_chosen"))
    )
    await expect(chosen).to_have_count(1)
    assert not await accessibility_violations(page)
    await save_screenshot(page, "fairness-lite")


class Operator:
    """Starts a server, and manipulates its database while it is stopped."""

    def __init__(self, settings: Settings, listener: socket) -> None:
        self._settings, self._listener = settings, listener
        self._file = Path(settings.database_url.removeprefix("sqlite+aiosqlite:///"))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"

    async def start(self) -> None:
        self._running = await Running(self._settings, self._listener).__aenter__()

    async def stop(self) -> None:
        await self._running.__aexit__()

    async def forge(self, code: str, *, the_list: bool) -> Json:
        """Replaces a game, which the server then shows."""
        await self.wait_until_listed()
        await self.stop()
        forged = forge(self._file, code, the_list=the_list)
        await self.start()
        return forged

    async def wait_until_listed(self) -> None:
        """Returns when the only game is in the public list, which is written at intervals."""
        while True:
            if is_listed(self._file):
                return
            await asyncio.sleep(0.05)


@pytest.fixture
async def operator(new_sqlite: MakeDatabase, listener: socket) -> AsyncIterator[Operator]:
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, bot_pause=0)
    operator = Operator(settings, listener)
    await operator.start()
    yield operator
    await operator.stop()


@pytest.fixture
async def guests(contexts: ContextPool, operator: Operator) -> AsyncIterator[Visits]:
    async with Visits(contexts, operator.url) as guests:
        yield guests


async def played(guests: Visits, ada: Person) -> tuple[Page, str]:
    """A browser that took part in a whole game against a bot, and the table's code."""
    await ada.start_session("Ada")
    body = {"game": "cat-in-the-box", "seats": 2, "bots": "random", "terms": {}}
    code = (await ada.request("POST", "/tables", body))["code"]
    page = await guests.open_as(ada, f"/t/{code}")
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


async def test_participating_browser_confirms_the_deal(guests: Visits, operator: Operator) -> None:
    async with Person(operator.url) as ada:
        page, code = await played(guests, ada)
        await operator.wait_until_listed()
        [salt, _] = (await ada.record(code))["fairness"]["salts"]
    await check(page, code)
    await expect(page.locator("p.sum")).to_have_text(ENGLISH("fairness_all_right"))
    right = page.locator("li.right")
    await expect(right.filter(has_text=ENGLISH("fairness_seen"))).to_have_count(1)
    await expect(right.filter(has_text=ENGLISH("fairness_salt_seen", name="Ada", salt=salt))).to_have_count(1)
    await expect(right.filter(has_text=ENGLISH("fairness_list"))).to_have_count(1)
    assert not await accessibility_violations(page)
    await save_screenshot(page, "fairness-seen")


@pytest.mark.parametrize("the_list", [False, True], ids=["the list kept", "the list forged, too"])
async def test_participating_browser_detects_a_forged_game(
    guests: Visits, operator: Operator, the_list: bool
) -> None:
    """Secret, commitment, cards and moves match; other browsers can detect it only by the public list."""
    async with Person(operator.url) as ada, Person(operator.url) as eve:
        page, code = await played(guests, ada)
        forged = await operator.forge(code, the_list=the_list)
        record = await ada.record(code)
        assert record["fairness"]["commitment"] == forged["commitment"]
        await eve.start_session("Eve")
        elsewhere = await guests.open_as(eve, "/rules")
    guests.ignore_errors("WebSocket connection")  # while the server was away
    guests.ignore_errors("Failed to load resource")
    guests.ignore_errors("Unable to preload CSS")
    guests.ignore_errors("Failed to fetch dynamically imported module")
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
