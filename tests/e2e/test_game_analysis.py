"""The analysis of a game in its replay, watched to its end."""

import json
from asyncio import Event, to_thread
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways, small_targets
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tools.programs import ROOT

ANALYSIS_MS = 120_000  # on busy cores, a decision takes up to a minute
RECORDED = {
    "cat-in-the-box": (ROOT / "tests/engine/recorded/4-white.json", 14),
    "cat-box-lite": (ROOT / "tests/engine/cat_box_lite/recorded/3-shared.json", 2),
}


async def import_beginning(person: Person, game: str) -> str:
    """Imports the first moves of a game, whose analysis does not take long; returns its code."""
    path, moves = RECORDED[game]
    record: Any = json.loads(await to_thread(path.read_text, "utf-8"))
    record["moves"] = record["moves"][:moves]
    del record["result"]
    code: str = (await person.request("POST", "/imports", record))["code"]
    return code


@pytest.mark.timeout(360)
async def test_analysis_is_watched_to_its_end(visits: Visits, embedded: Boxcats) -> None:
    """Progress, then accuracy, the alternatives of a move, the curve and what stands out; in both games."""
    async with Person(embedded.url) as ada:
        await ada.start_session("Ada")
        for game, (_, moves) in RECORDED.items():
            size = WIDE if game == "cat-in-the-box" else PHONE
            page = await visits.open_as(ada, f"/r/{await import_beginning(ada, game)}#{moves - 1}", size=size)
            await page.locator("summary", has_text=ENGLISH("analysis_title")).click()
            await page.get_by_role("button", name=ENGLISH("analysis_start")).click()
            await expect(page.get_by_role("progressbar", name=ENGLISH("analysis_title"))).to_be_visible()
            await page.get_by_role("button", name=ENGLISH("cancel"), exact=True).click()
            await page.get_by_role("button", name=ENGLISH("analysis_start")).click()
            await expect(page.get_by_role("heading", name=ENGLISH("analysis_accuracy"))).to_be_visible(
                timeout=ANALYSIS_MS
            )
            alternatives = page.get_by_role("table").filter(has_text=ENGLISH("analysis_played"))
            await expect(alternatives).to_be_visible()
            await expect(alternatives.get_by_text(ENGLISH("analysis_best"), exact=True)).to_have_count(1)
            await expect(page.get_by_role("heading", name=ENGLISH("analysis_moments"))).to_be_visible()
            moments = page.get_by_role("listitem").filter(has=page.locator(".blunder, .mistake, .lucky"))
            marks = page.locator(".bar").locator(".blunder, .mistake, .lucky")
            await expect(marks).to_have_count(await moments.count())
            await moments.first.get_by_role("button").click()
            await expect(page.locator(".stage")).to_be_in_viewport()  # it is far above on a phone
            assert not await accessibility_violations(page)
            assert not await small_targets(page)
            assert not await scrolls_sideways(page)
            await save_screenshot(page, f"analysis-{game}")


@pytest.mark.timeout(240)
async def test_focus_stays_in_the_analysis(visits: Visits, embedded: Boxcats) -> None:
    """The buttons that start and cancel it replace each other, and the result replaces both."""
    finished = Event()

    async def answer(route: Route) -> None:
        if finished.is_set():
            await route.continue_()
        else:
            await route.fulfill(json={"done": 1, "of": 3, "analysis": None})

    async with Person(embedded.url) as ada:
        await ada.start_session("Ada")
        page = await visits.open_as(ada, f"/r/{await import_beginning(ada, 'cat-box-lite')}")
        await page.route("**/api/replays/*/analysis", answer)
        await page.locator("summary", has_text=ENGLISH("analysis_title")).press("Enter")
        panel = page.get_by_role("group", name=ENGLISH("analysis_title"), exact=True)
        start = page.get_by_role("button", name=ENGLISH("analysis_start"))
        cancel = page.get_by_role("button", name=ENGLISH("cancel"), exact=True)
        for button in (start, cancel, start):
            await button.press("Enter")
            await expect(panel).to_be_focused()
        await cancel.focus()
        finished.set()
        await expect(panel.get_by_role("heading", name=ENGLISH("analysis_accuracy"))).to_be_visible(
            timeout=ANALYSIS_MS
        )
        await expect(panel).to_be_focused()
