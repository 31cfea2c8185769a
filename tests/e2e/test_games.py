"""Whole games, played through the page alone."""

import asyncio

from playwright.async_api import Browser, Locator, Page, expect

from tests.e2e.browsing import Visits, keep_picture
from tests.e2e.person import Keyboard, Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, at_home, open_table, play_now, sit_down, start


async def test_two_people_and_two_bots_play_a_whole_game(browser: Browser, boxcats: Boxcats) -> None:
    """One uses the mouse, one only the keyboard."""
    async with Visits(browser, boxcats.url) as visits:
        host = await visits.new("/")
        link = await open_table(host)
        guest = await visits.new(link)
        await sit_down(guest, 3)
        await start(host)
        mouse, keyboard = Mouse(host, luck=1), Keyboard(guest, luck=2)
        await asyncio.gather(mouse.play_to_the_end(), keyboard.play_to_the_end())
        assert await points(host) == await points(guest)
        assert [len(line) for line in await points(host)] == [4 + 1] * 4
        await keep_picture(host, "result-wide")


async def test_from_the_home_page_to_the_second_round_by_keyboard_alone(visits: Visits) -> None:
    page = await visits.new("/")
    await at_home(page)
    await tab_to(page.get_by_role("button", name=ENGLISH("play_now")))
    await page.keyboard.press("Enter")
    player = Keyboard(page)
    await expect(player.table.board).to_be_visible()
    while await player.table.what_next() != "close":
        await player.step()
    await player.play_until(player.moves + 1)


async def test_game_for_two_with_animations(visits: Visits) -> None:
    page = await visits.new("/", reduced_motion="no-preference")
    await play_now(page, 2)
    await Mouse(page).play_to_the_end()
    assert [len(line) for line in await points(page)] == [2 + 1] * 2


async def test_play_now_works_before_the_page_is_ready(visits: Visits) -> None:
    page = await visits.new("/")
    await page.get_by_role("button", name=ENGLISH("play_now")).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()


async def tab_to(target: Locator) -> None:
    """Presses Tab until the target has the focus. Raises AssertionError after 30 presses."""
    for _ in range(30):
        await target.page.keyboard.press("Tab")
        if await target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {target}")


async def points(page: Page) -> list[list[str]]:
    """Returns each seat's points by round and its total, the best seat first, as shown in the result."""
    rows = await page.get_by_role("dialog").get_by_role("row").all_inner_texts()
    return [row.split("\t")[1:] for row in rows[1:]]
