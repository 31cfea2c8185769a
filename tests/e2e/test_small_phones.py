"""Phones smaller than that of the other tests, and on their side: nothing is cut off or out of sight."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.accounts import create_account
from tests.app.people import Page as Connection
from tests.app.people import Person, play_until, start_game
from tests.e2e.braincat import braincat_game, in_phase
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import height_of, scrolls, scrolls_sideways
from tests.e2e.person import Mouse
from tests.e2e.tables import play_now
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import resize, wait_until_idle

SHORT = {"width": 375, "height": 553}  # below the bars of a browser
NARROW = {"width": 320, "height": 568}
LANDSCAPE = {"width": 640, "height": 360}
LOW_LANDSCAPE = {"width": 568, "height": 320}
WIDE_LANDSCAPE = {"width": 844, "height": 390}
LINE_PX = 18  # at least
# Long texts of an action bar, for a hand in one row.
SHOW_CONSEQUENCE = """([title, note]) => {
    document.querySelector('.intent .title').textContent = title;
    document.querySelector('.intent .note').textContent = note;
}"""
CONSEQUENCE = (
    "9 en vert : tu ne suis pas le bleu",
    "Tu perds le bleu pour la manche. Plus que 1 case pour chacun des 3 et 6. "
    "Encore 2 cases pour chacun des 5 et 7.",
)
ONE_ROW = range(6, 7)  # the most stacks in one row
TWO_ROWS = range(7, 10)
TRIES = 15  # deals; two in three have such a hand, and more tables would be refused
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
TITLE_IS_WHOLE = """() => {
    const title = document.querySelector('h1');
    const inside = title.getBoundingClientRect(), room = title.closest('header').getBoundingClientRect();
    return inside.top >= room.top - 1 && inside.bottom <= room.bottom + 1 &&
        title.scrollHeight <= title.clientHeight && title.scrollWidth <= title.clientWidth;
}"""
HIGHER_THAN_SPACE = """() => [...document.querySelectorAll('dialog .board img')].filter(image =>
    image.getBoundingClientRect().height > image.parentElement.getBoundingClientRect().height).length"""
LINES = """() => {
    const words = document.createRange(), text = document.querySelector('h1').firstChild;
    words.setStart(text, 0);
    words.setEnd(text, text.data.indexOf(' '));
    return words.getClientRects().length;
}"""


@asynccontextmanager
async def table_of_bidders(visits: Visits, stacks: range) -> AsyncIterator[tuple[str, list[Person]]]:
    """Starts a game of five; yields its code, and its people: first one who bids with so many stacks."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(visits.url)) for _ in range(5)]
        for number, person in enumerate(people):
            await person.start_session(f"Cat {number}")
        for _ in range(TRIES):
            code = await start_game(*people)
            pages = [await person.open_page(code) for person in people]
            await set_aside(pages)
            for page in bidders(pages):
                if len(set(page.view["hand"])) in stacks:
                    bidder = people[pages.index(page)]
                    yield code, [bidder, *(person for person in people if person is not bidder)]
                    return
                await page.play_legal_move()
                for other in pages:
                    while other.version < page.version:
                        await other.next("update")
        raise AssertionError("no such deal")


def bidders(pages: list[Connection]) -> Iterator[Connection]:
    """Yields the page whose player is to bid, until all have bid."""
    while pages[0].view["phase"] == "bid":
        yield next(page for page in pages if page.turn is not None)


async def set_aside(pages: list[Connection]) -> None:
    """Discards a card of every hand."""
    for page in pages:
        await page.wait_for_turn()
        await page.play_legal_move()
    for page in pages:
        while page.view["phase"] == "set_aside":
            await page.next("update")


async def expect_all_cards(page: Page) -> None:
    await wait_until_idle(page)
    for card in await page.locator("[data-card]").all():
        await expect(card).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stacks", [ONE_ROW, TWO_ROWS], ids=["one_row", "two_rows"])
async def test_all_stacks_are_in_sight_during_a_bid(visits: Visits, stacks: range, language: str) -> None:
    async with table_of_bidders(visits, stacks) as (code, people):
        page = await visits.open_as(people[0], f"/t/{code}", size=LANDSCAPE, locale=language, **TOUCH)
        await page.locator(".bids button").last.click()
        for size in (LANDSCAPE, SHORT, NARROW):
            await resize(page, size)
            assert not await scrolls(page), size
            await expect_all_cards(page)
            await save_screenshot(page, f"bid-{size['width']}-{stacks.start}-{language}")
        await resize(page, LANDSCAPE)
        await page.evaluate("document.documentElement.dataset.text = 'larger'")
        await expect_all_cards(page)


async def test_bids_leave_room_for_their_question_in_landscape(visits: Visits) -> None:
    async with table_of_bidders(visits, ONE_ROW) as (code, people):
        page = await visits.open_as(people[0], f"/t/{code}", size=WIDE_LANDSCAPE, locale="fr", **TOUCH)
        await page.locator(".bids button").last.click()
        assert await height_of(page, ".bidding .title") < LINE_PX * 2
        await save_screenshot(page, "bid-844")


async def test_declarations_of_five_fit_a_short_phone(visits: Visits) -> None:
    page = await visits.open("/", size=SHORT, **TOUCH)
    await play_now(page, 5)
    player = Mouse(page)
    while player.moves < 4:
        if await player.table.what_next() == "declare":
            await player.table.spaces.last.click()
        assert not await scrolls(page), player.moves
        await expect_all_cards(page)
        await player.step()


