"""Puzzles: ten in a row on one page, by mouse and keyboard, and the page in every language."""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, Route, expect

from app.players.accounts.sessions import COOKIE
from engine.cat_in_the_box.moves import Bid, Declare, SetAside
from engine.puzzle import Puzzle
from engine.puzzle_file import shipped_puzzles
from engine.types import Json, Move
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import HEAD_HEIGHT, height_of, scrolls, scrolls_sideways, small_targets
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.texts import Catalogue
from tests.e2e.tour import Tour
from tests.e2e.waiting import double_font, wait_until_idle

PUZZLES = shipped_puzzles()
CAT, LITE = "/puzzles?game=cat-in-the-box", "/puzzles?game=cat-box-lite"
FOLDED_HEIGHT = 70  # pixels


@pytest.fixture(scope="module")
async def page(contexts: ContextPool, embedded: Boxcats) -> AsyncIterator[Page]:
    async with Visits(contexts, embedded.url) as visits:
        yield await visits.open("/games/cat-in-the-box", size=PHONE)


async def shown_puzzle(page: Page, game: str = "cat-in-the-box") -> str:
    """Returns the key of the puzzle that the server gives this page's visitor."""
    found: Json = await (await page.request.get(f"/api/puzzles/{game}")).json()
    key: str = found["puzzle"]["key"]
    return key


async def answer(page: Page, move: Move, translate: Catalogue = ENGLISH) -> None:
    """Makes a move by mouse, or a bid by keyboard."""
    if isinstance(move, Bid):
        await page.keyboard.press(str(move.tricks))
        await page.keyboard.press("Enter")
        return
    assert isinstance(move, Declare | SetAside)
    await page.locator(f"[data-card='{move.card}']").first.click()
    if isinstance(move, Declare):
        await page.locator(f"[data-space='{move.color}{move.card}']").click()
        await page.get_by_role("button", name=translate("cat_do_declare"), exact=True).click()
    else:
        await page.get_by_role("button", name=translate("cat_do_aside"), exact=True).click()


async def test_numbers_wider_than_the_window_show_that_there_are_more(visits: Visits) -> None:
    """They scroll by themselves, not with all of the card."""
    page = await visits.open(CAT, size={"width": 320, "height": 568})
    await expect(page.get_by_role("grid")).to_be_visible()
    await answer(page, PUZZLES[await shown_puzzle(page)].moves[-1].move)
    await page.get_by_text(ENGLISH("puzzle_numbers")).click()
    await double_font(page)
    numbers = page.get_by_role("region", name=ENGLISH("puzzle_numbers"))
    card = page.get_by_role("region", name=ENGLISH("puzzle_wrong"))
    await numbers.scroll_into_view_if_needed()
    assert await card.evaluate("card => card.scrollWidth <= card.clientWidth")
    before, after = numbers.locator("..").locator(".before"), numbers.locator("..").locator(".after")
    await expect(after).to_be_visible()
    await save_screenshot(page, "puzzle-numbers-large")
    await numbers.evaluate("box => box.scrollTo({left: box.scrollWidth, behavior: 'instant'})")
    await expect(before).to_be_visible()
    await expect(after).to_have_count(0)


async def test_ten_puzzles_in_a_row(page: Page) -> None:
    """Nine are solved, one is not; each outcome is explained, and Enter goes on."""
    await page.get_by_role("link", name=ENGLISH("puzzle_title"), exact=True).click()
    seen = set()
    for number in range(10):
        await expect(page.get_by_role("grid")).to_be_visible()
        assert await height_of(page, "header") < HEAD_HEIGHT
        seen.add(key := await shown_puzzle(page))
        moves, solved = PUZZLES[key].moves, number != 4
        await answer(page, moves[0 if solved else -1].move)
        outcome = page.get_by_role("region", name=ENGLISH("puzzle_right" if solved else "puzzle_wrong"))
        await expect(outcome.locator("#why")).not_to_be_empty()
        await expect(outcome.locator("tbody tr")).to_have_count(len(moves))
        await expect(page.locator("header")).to_contain_text(
            ENGLISH("puzzle_streak", count=number + 1 if number < 4 else number - 4)
        )
        await expect(outcome.get_by_role("button", name=ENGLISH("puzzle_next"))).to_be_focused()
        assert not await scrolls_sideways(page)
        await page.keyboard.press("Enter")
        await expect(outcome).to_have_count(0)
        await expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert len(seen) == 10
    await page.reload()
    await expect(page.get_by_role("grid")).to_be_visible()
    await expect(page.locator("header")).to_contain_text(ENGLISH("puzzle_streak", count=5))


