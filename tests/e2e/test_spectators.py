"""Spectators: the table lists them, and a player may show them a hand one round late."""

import json

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.app.people import Person, play_until, start_game
from tests.e2e.braincat import braincat_game, in_phase
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
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


async def test_switch_goes_back_when_another_hand_is_shown(visits: Visits, embedded: Boxcats) -> None:
    """The page does not know yet that the other player showed theirs first."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo, Person(embedded.url) as eve:
        code = await second_round(ada, bo)
        await eve.start_session()
        await eve.open_page(code)
        page = await visits.open_as(ada, "/rules")

        def forward(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            server.on_message(lambda text: None if shows_hand(str(text)) else socket.send(text))

        await page.route_web_socket("**/ws?table=*", forward)
        await page.goto(f"/t/{code}")
        await page.get_by_role("button", name=ENGLISH("spectator_list_count", count=1)).click()
        page_of_bo = await bo.open_page(code)
        await page_of_bo.send({"type": "show_hand", "yes": True})
        while not any(seat["shows_hand"] for seat in page_of_bo.table["seats"]):
            await page_of_bo.next("table")
        switch = page.get_by_role("switch", name=ENGLISH("show_hand"))
        for _ in range(2):
            await page.get_by_text(ENGLISH("show_hand")).first.click()
            await expect(page.get_by_text(ENGLISH("error_hand_not_shown"))).to_be_visible()
            await expect(switch).not_to_be_checked()


async def test_menu_offers_notifications_of_turns_to_players_only(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        pages = [await visits.open_as(ada, f"/t/{code}"), await visits.open(f"/t/{code}")]
        for page, offers in zip(pages, (1, 0), strict=True):
            await page.get_by_role("button", name=ENGLISH("cat_menu"), exact=True).click()
            menu = page.get_by_role("dialog")
            await expect(menu.get_by_role("button", name=ENGLISH("cat_settings"))).to_be_visible()
            await expect(menu.get_by_role("button", name=ENGLISH("notify_title"))).to_have_count(offers)


async def test_summary_closes_when_the_next_cards_are_played(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        pages = [await person.open_page(code) for person in (ada, bo)]
        eve = await visits.open(f"/t/{code}")
        await expect(eve.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
        await play_until(pages, lambda page: bool(page.view.get("scored")))
        summary = eve.get_by_role("dialog", name=ENGLISH("cat_summary", round=1))
        await expect(summary).to_be_visible()
        await play_until(pages, lambda page: page.view["phase"] == "play")
        await expect(summary).to_have_count(0)


async def test_round_result_closes_when_the_next_paw_is_placed(visits: Visits) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        eve = await visits.open(f"/t/{game.code}")
        await expect(eve.locator(".desk")).to_be_visible()
        await game.play_until(lambda view: view["ended"] != {})
        result = eve.get_by_role("dialog")
        await expect(result).to_be_visible()
        await game.play_until(in_phase("debate"))
        await expect(result).to_have_count(0)


def shows_hand(text: str) -> bool:
    """Returns whether a message of the server says that a hand is shown."""
    table = json.loads(text).get("table", {"seats": []})
    return any(seat["shows_hand"] for seat in table["seats"])
