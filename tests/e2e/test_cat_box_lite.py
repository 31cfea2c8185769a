"""Whole games of Cat Box Lite, played through the page alone."""

import asyncio
from abc import ABC, abstractmethod
from random import Random

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, scrolls, small_targets, untranslated
from tests.e2e.tables import ENGLISH, create_table, play_now, sit_down
from tests.e2e.tour import Tour
from tests.e2e.waiting import wait_for_element, wait_until_idle

LITE = "game_cat_box_lite"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
TURN_TIMEOUT_S = 60.0  # seconds


class Player(ABC):
    """Plays a seat with random moves."""

    def __init__(self, page: Page, luck: int) -> None:
        self.page, self.random = page, Random(luck)
        self.cards = page.locator("main button[aria-pressed][aria-disabled=false]")
        self.places = page.locator("[data-place]")
        self.lay = page.get_by_role("button", name=ENGLISH("lite_lay"))
        self.result = page.get_by_role("heading", name=ENGLISH("cat_result"))
        self.turn = page.get_by_role("heading", level=1)

    async def play_to_the_end(self) -> int:
        """Plays until the result is shown and returns how many cards this player placed."""
        laid = 0
        while True:
            await wait_for_element(self.result.or_(self.cards), TURN_TIMEOUT_S)
            if await self.result.count():
                return laid
            turn = await self.turn.inner_text()
            await self.play()
            await expect(self.turn).not_to_have_text(turn)
            laid += 1

    @abstractmethod
    async def play(self) -> None:
        """Places a card."""


class Mouse(Player):
    """Clicks a card, a place and the button."""

    async def play(self) -> None:
        await self.cards.nth(self.random.randrange(await self.cards.count())).click()
        place = self.places.nth(self.random.randrange(await self.places.count()))
        await wait_until_idle(self.page)
        box = await place.bounding_box()  # some places are closer together than a fingertip
        assert box
        await self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await expect(place).to_have_attribute("aria-pressed", "true")
        await self.lay.click()


class Keyboard(Player):
    """Digits choose a card, arrows move over the open places, Enter places the card."""

    async def play(self) -> None:
        await self.page.keyboard.press(str(self.random.randint(1, await self.cards.count())))
        await expect(self.places.first).to_be_attached()
        for _ in range(self.random.randint(1, 5)):
            await self.page.keyboard.press(self.random.choice(ARROWS))
        await expect(self.lay).to_be_visible()
        await self.page.keyboard.press("Enter")


async def points(page: Page) -> list[list[str]]:
    """Returns the cells of the result, row by row, without the names."""
    rows = await page.get_by_role("dialog").get_by_role("row").all_inner_texts()
    return [row.split("\t")[1:] for row in rows[1:]]


async def test_two_players_and_a_bot_finish_a_game(visits: Visits) -> None:
    """One uses the mouse, one the keyboard; a spectator sees no player's color before the end."""
    host = await visits.open("/")
    link = await create_table(host, seats=3, game=LITE)
    guest = await visits.open(link)
    await sit_down(guest, 2)
    await host.get_by_role("button", name=ENGLISH("start")).click()
    mine = host.get_by_role("region", name=ENGLISH("lite_your_hand_title"))
    await expect(mine).to_be_visible()
    spectator = await visits.open(link)
    await expect(spectator.get_by_role("heading", level=1)).to_contain_text("18")
    assert await spectator.get_by_role("region", name=ENGLISH("lite_your_hand_title")).count() == 0
    players = [Mouse(host, luck=1), Keyboard(guest, luck=2)]
    assert await asyncio.gather(*(player.play_to_the_end() for player in players)) == [6, 6]
    result_rows = await points(host)
    player_names = [await seat.inner_text() for seat in await spectator.locator("main .others .name").all()]
    assert sorted(result_rows) == sorted(await points(guest))
    assert [int(cats) + int(group) for cats, group, _ in result_rows] == [
        int(sum_) for *_, sum_ in result_rows
    ]
    assert len(result_rows) == 4
    await expect(spectator.get_by_role("heading", name=ENGLISH("cat_result"))).to_be_visible()
    await save_screenshot(host, "lite-result-wide")
    await host.goto(link.replace("/t/", "/r/") + "#9")
    await expect(mine).to_be_visible()
    await host.get_by_label(ENGLISH("replay_eyes"), exact=True).select_option("open")
    for name in player_names:
        await expect(host.get_by_role("region", name=ENGLISH("lite_hand_of", name=name))).to_be_visible()
    await expect(host.get_by_text(ENGLISH("lite_progress", turn=10, turns=18)).first).to_be_visible()
    await save_screenshot(host, "lite-replay-wide")