async def test_first_puzzle_on_a_small_phone(visits: Visits) -> None:
    """It has no room for what puzzles are: only that there is one attempt, until the first answer."""
    page = await visits.open(LITE, size=PHONE)
    attempt = page.locator("header").get_by_text(ENGLISH("puzzle_first"))
    await expect(attempt).to_be_visible()
    await page.goto(CAT)
    await expect(attempt).to_be_visible()
    assert not await scrolls(page)
    best = PUZZLES[await shown_puzzle(page)].moves[0].move
    await answer(page, best)
    await expect(page.get_by_role("region", name=ENGLISH("puzzle_right"))).to_be_visible()
    await expect(attempt).to_have_count(0)
    if isinstance(best, Declare):  # it stays marked on the board
        await expect(page.locator(f"[data-space='{best.color}{best.card}']")).to_have_class(
            re.compile("picked")
        )


async def answer_without_response(page: Page) -> Puzzle:
    """Answers the puzzle with its worst move; the server has the answer, the page does not know."""
    await expect(page.get_by_role("grid")).to_be_visible()

    async def lose(route: Route) -> None:
        await route.fetch()
        await route.abort()

    await page.route("**/api/puzzles/*/*/answer", lose, times=1)
    puzzle = PUZZLES[await shown_puzzle(page)]
    await answer(page, puzzle.moves[-1].move)
    await expect(page.locator("section").get_by_text(ENGLISH("error_offline"))).to_be_visible()
    return puzzle


async def test_outcome_after_a_lost_response(visits: Visits) -> None:
    visits.ignore_errors("ERR_FAILED")
    page = await visits.open(CAT, size=PHONE)
    puzzle = await answer_without_response(page)
    await answer(page, puzzle.moves[-1].move)
    outcome = page.get_by_role("region", name=ENGLISH("puzzle_wrong"))
    await expect(outcome.locator("#why")).not_to_be_empty()
    await expect(page.locator("header")).to_contain_text(ENGLISH("puzzle_solved", solved=0, answered=1))


async def test_next_puzzle_after_a_lost_response(visits: Visits) -> None:
    """The second answer is another one, so the outcome of the first stays unknown."""
    visits.ignore_errors("ERR_FAILED")
    visits.ignore_errors("409")
    page = await visits.open(CAT, size=PHONE)
    puzzle = await answer_without_response(page)
    await answer(page, puzzle.moves[0].move)
    told = page.get_by_role("region", name=ENGLISH("error_puzzle_answered"))
    await expect(told.get_by_role("button", name=ENGLISH("puzzle_next"))).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(told).to_have_count(0)
    await expect(page.get_by_role("grid")).to_be_visible()
    assert PUZZLES[await shown_puzzle(page)] is not puzzle


async def test_puzzles_in_every_language(page: Page) -> None:
    tour = Tour(page)
    async for _ in tour.languages():
        await page.context.clear_cookies(name=COOKIE)  # a new guest, whose requests are counted from zero
        await page.goto(CAT)
        await expect(page.get_by_role("grid")).to_be_visible()
        assert not await scrolls(page)
        await answer(page, PUZZLES[await shown_puzzle(page)].moves[0].move, tour.translate)
        await page.locator("summary").click()
        await tour.check("puzzle", within="header")
        await page.goto(LITE)
        await expect(page.get_by_role("list", name=tour.translate("cat_players"))).to_be_visible()
        await tour.check("puzzle-lite", within="header")


async def test_choice_of_a_game_in_every_language(page: Page) -> None:
    tour = Tour(page)
    async for _ in tour.languages():
        await page.context.clear_cookies(name=COOKIE)  # a new guest, whose requests are counted from zero
        await page.goto("/puzzles")
        for game in ("game_cat_in_the_box", "game_cat_box_lite"):
            await expect(page.get_by_role("link", name=tour.translate(game))).to_be_visible()
        await tour.check("puzzles", within="main")


async def test_result_is_folded_to_see_the_table(visits: Visits) -> None:
    page = await visits.open(CAT, size=PHONE)
    await expect(page.get_by_role("grid")).to_be_visible()
    key = await shown_puzzle(page)
    await answer(page, PUZZLES[key].moves[-1].move)
    outcome = page.get_by_role("region", name=ENGLISH("puzzle_wrong"))
    details = outcome.get_by_role("button", name=ENGLISH("attempt_details"))
    await details.click()
    await expect(outcome.locator("#why")).to_be_hidden()
    await expect(outcome.get_by_role("button", name=ENGLISH("puzzle_next"))).to_be_visible()
    await wait_until_idle(page)
    box = await outcome.bounding_box()
    assert box
    assert box["height"] < FOLDED_HEIGHT
    assert await small_targets(page, "section[aria-labelledby=result]") == []
    await save_screenshot(page, "puzzle-folded")
    await details.click()
    await expect(outcome.locator("#why")).to_be_visible()
