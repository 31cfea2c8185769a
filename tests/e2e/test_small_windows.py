"""Low and narrow windows, as with a zoom of 400 %: all can be reached, and nothing covers anything."""

from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Page, expect

from tests.app.people import Person, play_out, play_until, start_game
from tests.e2e.braincat import braincat_game, in_phase
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, height_of, scrolls_sideways
from tests.e2e.tables import ENGLISH, at_home, play_now
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import resize, wait_until_idle

MANY_MOVES = 22
ZOOMED = {"width": 320, "height": 256}
COVERED = """() => {
    const boxes = [...document.querySelectorAll('ol li')].map(plate => plate.getBoundingClientRect());
    return boxes.some((a, at) => boxes.slice(at + 1).some(b =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
}"""


async def width_of(page: Page, selector: str) -> float:
    box = await page.locator(selector).bounding_box()
    assert box, selector
    return box["width"]


async def test_the_board_has_the_width_of_a_zoomed_window(visits: Visits) -> None:
    page = await visits.open("/")
    await play_now(page, 4)
    await resize(page, ZOOMED)
    assert not await scrolls_sideways(page)
    assert await width_of(page, ".surface") > 300
    last = page.get_by_role("gridcell").last
    await last.scroll_into_view_if_needed()
    await expect(last).to_be_in_viewport(ratio=0.9)
    await save_screenshot(page, "zoomed-board")
    assert await accessibility_violations(page) == []


async def test_the_play_area_has_the_width_of_a_zoomed_window(visits: Visits) -> None:
    page = await visits.open("/")
    await play_now(page, game="game_cat_box_lite")
    await resize(page, ZOOMED)
    assert not await scrolls_sideways(page)
    assert await width_of(page, ".frame") > 300
    await save_screenshot(page, "zoomed-play-area")


async def test_votes_are_not_cut_off_in_a_zoomed_window(visits: Visits) -> None:
    """French has the longest words."""
    async with braincat_game(visits, 8) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=ZOOMED, locale="fr")
        await wait_until_idle(page)
        assert await width_of(page, ".board") > 300
        buttons = await page.locator(".desk button").all()
        assert buttons
        for button in buttons:
            await button.scroll_into_view_if_needed()
            await expect(button).to_be_in_viewport(ratio=1)
        await save_screenshot(page, "zoomed-votes")


async def test_controls_of_a_replay_are_not_cut_off_in_a_zoomed_window(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        await play_out(*[await person.open_page(code) for person in (ada, bo)])
        page = await visits.open_as(ada, f"/r/{code}", size=ZOOMED)
        controls = page.get_by_role("group", name=ENGLISH("replay_controls"))
        for key in ("replay_first", "replay_more"):
            await expect(controls.get_by_role("button", name=ENGLISH(key))).to_be_in_viewport(ratio=1)
        await save_screenshot(page, "zoomed-replay")


async def test_the_last_entry_of_the_menu_can_be_reached(visits: Visits) -> None:
    page = await visits.open("/", size=ZOOMED)
    await at_home(page)
    await page.get_by_role("button", name=ENGLISH("nav_menu")).click()
    last = page.locator("#places a").last
    await last.scroll_into_view_if_needed()
    await expect(last).to_be_in_viewport(ratio=0.9)


async def test_plates_of_twelve_seats_do_not_cover_each_other(visits: Visits) -> None:
    async with Person(visits.url) as host:
        await host.start_session("Ada")
        table = await host.create_table(12, game="braincat")
        page = await visits.open_as(host, f"/t/{table['code']}", size=PHONE)
        await expect(page.locator("ol li")).to_have_count(12)
        for width in (320, 360, 1280):
            await resize(page, {"width": width, "height": 640})
            assert not await scrolls_sideways(page)
            assert not await page.evaluate(COVERED), width
        await save_screenshot(page, "waiting-twelve")


async def test_plates_of_two_families_do_not_cover_each_other(visits: Visits) -> None:
    """Six of them, with the names of their families, which are longest in French."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(visits.url)) for _ in range(6)]
        for number, person in enumerate(people):
            await person.start_session(f"Cat {number}")
        code = (await people[0].create_table(6, game="braincat", options={"mode": "teams"}))["code"]
        for seat, person in enumerate(people[1:], 1):
            await person.sit(code, seat)
        page = await visits.open_as(people[0], f"/t/{code}", size=PHONE, locale="fr")
        await expect(page.get_by_text(catalogue("fr")("brain_family_blue")).first).to_be_visible()
        for width in (320, 360, 390):
            await resize(page, {"width": width, "height": 640})
            await wait_until_idle(page)
            assert not await page.evaluate(COVERED), width
        await save_screenshot(page, "waiting-families")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pause_takes_one_line_of_a_phone(visits: Visits, language: str) -> None:
    translate = catalogue(language)
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo, terms={"clock": "quick"})
        for person in (ada, bo):
            await person.request("PUT", f"/tables/{code}/votes", {"about": None, "wish": "pause"})
        page = await visits.open_as(ada, f"/t/{code}", size=PHONE, locale=language)
        notice = page.get_by_label(translate("time_title")).get_by_text(translate("time_paused"))
        await expect(notice).to_be_visible()
        await wait_until_idle(page)
        title = await notice.bounding_box()
        button = await page.get_by_role("button", name=translate("time_go_on"), exact=True).bounding_box()
        assert title
        assert button
        assert button["y"] < title["y"] < button["y"] + button["height"]


async def test_log_has_room_below_the_card_tracker(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo, terms={"memory": True})
        pages = [await person.open_page(code) for person in (ada, bo)]
        await play_until(pages, lambda page: page.version > MANY_MOVES)
        page = await visits.open_as(ada, f"/t/{code}", size=WIDE)
        await expect(page.get_by_label(ENGLISH("cat_memory")).get_by_role("row")).to_have_count(3 + 5)
        assert await height_of(page, "aside .log") > 130
        await expect(page.get_by_label(ENGLISH("chat_write"))).to_be_in_viewport(ratio=1)
        await save_screenshot(page, "log-and-tracker")


async def test_log_stays_at_its_end_when_it_gets_smaller(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        pages = [await person.open_page(code) for person in (ada, bo)]
        await play_until(pages, lambda page: page.version > MANY_MOVES)
        page = await visits.open_as(ada, f"/t/{code}")
        last = page.get_by_role("list", name=ENGLISH("cat_log")).get_by_role("listitem").last
        await expect(last).to_be_in_viewport()
        await resize(page, {"width": 1280, "height": 600})
        await expect(last).to_be_in_viewport()
