"""Notices above a table on a small phone: the table has room beside them, and they can be read."""

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_until, start_game
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import scrolls, small_targets
from tests.e2e.tables import ENGLISH
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import wait_until_idle

SEATS = 5  # the board with the most rows


async def open_at_first_trick(visits: Visits, people: list[Person], **options: str) -> tuple[Page, str]:
    """Starts a game of these people and bots, and opens the first one's page when everybody has bid."""
    code = await start_game(*people, seats=SEATS, bots="random", terms={"clock": "relaxed"})
    connections = [await person.open_page(code) for person in people]
    await play_until(connections, lambda page: page.view.get("phase") == "play")
    page = await visits.open_as(people[0], f"/t/{code}", size=PHONE, **options)
    await expect(page.locator(".trick")).to_be_visible()
    return page, code


async def vote(person: Person, code: str, wish: str) -> None:
    await person.request("PUT", f"/tables/{code}/votes", {"about": None, "wish": wish})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_table_has_room_beside_votes_and_pauses(visits: Visits, language: str) -> None:
    translate = catalogue(language)
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        await ada.start_session("Ada")
        await bo.start_session("Bo")
        page, code = await open_at_first_trick(visits, [ada, bo], locale=language)
        for wish in ("to_days", "pause"):  # the longest text, and the most frequent one
            await vote(bo, code, wish)
            await expect(page.get_by_role("button", name=translate("time_agree"))).to_be_visible()
            await check(page, f"{wish}-{language}")
        await vote(ada, code, "pause")
        await expect(page.locator(".notices strong")).to_have_text(translate("time_paused"))
        await check(page, f"paused-{language}")
        await vote(bo, code, "go_on")
        await expect(page.get_by_role("button", name=translate("time_agree"))).to_be_visible()
        await check(page, f"go_on-{language}")


async def test_table_has_room_beside_the_second_notice(visits: Visits) -> None:
    """The first one is gone, and between them there was none."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        page, code = await open_at_first_trick(visits, [ada, bo])
        agree = page.get_by_role("button", name=ENGLISH("time_agree"))
        for shown, wish in ((1, "pause"), (0, "wait"), (1, "pause")):
            await vote(bo, code, wish)
            await expect(agree).to_have_count(shown)
            await check(page, f"{wish}-again")


async def check(page: Page, name: str) -> None:
    await wait_until_idle(page)  # the table follows the height of a notice
    await save_screenshot(page, f"notice-{name}")
    assert not await scrolls(page), name
    assert await small_targets(page, ".notices") == [], name


@pytest.mark.parametrize("game", ["cat-in-the-box", "cat-box-lite"])  # others have no pauses
async def test_nobody_is_to_act_during_a_pause(visits: Visits, game: str) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo, Person(visits.url) as cy:
        people = (ada, bo, cy)
        code = await start_game(*people, game=game, terms={"clock": "relaxed"})
        connections = [await person.open_page(code) for person in people]
        for connection in connections:
            await connection.next("update")
        # Cat Box Lite: the first player is drawn by lot, and the own plate does not show who acts
        reader = next(
            (person for person, own in zip(people, connections, strict=True) if own.turn is None), ada
        )
        page = await visits.open_as(reader, f"/t/{code}", size=PHONE)
        acting, paused = (
            page.locator("main .acting"),
            page.locator("main").get_by_text(ENGLISH("error_paused")),
        )
        await expect(acting.first).to_be_visible()
        before = await acting.count()
        for person in people:
            await vote(person, code, "pause")
        await expect(paused.filter(visible=True).first).to_be_visible()
        await expect(acting).to_have_count(0)
        await save_screenshot(page, f"paused-{game}")
        for person in people:
            await vote(person, code, "go_on")
        await expect(acting).to_have_count(before)
        await expect(paused).to_have_count(0)


async def test_selected_move_is_not_offered_during_a_pause(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo, terms={"clock": "relaxed"})
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE)
        await bo.open_page(code)
        discard = page.get_by_role("button", name=ENGLISH("cat_do_aside"))
        await page.locator("[data-card]").first.click()
        await expect(discard).to_be_enabled()
        for person in (ada, bo):
            await vote(person, code, "pause")
        await expect(discard).to_have_count(0)
        assert ENGLISH.texts["your_turn_title"] not in await page.title()
        await page.keyboard.press("Enter")
        for person in (ada, bo):
            await vote(person, code, "go_on")
        await discard.click()
        await expect(page.get_by_text(ENGLISH("cat_turn_aside"))).to_have_count(0)
