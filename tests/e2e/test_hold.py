"""A move that the table holds back: until its time is over it is on one page alone, and in no message."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, WebSocket, expect

from tests.app.people import Person
from tests.e2e.demands import barriers, scrolls, small_targets, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.visits import PHONE, Visits, keep_picture
from tests.e2e.words import LANGUAGES, words


class Frames:
    """What goes over a page's sockets."""

    def __init__(self, page: Page) -> None:
        self.plays: list[str] = []  # sent
        self.heard: list[str] = []  # updates
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._keep(self.plays, text, "play"))
        socket.on("framereceived", lambda text: self._keep(self.heard, text, "update"))

    def _keep(self, where: list[str], text: Any, kind: str) -> None:
        if f'"type":"{kind}"' in str(text):
            where.append(str(text))


async def table_that_holds(seconds: int, ada: Person, bo: Person) -> str:
    for person in (ada, bo):
        await person.arrive()
    code: str = (await ada.open_table(2, terms={"hold": seconds}))["code"]
    await bo.sit(code, 1)
    await bo.ready(code)
    await ada.start(code)
    return code


async def put_aside(page: Page, language: str = "en") -> None:
    """Chooses a card and says that it is put aside."""
    say = words(language)
    await page.get_by_role("region", name=say("cat_hand")).get_by_role("button").first.click()
    await page.get_by_role("button", name=say("cat_do_aside")).click()


async def test_a_held_move_is_nowhere_else(visits: Visits, embedded: Boxcats) -> None:
    say = words("en")
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await table_that_holds(1, ada, bo)
        pages = [await visits.of(person, "/rules") for person in (ada, bo)]
        frames = [Frames(page) for page in pages]
        for page in pages:
            await page.goto(f"/t/{code}")
            await expect(page.get_by_role("grid", name=say("cat_board"))).to_be_visible()
        hers, his = pages
        log = his.get_by_role("list", name=say("cat_log")).get_by_role("listitem")
        await expect(log).not_to_have_count(0)  # it is the last to be there
        before = await his.locator("body").inner_text()
        await put_aside(hers)
        await expect(hers.get_by_role("button", name=say("cat_take_back"))).to_be_visible()
        assert (frames[0].plays, len(frames[1].heard)) == ([], 1)
        assert await his.locator("body").inner_text() == before
        await hers.get_by_role("button", name=say("cat_take_back")).click()
        await hers.get_by_role(
            "button", name=say("cat_do_aside")
        ).click()  # what was taken back is still picked
        await expect(hers.get_by_role("button", name=say("cat_take_back"))).to_be_visible()
        await hers.reload()
        await expect(hers.get_by_role("grid", name=say("cat_board"))).to_be_visible()
        await asyncio.sleep(1)
        assert (frames[0].plays, len(frames[1].heard)) == ([], 1), "neither taken back nor left it was made"
        await put_aside(hers)
        await expect(hers.get_by_role("button", name=say("cat_take_back"))).to_have_count(0)
        await expect(his.locator("body")).not_to_have_text(before)
        assert (len(frames[0].plays), len(frames[1].heard)) == (1, 2)


@pytest.mark.parametrize("language", LANGUAGES[1:])  # in English nothing can be untranslated
async def test_how_a_held_move_looks(visits: Visits, embedded: Boxcats, language: str) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await table_that_holds(5, ada, bo)
        page = await visits.of(ada, f"/t/{code}", size=PHONE, locale=language)
        await put_aside(page, language)
        await expect(page.get_by_role("button", name=words(language)("cat_take_back"))).to_be_visible()
        await keep_picture(page, f"hold-phone-{language}")
        assert await untranslated(page, language) == []
        assert await barriers(page) == []
        assert await small_targets(page) == []
        assert not await scrolls(page)
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name=words(language)("cat_do_aside"))).to_be_visible()
