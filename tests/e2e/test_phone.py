"""Small windows, most of them a phone in portrait: nothing scrolls, and every target is large enough."""

import pytest
from playwright.async_api import expect

from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import scrolls, small_targets
from tests.e2e.person import Mouse
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.tour import same_page_in_every_language
from tests.e2e.waiting import resize, wait_until_idle

LAPTOPS = ((1366, 640), (1120, 600), (1024, 640), (800, 600))  # widths and heights of windows
LONG = "Consequence, in four lines and more. " * 4
SAY = "text => document.querySelector('.intent .note').textContent = text"
FITS = "(panel => panel.scrollHeight <= panel.clientHeight)(document.querySelector('.intent'))"


@pytest.mark.matrix
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_round_on_a_small_phone(visits: Visits, seats: int) -> None:
    """One tab for each language at the same table: the first plays, the others follow."""
    page = await visits.open("/", size=PHONE, has_touch=True, is_mobile=True)
    await play_now(page, seats)
    tabs = await same_page_in_every_language(page)
    player = tabs[0].player
    while (what := await player.table.what_next()) != "close":
        selectable = await player.table.selectable()
        for tab in tabs:
            await tab.page.bring_to_front()
            await tab.player.table.catch_up(what, selectable)
            if what == "declare":
                await tab.player.table.spaces.last.click()  # so that the consequence is shown as well
            assert not await scrolls(tab.page), f"{what}, {tab.language}"
            assert await small_targets(tab.page) == [], f"{what}, {tab.language}"
            if player.moves == 4:
                await save_screenshot(tab.page, f"choice-{seats}-phone-{tab.language}")
        await page.bring_to_front()
        await player.step()


async def test_table_of_five_fits_the_windows_of_laptops(visits: Visits) -> None:
    page = await visits.open("/")
    await play_now(page, 5)
    player = Mouse(page)
    while player.moves < 3:  # a card set aside, a bid, a declaration
        for width, height in LAPTOPS:
            await resize(page, {"width": width, "height": height})
            assert not await scrolls(page), (width, height)
            await expect(page.locator("[data-card]").last).to_be_in_viewport(ratio=0.9)
        await player.step()


async def test_long_consequence_does_not_shift_the_layout(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE, has_touch=True, is_mobile=True)
    await play_now(page, 5)
    player = Mouse(page)
    while await player.table.what_next() != "declare":
        await player.step()
    await player.table.spaces.last.click()
    await wait_until_idle(page)
    before = await player.table.hand.bounding_box()
    await page.evaluate(SAY, LONG)
    assert not await scrolls(page)
    assert await player.table.hand.bounding_box() == before
    assert await page.evaluate(FITS)
    await expect(page.get_by_text(LONG.strip())).to_be_in_viewport(ratio=1)
    await save_screenshot(page, "long-phone")


async def test_larger_texts_enlarge_names_and_fit_a_phone(visits: Visits) -> None:
    page = await visits.open("/", size=PHONE, has_touch=True, is_mobile=True)
    await play_now(page, 5)
    name = page.locator(".name", has_text=ENGLISH("cat_you"))
    await expect(name).to_have_css("font-size", "11px")
    await page.evaluate("document.documentElement.dataset.text = 'larger'")
    await expect(name).to_have_css("font-size", "13.75px")
    assert not await scrolls(page)
    await expect(page.locator("[data-card]").last).to_be_in_viewport(ratio=0.9)