async def test_game_on_a_phone_with_animations(visits: Visits) -> None:
    """At the end the colors are revealed one by one before the result opens."""
    page = await visits.open("/", size=PHONE, reduced_motion="no-preference", has_touch=True)
    await play_now(page, game=LITE)
    player = Mouse(page, luck=3)
    await player.cards.first.wait_for()
    await save_screenshot(page, "lite-phone")
    await player.play_to_the_end()
    assert len(await points(page)) == 4
    table = page.get_by_role("dialog").get_by_role("table")
    await wait_until_idle(page)
    assert await table.evaluate("table => table.getBoundingClientRect().right < innerWidth - 20")
    await save_screenshot(page, "lite-result-phone")
    await page.keyboard.press("Escape")  # once closed, it opens only on request
    await expect(table).to_have_count(0)
    await page.get_by_role("button", name=ENGLISH("cat_menu")).click()
    await page.get_by_role("button", name=ENGLISH("cat_log")).click()
    await page.get_by_role("list", name=ENGLISH("cat_log")).get_by_role("button").first.click()
    await expect(page.locator("rect.pointed")).to_be_visible()
    await page.get_by_role("button", name=ENGLISH("cat_result")).click()
    await expect(table).to_be_visible()


@pytest.mark.matrix
async def test_board_fits_a_small_phone(visits: Visits) -> None:
    """In each language nothing scrolls, every target is large enough and all texts are translated."""
    page = await visits.open("/", size=PHONE, has_touch=True, is_mobile=True)
    await play_now(page, game=LITE)
    player = Mouse(page, luck=5)
    await player.cards.first.wait_for()
    table = page.url
    async for language in Tour(page).languages():
        await page.goto(table)
        await player.cards.first.wait_for()
        for step in range(3):
            if step == 1:
                await player.cards.last.click()
            elif step == 2:
                await page.keyboard.press("ArrowUp")
            assert not await scrolls(page), language
            assert await small_targets(page) == [], language
            assert await untranslated(page, language) == [], language
            assert await accessibility_violations(page) == [], language
        await save_screenshot(page, f"lite-phone-{language}")


async def test_guesses_board_view_and_explanation_of_a_closed_place(visits: Visits) -> None:
    """A guess survives a reload; the board zooms, drags and fits; a closed place links its rule (L8)."""
    page = await visits.open("/")
    await play_now(page, game=LITE)
    player = Keyboard(page, luck=4)
    await player.cards.first.wait_for()
    unknown = page.get_by_role("button", name=ENGLISH("lite_nobody_knows")).first
    guesses = await page.get_by_role("button", name=ENGLISH("lite_nobody_knows")).count()
    await unknown.click()
    await page.reload()
    await player.cards.first.wait_for()
    await expect(page.get_by_role("button", name=ENGLISH("lite_nobody_knows"))).to_have_count(guesses - 1)
    fit = page.get_by_role("button", name=ENGLISH("lite_fit"))
    await page.get_by_role("button", name=ENGLISH("lite_nearer")).click()
    await fit.click()
    await expect(fit).to_have_count(0)
    await page.mouse.move(640, 300)
    await page.mouse.down()
    await page.mouse.move(500, 380, steps=4)
    await page.mouse.up()
    await expect(fit).to_be_visible()
    await page.keyboard.press("0")
    await expect(fit).to_have_count(0)
    await page.keyboard.press("1")
    await expect(player.places.first).to_be_attached()
    await page.locator("main .frame").click(position={"x": 12, "y": 12})
    await page.get_by_role("button", name=ENGLISH("cat_why_rule", rule="L8")).click()
    await expect(page.get_by_role("dialog").locator("#L8")).to_be_in_viewport()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(player.places).to_have_count(0)
