"""The memory panel, which lists what the table has seen if the host enabled it."""

import pytest
from playwright.async_api import expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.texts import LANGUAGES, catalogue


async def table_with(ada: Person, moves: int, **terms: object) -> str:
    """Creates a table with bots, plays this many moves and returns its code."""
    await ada.start_session()
    code: str = (await ada.create_table(4, bots="random", terms=terms))["code"]
    page = await ada.open_page(code)
    await ada.start(code)
    while page.version < moves:
        if page.turn is None:
            await page.next("update")
        else:
            await page.play_legal_move()
    return code


@pytest.mark.parametrize("language", LANGUAGES[1:])  # in English nothing can be untranslated
async def test_memory_panel(visits: Visits, embedded: Boxcats, language: str) -> None:
    translate = catalogue(language)
    async with Person(embedded.url) as ada:
        code = await table_with(ada, 18, memory=True)
        phone = await visits.open_as(ada, f"/t/{code}", size=PHONE, locale=language)
        await phone.get_by_role("button", name=translate("cat_menu")).click()
        await phone.get_by_role("button", name=translate("cat_memory")).click()
        wide = await visits.open_as(ada, f"/t/{code}", size=WIDE, locale=language)
        for page, role, size in ((phone, "dialog", "phone"), (wide, "region", "wide")):
            panel = (
                page.get_by_role("dialog") if role == "dialog" else page.get_by_label(translate("cat_memory"))
            )
            await expect(panel.get_by_role("table")).to_have_count(2)
            await expect(panel.get_by_role("row")).to_have_count(3 + 5)
            await save_screenshot(page, f"memory-{size}-{language}")
            assert await untranslated(page, language) == []
            assert await accessibility_violations(page) == []


async def test_low_window_has_the_menu_of_a_phone(visits: Visits, embedded: Boxcats) -> None:
    translate = catalogue("en")
    async with Person(embedded.url) as ada:
        code = await table_with(ada, 0, memory=True)
        page = await visits.open_as(ada, f"/t/{code}", size={"width": 1200, "height": 500})
        await page.get_by_role("button", name=translate("cat_menu")).click()
        await page.get_by_role("button", name=translate("cat_memory")).click()
        await expect(page.get_by_role("dialog").get_by_role("table")).to_have_count(2)


async def test_memory_panel_scrolls_beside_the_board(visits: Visits, embedded: Boxcats) -> None:
    translate = catalogue("fr")
    async with Person(embedded.url) as ada:
        code = await table_with(ada, 18, memory=True)
        lowest = {"width": 1120, "height": 560}  # of the windows that show the panel
        page = await visits.open_as(ada, f"/t/{code}", size=lowest, locale="fr")
        await expect(page.get_by_label(translate("cat_memory")).get_by_role("table")).to_have_count(2)
        await save_screenshot(page, "memory-low-fr")
        assert await accessibility_violations(page) == []


async def test_memory_panel_is_off_by_default(visits: Visits, embedded: Boxcats) -> None:
    translate = catalogue("en")
    async with Person(embedded.url) as ada:
        code = await table_with(ada, 0)
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE)
        await page.get_by_role("button", name=translate("cat_menu")).click()
        await expect(page.get_by_role("button", name=translate("cat_rules"))).to_be_visible()
        await expect(page.get_by_role("button", name=translate("cat_memory"))).to_have_count(0)
