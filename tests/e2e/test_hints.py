"""Hints at a table of bots, in both games with hidden cards: asked for on a phone and on a wide screen."""

from playwright.async_api import Locator, expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways, small_targets
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH

PLAY = {"cat-in-the-box": "cat_do_aside", "cat-box-lite": "lite_lay"}
GAMES = {"cat-in-the-box": WIDE, "cat-box-lite": PHONE}


async def test_hint_is_asked_for_and_shown_in_the_replay(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        await ada.start_session("Ada")
        for game, size in GAMES.items():
            code = (await ada.create_table(2, bots="random", game=game))["code"]
            await ada.start(code)
            page = await visits.open_as(ada, f"/t/{code}", size=size)
            if size == PHONE:
                await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
            await page.get_by_role("button", name=ENGLISH("hint_title"), exact=True).click()
            dialog = page.get_by_role("dialog", name=ENGLISH("hint_title"))
            await wait_for_hint(dialog)
            assert not await accessibility_violations(page)
            assert not await small_targets(page)
            assert not await scrolls_sideways(page)
            await save_screenshot(page, f"hint-{game}")
            await dialog.get_by_role("button", name=ENGLISH("cat_close")).last.click()
            play = page.get_by_role("button", name=ENGLISH(PLAY[game]), exact=True)
            await play.click()  # the move is selected
            await expect(play).to_have_count(0)
            await page.goto(f"/r/{code}")
            await expect(page.get_by_role("list", name=ENGLISH("cat_log"))).to_contain_text(
                ENGLISH("by_hint")
            )


async def test_hint_is_asked_for_again_after_an_error(visits: Visits, embedded: Boxcats) -> None:
    visits.ignore_errors("net::ERR_FAILED")
    async with Person(embedded.url) as ada:
        await ada.start_session("Ada")
        code = (await ada.create_table(2, bots="random", game="cat-box-lite"))["code"]
        await ada.start(code)
        page = await visits.open_as(ada, f"/t/{code}", size=WIDE)
        await page.route("**/hint", lambda route: route.abort(), times=1)
        await page.get_by_role("button", name=ENGLISH("hint_title"), exact=True).click()
        dialog = page.get_by_role("dialog", name=ENGLISH("hint_title"))
        await dialog.get_by_role("button", name=ENGLISH("learn_again")).click()
        await wait_for_hint(dialog)


async def wait_for_hint(dialog: Locator) -> None:
    """Waits for the hint, and asks again, as a player would, if the server was too busy for ten seconds."""
    note = dialog.get_by_text(ENGLISH("hint_note"))
    again = dialog.get_by_role("button", name=ENGLISH("learn_again"))
    for _ in range(3):
        await expect(note.or_(again)).to_be_visible()
        if await note.count():
            return
        await again.click()
    await expect(note).to_be_visible()
