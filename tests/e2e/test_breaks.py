"""What may happen in mid-game: the server dies, the page is loaded anew or opened twice."""

import re

from playwright.async_api import Browser, Page, expect

from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.visits import Visits

BACK_WITHIN = 2_000  # milliseconds from the server being there


async def test_the_server_is_killed_in_mid_trick(browser: Browser, boxcats: Boxcats) -> None:
    async with Visits(browser, boxcats.url) as visits:
        page = await visits.new("/")
        player = await in_mid_trick(page)
        before = await position(page)
        boxcats.kill()
        await expect(page.get_by_text(ENGLISH("line_waiting"))).to_be_visible()
        boxcats.start()
        await expect(page.get_by_text(ENGLISH("line_waiting"))).to_have_count(0, timeout=BACK_WITHIN)
        assert await position(page) == before
        visits.forgive("net::ERR_")
        await player.play_until(player.moves + 3)


async def test_a_move_sent_while_the_server_is_away_is_in_once(browser: Browser, boxcats: Boxcats) -> None:
    async with Visits(browser, boxcats.url) as visits:
        page = await visits.new("/")
        player = await in_mid_trick(page)
        tokens, cards = await own_tokens(page), await cards_in_hand(page)
        boxcats.kill()
        await player.table.spaces.first.click()
        await player.table.declare.click()
        await expect(page.get_by_role("button", name=ENGLISH("cat_sending"))).to_be_visible()
        boxcats.start()
        await expect(page.get_by_role("button", name=ENGLISH("cat_sending"))).to_have_count(
            0, timeout=BACK_WITHIN
        )
        assert await own_tokens(page) == tokens + 1
        assert await cards_in_hand(page) == cards - 1
        visits.forgive("net::ERR_")
        await player.play_until(player.moves + 3)


async def test_loading_the_page_anew_shows_the_same_position(visits: Visits) -> None:
    page = await visits.new("/")
    player = await in_mid_trick(page)
    before = await position(page)
    await page.reload()
    assert await player.table.what_next() == "declare"
    assert await position(page) == before
    await player.step()


async def test_two_tabs_of_one_person_show_the_same(visits: Visits) -> None:
    page = await visits.new("/")
    player = await in_mid_trick(page)
    other = await page.context.new_page()
    await other.goto(page.url)
    twin = Mouse(other)
    assert await twin.table.what_next() == "declare"
    assert await position(other) == await position(page)
    before = await own_tokens(page)
    await twin.step()
    await player.table.what_next()
    assert await own_tokens(page) == before + 1
    assert await position(page) == await position(other)


async def in_mid_trick(page: Page) -> Mouse:
    """A game against three bots, at a moment when one of them has led and it is this person's turn."""
    await play_now(page, 4)
    player = Mouse(page)
    await player.play_until(4)
    follows = page.get_by_text(ENGLISH("cat_turn_follow"))
    while await player.table.what_next() != "declare" or not await follows.count():
        await player.step()
    return player


async def position(page: Page) -> list[str]:
    """Everything the page says of the board, the hand and the players."""
    labels = "parts => parts.map(part => part.getAttribute('aria-label') ?? part.textContent.trim())"
    said: list[str] = await page.locator("[data-space], [data-card], li[data-home]").evaluate_all(labels)
    return said


async def own_tokens(page: Page) -> int:
    return await page.get_by_role("grid").get_by_role("button", name=re.compile("your token")).count()


async def cards_in_hand(page: Page) -> int:
    piles = await page.locator("[data-card]").all_text_contents()
    return sum(1 if "one card" in pile else int(re.findall(r"(\d+) cards", pile)[0]) for pile in piles)
