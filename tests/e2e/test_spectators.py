"""Spectators: the table lists them, and a player may show them a hand one round late."""

import pytest
from playwright.async_api import expect

from tests.app.people import Person
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.texts import LANGUAGES, catalogue


async def second_round(*people: Person) -> str:
    """Plays the first round over the protocol, without a browser, and returns the table's code."""
    ada, bo = people
    for person in people:
        await person.start_session()
    code: str = (await ada.create_table(2, terms={"watching": "hand"}))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    pages = [await person.open_page(code) for person in people]
    while not pages[0].view.get("scored"):
        mover = next((page for page in pages if page.turn is not None), None)
        await (mover.play_legal_move() if mover else pages[0].receive())
        for page in pages:
            while page.version < max(other.version for other in pages):
                await page.next("update")
    return code


@pytest.mark.parametrize("language", LANGUAGES[1:])  # in English nothing can be untranslated
async def test_hand_is_shown_with_its_players_consent(
    visits: Visits, embedded: Boxcats, language: str
) -> None:
    translate = catalogue(language)
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await second_round(ada, bo)
        eve = await visits.open(f"/t/{code}", size=PHONE, locale=language)
        await expect(eve.get_by_role("grid", name=translate("cat_board"))).to_be_visible()
        late = eve.get_by_role("region", name=translate("cat_late_hand"))
        await expect(late).to_have_count(0)
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE, locale=language)
        await page.get_by_role("button", name=translate("spectator_list_count", count=1)).click()
        await page.get_by_text(translate("show_hand")).click()
        await expect(late.get_by_role("listitem")).to_have_count(10)
        await save_screenshot(page, f"show-hand-phone-{language}")
        await save_screenshot(eve, f"late-hand-phone-{language}")
        for one in (page, eve):
            assert await untranslated(one, language) == []
            assert await accessibility_violations(one) == []
        assert not await scrolls(eve)
        await page.get_by_text(translate("show_hand")).click()
        await expect(late).to_have_count(0)
