"""A browser whose font is twice as large, on phones: what is needed for a move stays in sight."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.e2e.braincat import braincat_game, in_phase
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import height_of
from tests.e2e.tables import play_now
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import double_font, resize, wait_until_idle

NARROW = {"width": 320, "height": 568}
LANDSCAPE = {"width": 640, "height": 360}
SIZES = (PHONE, NARROW, LANDSCAPE)
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
LEAST_PX = 100  # of the part that gives way to the others
SET_TEXT = "(element, text) => { element.textContent = text }"
LONG_TITLE = "Elle recouvre : boîte, blanc et orange."  # three squares, in long words
OVERLAPS = """([one, other]) => {
    const [a, b] = [one, other].map(found => document.querySelector(found));
    const ends = [...a.querySelectorAll('*'), a].map(part => part.getBoundingClientRect());
    const { left, top, right, bottom } = b.getBoundingClientRect();
    return ends.some(end => end.left < right && left < end.right && end.top < bottom && top < end.bottom);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_cat_box_lite_fits_phones(visits: Visits, language: str) -> None:
    page = await visits.open("/", size=PHONE, locale=language, **TOUCH)
    await play_now(page, translate=catalogue(language), game="game_cat_box_lite")
    await page.locator(".mine button[aria-disabled=false]").first.click()
    await page.locator("[data-place]").first.click()
    await page.locator(".actions .title").evaluate(SET_TEXT, LONG_TITLE)
    await double_font(page)
    for size in SIZES:
        await resize(page, size)
        await wait_until_idle(page)
        await expect(page.locator(".actions button").first).to_be_in_viewport(ratio=1)
        for card in await page.locator(".mine .card button").all():
            await expect(card).to_be_in_viewport(ratio=0.95)
        assert await height_of(page, "main .frame") > LEAST_PX, size
        assert not await page.evaluate(OVERLAPS, [".others", ".actions"]), size
        assert not await page.evaluate(OVERLAPS, [".identity", ".mine .card"]), size
        await save_screenshot(page, f"large-lite-{size['width']}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_braincat_fits_phones(visits: Visits, language: str) -> None:
    async with braincat_game(visits, 5) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=PHONE, locale=language, **TOUCH)
        await expect(page.locator(".desk .confirm")).to_be_visible()
        await double_font(page)
        for size in SIZES:
            await resize(page, size)
            await wait_until_idle(page)
            for button in await page.locator(".desk button").all():
                await expect(button).to_be_in_viewport(ratio=1)
            assert await height_of(page, ".board") > LEAST_PX, size
            await save_screenshot(page, f"large-braincat-{size['width']}-{language}")
