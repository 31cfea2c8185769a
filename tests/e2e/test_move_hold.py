"""A move on hold exists only on its player's page and in no message until the hold ends."""

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.frames import Frames
from tests.e2e.page_checks import accessibility_violations, scrolls, small_targets, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import stop_time, until, wait_until_idle

SECOND = 1_000  # milliseconds
NO_END = """for (const name of ['setTimeout', 'setInterval']) {
    const begin = window[name];
    window[name] = (act, time = 0, ...rest) => time < 1_000 ? begin(act, time, ...rest) : 0;
}"""  # timers of a second or more never fire


async def table_that_holds(seconds: int, ada: Person, bo: Person) -> str:
    for person in (ada, bo):
        await person.start_session()
    code: str = (await ada.create_table(2, terms={"hold": seconds}))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    return code


async def put_aside(page: Page, language: str = "en") -> None:
    """Chooses a card and sets it aside."""
    translate = catalogue(language)
    await page.get_by_role("region", name=translate("cat_hand")).get_by_role("button").first.click()
    await page.get_by_role("button", name=translate("cat_do_aside")).click()


async def test_move_on_hold_reaches_nobody_else(visits: Visits, embedded: Boxcats) -> None:
    translate = catalogue("en")
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await table_that_holds(1, ada, bo)
        pages = [await visits.open_as(person, "/rules") for person in (ada, bo)]
        frames = [Frames(page) for page in pages]
        hers, his_page = pages
        await hers.clock.install()
        for page in pages:
            await page.goto(f"/t/{code}")
            await expect(page.get_by_role("grid", name=translate("cat_board"))).to_be_visible()
        log = his_page.get_by_role("list", name=translate("cat_log")).get_by_role("listitem")
        await expect(log).not_to_have_count(0)
        await wait_until_idle(his_page)
        before = await his_page.locator("body").inner_text()
        await until(frames[0].is_answered)
        await stop_time(hers)
        await put_aside(hers)
        await expect(hers.get_by_role("button", name=translate("cat_take_back"))).to_be_visible()
        assert (frames[0].plays, frames[1].received) == (0, {0})
        assert await his_page.locator("body").inner_text() == before
        await hers.get_by_role("button", name=translate("cat_take_back")).click()
        await hers.get_by_role(
            "button", name=translate("cat_do_aside")
        ).click()  # the card taken back is still selected
        await expect(hers.get_by_role("button", name=translate("cat_take_back"))).to_be_visible()
        await hers.reload()
        await expect(hers.get_by_role("grid", name=translate("cat_board"))).to_be_visible()
        await until(frames[0].is_answered)  # the clock must not run into the ping's timeout
        await hers.clock.run_for(2 * SECOND)
        assert (frames[0].plays, frames[1].received) == (0, {0}), "no move was made"
        await put_aside(hers)
        await hers.clock.run_for(SECOND)
        await expect(hers.get_by_role("button", name=translate("cat_take_back"))).to_have_count(0)
        await expect(his_page.locator("body")).not_to_have_text(before, use_inner_text=True)

        async def everywhere() -> bool:
            return (frames[0].plays, frames[1].received) == (1, {0, 1})

        await until(everywhere)


@pytest.mark.parametrize("language", LANGUAGES[1:])  # in English nothing can be untranslated
async def test_move_on_hold_in_every_language(visits: Visits, embedded: Boxcats, language: str) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await table_that_holds(5, ada, bo)
        page = await visits.open_as(ada, "/rules", size=PHONE, locale=language)
        await page.add_init_script(NO_END)
        await page.goto(f"/t/{code}")
        await put_aside(page, language)
        await expect(page.get_by_role("button", name=catalogue(language)("cat_take_back"))).to_be_visible()
        await save_screenshot(page, f"hold-phone-{language}")
        assert await untranslated(page, language) == []
        assert await accessibility_violations(page) == []
        assert await small_targets(page) == []
        assert not await scrolls(page)
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name=catalogue(language)("cat_do_aside"))).to_be_visible()
