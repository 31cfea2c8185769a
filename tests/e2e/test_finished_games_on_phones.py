"""Results and what comes after a game on small phones: nothing is cut off, and buttons stay in one line."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import height_of
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import resize, wait_until_idle

SHORT = {"width": 375, "height": 553}
NARROW = {"width": 320, "height": 568}
LANDSCAPE = {"width": 640, "height": 360}
WIDER_THAN_THEIR_BOX = """selector => [...document.querySelectorAll(selector)]
    .filter(one => one.scrollWidth > one.clientWidth).length"""
# Texts stick out of their box by their own ranges, as a centered one does at both sides.
WIDER_THAN_SEAT = """() => [...document.querySelectorAll('.podium strong')].filter(text => {
    const words = document.createRange();
    words.selectNodeContents(text);
    const [own, seat] = [words, text.closest('li')].map(one => one.getBoundingClientRect());
    return own.left < seat.left || own.right > seat.right;
}).length"""
# The least distance of two numbers of a row, in pixels.
BETWEEN_NUMBERS = """() => Math.min(...[...document.querySelectorAll('dialog td + td')].map(cell => {
    const [before, after] = [cell.previousElementSibling, cell].map(one => {
        const number = document.createRange();
        number.selectNodeContents(one);
        return number.getBoundingClientRect();
    });
    return after.left - before.right;
}))"""
LINES_OF_BUTTONS = """() => new Set([...document.querySelectorAll('main.game section > .button')]
    .map(button => Math.round(button.getBoundingClientRect().top))).size"""


@asynccontextmanager
async def result_page(visits: Visits, game: str, players: int, language: str) -> AsyncIterator[Page]:
    """Plays a game over connections; opens its page, which shows the result, as its first player."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(visits.url)) for _ in range(players)]
        code = await start_game(*people, game=game)
        await play_out(*[await person.open_page(code) for person in people])
        yield await visits.open_as(
            people[0], f"/t/{code}", size=NARROW, locale=language, has_touch=True, is_mobile=True
        )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_result_of_five_fits_a_narrow_phone(visits: Visits, language: str) -> None:
    async with result_page(visits, "cat-in-the-box", 5, language) as page:
        await expect(page.locator(".podium li")).to_have_count(5)
        await wait_until_idle(page)
        assert await page.evaluate(WIDER_THAN_SEAT) == 0
        await save_screenshot(page, f"result-box-320-{language}")
        await resize(page, LANDSCAPE)
        assert await height_of(page, "dialog .body") > 245  # title and buttons take the rest
        await page.get_by_role("dialog").get_by_role("button").last.click()
        for size in (NARROW, SHORT, PHONE, LANDSCAPE):
            await resize(page, size)
            await wait_until_idle(page)
            assert await page.evaluate(LINES_OF_BUTTONS) == 1, size
            await save_screenshot(page, f"after-{size['width']}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_points_of_all_colors_are_in_sight_and_apart_on_phones(visits: Visits, language: str) -> None:
    async with result_page(visits, "cat-box-lite", 3, language) as page:
        await expect(page.get_by_role("dialog").get_by_role("row")).to_have_count(5)
        await wait_until_idle(page)
        assert await page.evaluate(WIDER_THAN_THEIR_BOX, "dialog .body") == 0
        for size in (NARROW, PHONE):
            await resize(page, size)
            assert await page.evaluate(BETWEEN_NUMBERS) > 20, size
        await save_screenshot(page, f"result-lite-320-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rematch_of_braincat_is_in_sight_on_a_phone(visits: Visits, language: str) -> None:
    """The highlights come after it: they are loaded later and would move it under the finger."""
    translate = catalogue(language)
    async with result_page(visits, "braincat", 3, language) as page:
        await resize(page, PHONE)
        await page.get_by_role("button", name=translate("cat_result")).click()
        dialog = page.get_by_role("dialog")
        await expect(
            dialog.get_by_role("heading", name=translate("brain_replay_highlights"))
        ).to_be_attached()
        await wait_until_idle(page)
        rematch = await dialog.get_by_role("button", name=translate("rematch_yes")).bounding_box()
        footer = await dialog.locator("footer").bounding_box()
        assert rematch
        assert footer
        assert rematch["y"] + rematch["height"] <= footer["y"]
        await save_screenshot(page, f"result-braincat-{language}")
