"""One click works the deal of a finished game out in the browser, and says what fits."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from engine.types import Json
from tests.app.people import Person
from tests.e2e.demands import barriers, scrolls_sideways
from tests.e2e.tables import ENGLISH
from tests.e2e.visits import PHONE, WIDE, Visits, keep_picture

RECORDED = Path(__file__).parents[1] / "engine" / "recorded"
NO_WEBCRYPTO = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"  # as on plain HTTP


async def opened(visits: Visits, record: Json, size: dict[str, int] = WIDE, **options: Any) -> Page:
    """The replay of a game from elsewhere, for whoever brought it."""
    async with Person(visits.url) as person:
        await person.arrive()
        info = await person.ask("POST", "/imports", record)
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
    await expect(page.get_by_text(ENGLISH("fairness_all_right"))).to_be_visible()
    await expect(page.locator("li.right")).to_have_count(7)
    await expect(page.locator("li.right").first).to_contain_text("fe9d39b3")
    await page.locator("li.right").nth(4).scroll_into_view_if_needed()
    await keep_picture(page, "fairness")
    assert not await barriers(page)
    assert not await scrolls_sideways(page)


async def test_cards_that_are_written_out_are_not_said_to_be_proven(visits: Visits) -> None:
    page = await opened(visits, recorded("3-white"))
    await page.get_by_text(ENGLISH("fairness_check"), exact=True).click()
    await expect(page.get_by_text(ENGLISH("fairness_some_unknown"))).to_be_visible()
    await expect(page.locator("li.unknown")).to_contain_text(ENGLISH("fairness_written"))


async def test_the_one_deal_of_cat_box_lite(visits: Visits) -> None:
    """From its seed; the page beside it tells what each card was chosen from."""
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
