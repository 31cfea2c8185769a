"""Dialogs with a draft stay open, and notices and the coach stay in place when the table changes."""

from playwright.async_api import Locator, Page, expect

from tests.app.people import Person, play_until, start_game
from tests.e2e.browsing import Visits
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import wait_until_idle

KEEP = "element => { element.isSame = true }"
IS_KEPT = "element => element.isSame === true"


async def open_notes(page: Page) -> Locator:
    """Opens the notes at a table and returns their text field."""
    await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=ENGLISH("note_title")).click()
    return page.get_by_role("dialog").get_by_role("textbox")


async def test_end_of_a_round_waits_for_an_open_dialog(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}")
        note = await open_notes(page)
        await note.fill("Two nines!")
        pages = [await person.open_page(code) for person in (ada, bo)]
        await play_until(pages, lambda page: bool(page.view.get("scored")))
        summary = page.get_by_role("heading", name=ENGLISH("cat_summary", round=1))
        await expect(page.get_by_role("list", name=ENGLISH("cat_log"))).to_contain_text("Round 1 scores")
        await expect(note).to_have_value("Two nines!")
        await page.keyboard.press("Escape")
        await expect(summary).to_be_visible()


async def test_selection_that_ends_outside_a_dialog_does_not_close_it(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        page = await visits.open_as(ada, f"/t/{await start_game(ada, bo)}")
        note = await open_notes(page)
        await note.fill("Two nines!")
        await wait_until_idle(page)
        box = await note.bounding_box()
        assert box
        await page.mouse.move(box["x"] + 40, box["y"] + 20)
        await page.mouse.down()
        await page.mouse.move(4, box["y"] + 20)
        await page.mouse.up()
        await expect(note).to_have_value("Two nines!")
        await page.mouse.click(4, box["y"] + 20)
        await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_coach_stays_in_place_when_the_table_changes(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(bo, f"/t/{code}", coach=True)
        coach = page.get_by_role("region", name=ENGLISH("coach_title"), exact=True)
        await coach.evaluate(KEEP)
        await ada.request("PUT", f"/tables/{code}/chat", {"open": False})
        await expect(page.get_by_text(ENGLISH("chat_closed"))).to_be_visible()
        assert await coach.evaluate(IS_KEPT)
