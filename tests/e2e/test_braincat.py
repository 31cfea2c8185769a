"""A whole game of Braincat, played through the pages of three people."""

import asyncio
import re
from contextlib import suppress

import pytest
from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as TooLate

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations
from tests.e2e.tables import ENGLISH

GAME_TIMEOUT_S = 150.0
CLICK_TIMEOUT_MS = 5_000  # for a control that may disappear; busy pages need a second for a click


class Player:
    """Does what the page asks for: chooses the first pack, points at the first clue, keeps the red card."""

    def __init__(self, page: Page) -> None:
        self.page = page
        title = ENGLISH("brain_title_over", mode="Discovery")
        self.over = page.locator("h1", has_text=title)  # also behind a dialog

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{ENGLISH(key).pattern}"))

    async def play_to_the_end(self) -> None:
        while not await self.over.count():
            with suppress(TooLate):
                await self.act()
            await asyncio.sleep(0.05)

    async def act(self) -> None:
        if await self.button("brain_go_on").count():
            await self.button("brain_go_on").click(timeout=CLICK_TIMEOUT_MS)
        elif await self.button("brain_do_seen").count():
            await self.button("brain_do_seen").click(timeout=CLICK_TIMEOUT_MS)
        elif await (packs := self.page.get_by_role("list", name=ENGLISH("brain_packs"))).count():
            await packs.get_by_role("button").first.click(timeout=CLICK_TIMEOUT_MS)
            await self.button("brain_do_pack").click(timeout=CLICK_TIMEOUT_MS)
        elif await (stage := self.page.get_by_role("group", name=ENGLISH("brain_ask_paw"))).count():
            await self.point(stage)
        elif await self.button("brain_do_ready").count():
            await self.vote()

    async def point(self, stage: Locator) -> None:
        await stage.get_by_role("button").first.click(timeout=CLICK_TIMEOUT_MS)
        await self.button("brain_do_point").click(timeout=CLICK_TIMEOUT_MS)

    async def vote(self) -> None:
        await self.button("brain_keep_red").click(timeout=CLICK_TIMEOUT_MS)
        await self.button("brain_do_ready").click(timeout=CLICK_TIMEOUT_MS)


class KeyboardPlayer(Player):
    """The same, by the keyboard alone where the paw is placed."""

    async def point(self, stage: Locator) -> None:
        await stage.wait_for(timeout=CLICK_TIMEOUT_MS)  # it may be the one of the paw just placed
        await self.page.keyboard.press("ArrowRight")
        await self.page.keyboard.press("Enter")


@pytest.mark.slow
async def test_three_people_play_discovery_to_the_end(visits: Visits) -> None:
    people = [Person(visits.url) for _ in range(3)]
    for person, name in zip(people, ("Ada", "Bo", "Cy"), strict=True):
        await person.start_session(name)
    code = await start_game(*people, game="braincat")
    pages = [
        await visits.open_as(person, f"/t/{code}", size=size)
        for person, size in zip(people, (WIDE, WIDE, PHONE), strict=True)
    ]
    players = [Player(pages[0]), KeyboardPlayer(pages[1]), Player(pages[2])]
    async with asyncio.timeout(GAME_TIMEOUT_S):
        await asyncio.gather(*(player.play_to_the_end() for player in players))
    for page, size in zip(pages, ("wide", "keyboard", "phone"), strict=True):
        await save_screenshot(page, f"braincat-result-{size}")
        assert await accessibility_violations(page) == []
    record = await people[0].record(code)
    assert record["result"]["won"] in (True, False)
    assert [move["kind"] for _, move in record["moves"]].count("vote") >= 4  # of two people in two rounds
    for person in people:
        await person.http.aclose()
