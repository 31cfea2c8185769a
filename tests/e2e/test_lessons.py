"""Lessons on the boards of the games: by mouse and by keyboard, in every language."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from app.players.accounts.sessions import COOKIE
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import HEAD_HEIGHT, accessibility_violations, height_of, scrolls_sideways
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.tour import Tour
from tests.e2e.waiting import resize

CAT = "/learn/cat-in-the-box"


@pytest.fixture(scope="module")
async def page(contexts: ContextPool, embedded: Boxcats) -> AsyncIterator[Page]:
    async with Visits(contexts, embedded.url) as visits:
        visits.ignore_errors("404")  # of lessons that do not exist
        yield await visits.open(CAT, size=PHONE)


async def expect_verdict(page: Page, title: str, text: str) -> None:
    """The verdict is shown, and the button that goes on has the focus."""
    verdict = page.get_by_role("region", name=ENGLISH(title))
    await expect(verdict).to_contain_text(text)
    await expect(verdict.locator(".gold")).to_be_focused()


async def press(page: Page, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)


async def declare(page: Page, card: int, space: str) -> None:
    await page.locator(f"[data-card='{card}']").click()
    await page.locator(f"[data-space='{space}']").click()
    await page.get_by_role("button", name=ENGLISH("cat_do_declare"), exact=True).click()


async def test_parent_page_lists_the_games(visits: Visits) -> None:
    page = await visits.open("/learn", size=PHONE)
    tour = Tour(page)
    async for _ in tour.languages():
        await page.goto("/learn")
        await expect(page.get_by_role("main").get_by_role("link")).to_have_count(3)
        await tour.check("learn", within="main")
    await page.locator("main a[href='/learn/cat-in-the-box']").click()
    await expect(page.get_by_role("link", name=tour.translate("learn_new"))).to_be_visible()


async def test_lessons_by_mouse(page: Page) -> None:
    """A wrong answer is explained and repeated; solved lessons are marked in the list."""
    await page.goto(CAT)
    rules = page.get_by_role("link", name=ENGLISH("learn_new"))
    await expect(rules).to_have_attribute("href", "/rules?game=cat-in-the-box")
    await page.get_by_role("link", name=ENGLISH("learn_start"), exact=True).click()
    await expect(page.get_by_role("grid")).to_be_visible()
    assert await height_of(page, "header") < HEAD_HEIGHT
    await declare(page, 7, "blue7")
    await expect_verdict(page, "learn_wrong", "you lose green")
    await expect_verdict(page, "learn_wrong", "you lose the lead color")  # the rule
    assert await accessibility_violations(page) == []
    assert not await scrolls_sideways(page)
    await resize(page, WIDE)
    assert await page.locator("#reason").evaluate("reason => reason.clientWidth") > 200
    await resize(page, PHONE)
    await page.get_by_role("button", name=ENGLISH("learn_again")).click()
    await expect(page.get_by_role("heading", level=1)).to_be_focused()
    await declare(page, 7, "green7")
    await expect_verdict(page, "learn_right", "followed green")
    await page.get_by_role("link", name=ENGLISH("learn_next")).click()
    await expect(page.get_by_text("Win the trick without losing a color")).to_be_visible()
    await page.get_by_role("link", name=ENGLISH("learn_all")).click()
    await expect(page.get_by_text(ENGLISH("learn_progress", solved=1, last=10))).to_be_visible()
    await expect(page.get_by_role("link", name=ENGLISH("learn_solved"))).to_have_count(1)
    await expect(rules).to_have_count(0)


async def test_lessons_by_keyboard(page: Page) -> None:
    """A trick, a paradox with its summary, a paw and a debate."""
    await page.goto(f"{CAT}/win-following")
    await expect(page.get_by_role("grid")).to_be_visible()
    await press(page, "7", "b", "Enter")
    await expect_verdict(page, "learn_right", "You win the trick")
    await page.goto(f"{CAT}/room")
    await expect(page.get_by_role("grid")).to_be_visible()
    await press(page, "4", "y", "Enter")
    await page.get_by_role("dialog").wait_for()
    await press(page, "Escape")
    await expect_verdict(page, "learn_wrong", "a paradox")
    await page.goto("/learn/braincat/blue-paw")
    await expect(page.get_by_text("Forest ranger").first).to_be_visible()
    await press(page, "1", "Enter")
    await expect_verdict(page, "learn_right", "clue 1 is closer")
    await press(page, "Enter")
    await expect(page.get_by_text("Life-insurance agent").first).to_be_visible()
    await press(page, "1", "r")
    await expect_verdict(page, "learn_right", "false lead")


async def test_unknown_lessons_are_explained(page: Page) -> None:
    for path in (f"{CAT}/no-such-lesson", "/learn/chess"):
        await page.goto(path)
        await expect(page.get_by_text(ENGLISH("error_lesson_not_found"))).to_be_visible()
    await page.goto(f"{CAT}/no-such-lesson")
    await page.get_by_role("link", name=ENGLISH("learn_all")).click()
    await expect(page.get_by_role("listitem")).to_have_count(10)


async def test_lessons_in_every_language(page: Page) -> None:
    tour = Tour(page)
    async for _ in tour.languages():
        await page.context.clear_cookies(name=COOKIE)  # a new guest, whose requests are counted from zero
        for game, lesson in (
            ("cat-in-the-box", "discard"),
            ("cat-box-lite", "cover"),
            ("braincat", "contrary"),
        ):
            await page.goto(f"/learn/{game}")
            await expect(page.get_by_role("listitem").first).to_be_visible()
            await tour.check(f"lessons-{game}", within="main")
            await page.goto(f"/learn/{game}/{lesson}")
            await expect(page.get_by_role("list", name=tour.translate("cat_players"))).to_be_visible()
            await tour.check(f"lesson-{game}", within="header")
