"""Sheets of the table's menu: private notes, bug reports, and leaving the game."""

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from engine.types import Json
from tests.app.people import Person, play_out, start_game
from tests.e2e.braincat import braincat_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls_sideways, small_targets, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.texts import Catalogue, catalogue


async def open_sheet(page: Page, translate: Catalogue, key: str) -> None:
    """Opens one of the sheets in the table's menu."""
    await page.get_by_role("button", name=translate("cat_menu"), exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=translate(key)).click()


@pytest.mark.parametrize(("language", "size"), [("en", WIDE), ("fr", PHONE), ("ja", PHONE)])
async def test_note_written_during_a_game_appears_in_its_replay(
    visits: Visits, embedded: Boxcats, language: str, size: dict[str, int]
) -> None:
    """No other player sees it, at the table or in the replay, unless its author shares it."""
    translate = catalogue(language)
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        mine, other = [
            await visits.open_as(person, f"/t/{code}", size=size, locale=language) for person in (ada, bo)
        ]
        await open_sheet(mine, translate, "note_title")
        sheet = mine.get_by_role("dialog")
        await sheet.get_by_label(translate("note_here", ply=0)).fill("Two nines!")
        await sheet.get_by_role("button", name=translate("note_save")).click()
        await expect(sheet.get_by_role("status")).to_have_text(translate("note_kept"))
        await expect(sheet.get_by_role("listitem")).to_contain_text("Two nines!")
        await expect(sheet.get_by_role("switch")).to_have_count(0)  # nothing to share before the end
        assert await accessibility_violations(mine) == []
        assert await untranslated(mine, language) == []
        assert await small_targets(mine, "dialog") == []
        assert not await scrolls_sideways(mine)
        await save_screenshot(mine, f"table-notes-{size['width']}-{language}")
        await open_sheet(other, translate, "note_title")
        await expect(other.get_by_role("dialog").get_by_text(translate("note_none"))).to_be_visible()
        await play_out(*[await person.open_page(code) for person in (ada, bo)])
        for page, count in ((mine, 1), (other, 0)):
            await page.goto(f"/r/{code}")
            await page.locator("summary", has_text=translate("note_title")).click()
            await expect(page.get_by_text(translate("note_none"))).to_have_count(1 - count)
            await expect(page.get_by_role("listitem").filter(has_text="Two nines!")).to_have_count(count)


async def test_time_of_a_game_without_pauses_offers_none(visits: Visits) -> None:
    async with braincat_game(visits, 2) as game:
        page = await game.open_page(0)
        await open_sheet(page, ENGLISH, "time_short")
        sheet = page.get_by_role("dialog", name=ENGLISH("time_short"), exact=True)
        await expect(sheet).to_contain_text(ENGLISH("clock_steps"))


async def test_note_is_shown_although_an_earlier_answer_arrives_later(
    visits: Visits, embedded: Boxcats
) -> None:
    saved = asyncio.Event()

    async def answer_late(route: Route) -> None:
        answer = await route.fetch()
        if route.request.method == "GET":
            await saved.wait()
        await route.fulfill(response=answer)

    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        page = await visits.open_as(ada, f"/t/{await start_game(ada, bo)}")
        await page.route("**/notes**", answer_late)
        await open_sheet(page, ENGLISH, "note_title")
        sheet = page.get_by_role("dialog")
        await sheet.get_by_label(ENGLISH("note_here", ply=0)).fill("Two nines!")
        await sheet.get_by_role("button", name=ENGLISH("note_save")).click()
        await expect(sheet.get_by_role("listitem")).to_contain_text("Two nines!")
        async with page.expect_response(lambda response: response.request.method == "GET"):
            saved.set()
        await expect(sheet.get_by_role("status")).to_have_text(ENGLISH("note_kept"))
        await expect(sheet.get_by_role("listitem")).to_contain_text("Two nines!")


async def test_unsaved_note_stays_at_its_move(visits: Visits, embedded: Boxcats) -> None:
    """Also the edited text of a saved note, while the panel is closed and the game goes on."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}")
        await open_sheet(page, ENGLISH, "note_title")
        sheet = page.get_by_role("dialog")
        text, save = sheet.locator("textarea"), sheet.get_by_role("button", name=ENGLISH("note_save"))
        await text.fill("Two nines!")
        await save.click()
        await expect(sheet.get_by_role("status")).to_have_text(ENGLISH("note_kept"))
        await text.fill("Two nines, or three?")
        await page.keyboard.press("Escape")
        await (await ada.open_page(code)).play_legal_move()
        await expect(page.locator("main .log li")).not_to_have_count(0)
        await open_sheet(page, ENGLISH, "note_title")
        await expect(text).to_have_value("Two nines, or three?")
        await expect(sheet.get_by_label(ENGLISH("note_here", ply=0))).to_be_visible()
        await save.click()
        await expect(sheet.get_by_label(ENGLISH("note_here", ply=1))).to_have_value("")
        await expect(sheet.get_by_role("listitem")).to_contain_text("Two nines, or three?")


@pytest.mark.parametrize("language", ["fr", "ja"])  # in English nothing can be untranslated
async def test_bug_report_from_the_table_describes_the_page(
    visits: Visits, embedded: Boxcats, language: str
) -> None:
    """The attached page state contains nothing of the hand shown."""
    translate = catalogue(language)
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE, locale=language)
        await open_sheet(page, translate, "problem_title")
        sheet = page.get_by_role("dialog")
        await sheet.get_by_label(translate("problem_description")).fill("upside down")
        assert await accessibility_violations(page) == []
        assert await untranslated(page, language) == []
        assert await small_targets(page, "dialog") == []
        await save_screenshot(page, f"table-problem-{language}")
        async with page.expect_request("**/api/problems") as asked:
            await sheet.get_by_role("button", name=translate("problem_send")).click()
        await expect(sheet.get_by_role("status")).to_have_text(translate("problem_sent"))
        sent: Json = (await asked.value).post_data_json or {}
        assert (sent["table"], sent["words"]) == (code, "upside down")
        state = sent["page"]
        assert (state["path"], state["ply"], state["line"]) == (f"/t/{code}", 0, "open")
        assert (state["language"], state["screen"]) == (language, "360x640")
        assert state["build"]
        assert set(sent) == {"table", "words", "page"}


async def test_game_against_bots_alone_is_not_left_to_one(visits: Visits) -> None:
    """It waits for its only player: without people nobody would see the substitute play."""
    page = await visits.open("/", size=PHONE)
    await play_now(page)
    await open_sheet(page, ENGLISH, "time_leave")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("link", name=ENGLISH("after_home"))).to_be_visible()
    await expect(dialog.get_by_role("button", name=ENGLISH("leave_for_good"))).to_have_count(0)