async def test_long_consequence_leaves_the_trick_in_sight(visits: Visits) -> None:
    french = catalogue("fr")
    page = await visits.open("/", size=SHORT, locale="fr", **TOUCH)
    await play_now(page, 5, french)
    player = Mouse(page, translate=french)
    while await player.table.what_next() != "declare" or await page.locator(".hand.many").count():
        await player.step()
    await player.table.spaces.last.click()
    await expect(page.locator(".intent .note")).to_be_visible()
    await page.evaluate(SHOW_CONSEQUENCE, CONSEQUENCE)
    for size in (SHORT, NARROW):
        await resize(page, size)
        assert not await scrolls(page), size
        trick, bar = [await page.locator(part).bounding_box() for part in (".trick", ".intent")]
        assert trick
        assert bar
        assert trick["y"] + trick["height"] <= bar["y"] + 1, size
        await expect_all_cards(page)
        await save_screenshot(page, f"consequence-{size['width']}")


async def test_progress_is_readable_beside_revealed_cards(visits: Visits) -> None:
    french = catalogue("fr")
    page = await visits.open("/", size=LANDSCAPE, locale="fr", **TOUCH)
    await play_now(page, 2, french)
    player = Mouse(page, translate=french)
    await player.play_until(1)
    await expect(page.locator(".aside")).to_be_visible()
    for size in (LANDSCAPE, PHONE, NARROW):
        await resize(page, size)
        await wait_until_idle(page)
        assert await page.evaluate(TITLE_IS_WHOLE), size
        assert await page.evaluate(LINES) == 1, size


async def test_controls_are_beside_the_board_on_the_smallest_phones(visits: Visits) -> None:
    page = await visits.open("/", size=LOW_LANDSCAPE, **TOUCH)
    await play_now(page, game="game_cat_box_lite")
    await page.locator(".mine button[aria-disabled=false]").first.click()
    assert not await scrolls(page)
    for card in await page.locator(".mine .card button").all():
        await expect(card).to_be_in_viewport(ratio=0.95)
    await save_screenshot(page, "lite-568")
    async with braincat_game(visits, 5) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=LOW_LANDSCAPE, locale="fr", **TOUCH)
        await expect(page.locator(".desk .confirm")).to_be_in_viewport(ratio=1)
        assert not await scrolls(page)
        for face in await page.locator("li.open .face").all():
            await expect(face).to_be_in_viewport(ratio=0.95)  # side by side
        await save_screenshot(page, "braincat-568")


@pytest.mark.parametrize("stacks", [ONE_ROW, TWO_ROWS], ids=["one_row", "two_rows"])
async def test_board_and_hand_are_in_sight_together_on_the_smallest_phones(
    visits: Visits, stacks: range
) -> None:
    """The head of the page scrolls out of sight: this window is too low and too narrow for all."""
    async with table_of_bidders(visits, stacks) as (code, people):
        connections = [await person.open_page(code) for person in people]
        seats = [int(connections[0].seat_key)]
        await play_until(
            connections, lambda one: bool(one.view.get("current")) and one.view["to_act"] == seats
        )
        page = await visits.open_as(people[0], f"/t/{code}", size=LOW_LANDSCAPE, locale="fr", **TOUCH)
        await Mouse(page).table.spaces.last.click()
        await page.evaluate(SHOW_CONSEQUENCE, CONSEQUENCE)
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        await wait_until_idle(page)
        await save_screenshot(page, f"box-568-{stacks.start}")
        for part in (".board", ".trick", ".intent", ".holding"):
            await expect(page.locator(part)).to_be_in_viewport(ratio=0.95)


async def test_larger_texts_leave_the_title_whole(visits: Visits) -> None:
    async with braincat_game(visits, 3) as game:
        await game.play_until(in_phase("debate"))
        page = await game.open_page(game.family[0], size=PHONE, locale="fr", **TOUCH)
        await expect(page.locator(".desk")).to_be_visible()
        await page.evaluate("document.documentElement.dataset.text = 'larger'")
        await wait_until_idle(page)
        assert await page.evaluate(TITLE_IS_WHOLE)


async def test_larger_texts_leave_room_for_the_number_of_waiting_tables(visits: Visits) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        await start_game(ada, bo)
        page = await visits.open_as(ada, "/", size=NARROW)
        await page.evaluate("document.documentElement.dataset.text = 'larger'")
        await expect(page.get_by_role("banner").get_by_role("status").get_by_role("link")).to_be_visible()
        assert not await scrolls_sideways(page)


@pytest.mark.parametrize(("path", "language"), [("/learn/cat-in-the-box", "ja"), ("/packs", "fr")])
async def test_larger_texts_keep_the_width_of_the_window(visits: Visits, path: str, language: str) -> None:
    async with Person(visits.url) as ada:
        await ada.start_session()
        await create_account(ada, f"Ada-{language}")
        page = await visits.open_as(ada, path, size=NARROW, locale=language)
        await page.evaluate("document.documentElement.dataset.text = 'larger'")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not await scrolls_sideways(page)


async def test_cats_stay_in_the_spaces_of_a_summary(visits: Visits) -> None:
    """Six columns are wider than high in a wide dialog."""
    async with Person(visits.url) as ada, Person(visits.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, f"/t/{code}", size=LANDSCAPE, **TOUCH)
        await expect(page.locator("[data-card]").first).to_be_visible()
        pages = [await person.open_page(code) for person in (ada, bo)]
        await play_until(pages, lambda page: bool(page.view.get("scored")))
        await expect(page.get_by_role("dialog").locator(".board img").first).to_be_attached()
        await wait_until_idle(page)
        assert await page.evaluate(HIGHER_THAN_SPACE) == 0
