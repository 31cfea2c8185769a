"""Whole games, played through the page alone."""

import asyncio

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.browsing import Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.person import Keyboard, Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, at_home, create_table, game_card, play_now, points, sit_down, start

pytestmark = pytest.mark.backend("any")


async def test_two_players_and_two_bots_finish_a_game(contexts: ContextPool, boxcats: Boxcats) -> None:
    """One uses the mouse, one only the keyboard."""
    async with Visits(contexts, boxcats.url) as visits:
        host = await visits.open("/")
        link = await create_table(host)
        guest = await visits.open(link)
        await sit_down(guest, 3)
        await start(host)
        mouse, keyboard = Mouse(host, luck=1), Keyboard(guest, luck=2)
        await asyncio.gather(mouse.play_to_the_end(), keyboard.play_to_the_end())
        assert await points(host) == await points(guest)
        assert [len(line) for line in await points(host)] == [4 + 1] * 4
        await save_screenshot(host, "result-wide")


async def test_from_the_home_page_to_the_second_round_by_keyboard_alone(visits: Visits) -> None:
    page = await visits.open("/")
    await at_home(page)
    await tab_to(game_card(page).get_by_role("button", name=ENGLISH("play_now")))
    await page.keyboard.press("Enter")
    player = Keyboard(page)
    await expect(player.table.board).to_be_visible()
    while await player.table.what_next() != "close":
        await player.step()
    await player.play_until(player.moves + 1)


async def test_game_for_two_with_animations(visits: Visits) -> None:
    page = await visits.open("/", reduced_motion="no-preference")
    await play_now(page, 2)
    await Mouse(page).play_to_the_end()
    assert [len(line) for line in await points(page)] == [2 + 1] * 2


async def test_play_now_works_before_the_page_is_ready(visits: Visits) -> None:
    page = await visits.open("/")
    await game_card(page).get_by_role("button", name=ENGLISH("play_now")).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()


async def tab_to(target: Locator) -> None:
    """Presses Tab until the target has the focus. Raises AssertionError after 30 presses."""
    for _ in range(30):
        await target.page.keyboard.press("Tab")
        if await target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {target}")
