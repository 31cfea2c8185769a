"""Colors chosen by the reader, as in Windows' contrast themes: backgrounds and shadows are gone."""

from playwright.async_api import expect

from tests.e2e.browsing import Visits, save_screenshot
from tests.e2e.tables import ENGLISH, play_now

OUTLINE = "element => getComputedStyle(element).outlineStyle"
BORDER = "element => getComputedStyle(element).borderTopStyle"


async def test_cards_and_buttons_have_edges(visits: Visits) -> None:
    page = await visits.open("/", forced_colors="active")
    await play_now(page, 4)
    card = page.locator('main [data-card][aria-disabled="false"]').first
    await expect(card).to_be_visible()
    assert await card.evaluate(BORDER) == "solid"
    await card.click()
    await expect(page.locator("main [data-card][aria-pressed=true]")).to_have_count(1)
    assert await page.locator("main [data-card][aria-pressed=true]").evaluate(OUTLINE) == "solid"
    assert await page.get_by_role("button", name=ENGLISH("cat_do_aside")).evaluate(BORDER) == "solid"
    await save_screenshot(page, "forced-colors")


async def test_cards_of_a_pile_hide_those_below(visits: Visits) -> None:
    page = await visits.open("/", forced_colors="active")
    await play_now(page)
    await expect(page.locator("[data-card] .card").first).to_have_css(
        "background-color", "rgb(255, 255, 255)"
    )
