"""Quick match while players visit other pages, and the offer to start with bots or fewer players."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Locator, Page, Route, expect

from app.settings import Settings
from tests.app.local_server import Running
from tests.e2e.account import Account
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.tables import ENGLISH, create_table, sit_down, start
from tests.e2e.texts import LANGUAGES, Catalogue
from tests.e2e.tour import Tour
from tests.e2e.waiting import TIMEOUT_S
from tests.services import MakeDatabase

NEVER_S = 300.0  # seconds


class Offers:
    """Lets a server make offers once a test wants them; each waits for all answers."""

    def __init__(self, server: Running) -> None:
        self._queue = server.tables.matchmaking.queue
        self._without = self._queue.rules

    def begin(self) -> None:
        self._queue.rules = self._without._replace(offer_after_s=0.0, offer_length_s=NEVER_S)

    def end(self) -> None:
        self._queue.rules = self._without


@pytest.fixture(scope="module")
async def match_server(new_sqlite: MakeDatabase) -> AsyncIterator[Running]:
    """A server that makes offers only to tests with `offers`."""
    settings = Settings(
        database_url=await new_sqlite(),
        secret_key="k" * 32,
        bot_pause=0,
        offer_after=NEVER_S,
        people_per_address=9999,
        stored_per_address=9999,
    )
    async with Running(settings) as server:
        yield server


@pytest.fixture
def offers(match_server: Running) -> Iterator[Offers]:
    """The offers of the server."""
    offers = Offers(match_server)
    yield offers
    offers.end()


@pytest.fixture
async def match_visits(contexts: ContextPool, match_server: Running) -> AsyncIterator[Visits]:
    async with Visits(contexts, match_server.url) as visits:
        yield visits


def board(page: Page) -> Locator:
    return page.get_by_role("grid", name=ENGLISH("cat_board"))


def offer(page: Page, translate: Catalogue = ENGLISH) -> Locator:
    return page.get_by_role("dialog", name=translate("match_offer_title"))


def bar(page: Page, translate: Catalogue = ENGLISH) -> Locator:
    return page.get_by_role("complementary", name=translate("match_title"))


async def request_match(*pages: Page) -> None:
    """Starts a quick match with the defaults on all pages at about the same time."""
    for page in pages:
        await expect(page.get_by_role("button", name=ENGLISH("match_go"))).to_be_visible()
    for page in pages:
        await page.get_by_role("button", name=ENGLISH("match_go")).click()


async def choose_game(quick: Locator, key: str) -> None:
    await quick.locator("label").get_by_text(ENGLISH(key), exact=True).click()


async def go_to(page: Page, place: str) -> None:
    """Follows a link, without reloading the page."""
    await page.get_by_role("link", name=ENGLISH(place)).first.click()


async def accept(page: Page, how: str = "match_offer_bots") -> None:
    await offer(page).get_by_role("button", name=ENGLISH(how)).click()


async def at_one_table(*pages: Page) -> None:
    for page in pages:
        await expect(page).to_have_url(re.compile("/t/"))
        await expect(board(page)).to_be_visible()
    assert len({page.url.rpartition("/")[2] for page in pages}) == 1


async def test_two_players_with_default_settings_are_matched(match_visits: Visits, offers: Offers) -> None:
    ada, bo = await match_visits.open("/lobby"), await match_visits.open("/lobby", size=PHONE)
    await request_match(ada, bo)
    await expect(ada.get_by_text(ENGLISH("match_people plural=*", count=2))).to_be_visible()
    offers.begin()
    await accept(ada)
    await expect(ada.get_by_text(ENGLISH("match_agreed", agreed=1, people=2))).to_be_visible()
    await accept(bo)
    await at_one_table(ada, bo)


async def test_two_are_enough_for_a_game_for_three(match_visits: Visits) -> None:
    page = await match_visits.open("/lobby")
    quick = page.get_by_role("region", name=ENGLISH("match_title"))
    await choose_game(quick, "game_cat_box_lite")
    sizes = quick.get_by_role("group", name=ENGLISH("match_seats"))
    await expect(sizes.get_by_role("checkbox", checked=True)).to_have_count(2)


async def test_modes_of_a_game_that_load_late_are_not_shown_for_another(match_visits: Visits) -> None:
    page = await match_visits.open("/lobby")
    quick = page.get_by_role("region", name=ENGLISH("match_title"))
    modes = quick.get_by_role("group", name=ENGLISH("match_mode"))
    chosen = asyncio.Event()

    async def hold(route: Route) -> None:
        await chosen.wait()
        await route.continue_()

    await page.route("**/*.js", hold)
    async with page.expect_request("**/*.js"):
        await choose_game(quick, "game_braincat")
    await choose_game(quick, "game_cat_box_lite")
    async with page.expect_event("requestfinished"):
        chosen.set()
    await expect(modes).to_have_count(0)
    await choose_game(quick, "game_braincat")
    await expect(modes).to_be_visible()


async def test_another_game_is_chosen_after_one_with_modes(match_visits: Visits) -> None:
    page = await match_visits.open("/lobby")
    quick = page.get_by_role("region", name=ENGLISH("match_title"))
    modes = quick.get_by_role("group", name=ENGLISH("match_mode"))
    for game in ("game_cat_box_lite", "game_cat_in_the_box"):
        await choose_game(quick, "game_braincat")
        await expect(modes).to_be_visible()
        await choose_game(quick, game)
        await expect(modes).to_have_count(0)


async def test_choice_of_a_mode_keeps_the_focus(match_visits: Visits) -> None:
    page = await match_visits.open("/lobby")
    quick = page.get_by_role("region", name=ENGLISH("match_title"))
    await choose_game(quick, "game_braincat")
    modes = quick.get_by_role("group", name=ENGLISH("match_mode")).get_by_role("radio")
    await modes.first.focus()
    await page.keyboard.press("ArrowRight")
    await expect(modes.nth(1)).to_be_checked()
    await expect(modes.nth(1)).to_be_focused()


async def test_visitor_joins_a_search(match_visits: Visits) -> None:
    """With the sizes of the game that the default leaves out."""
    ada, bo = await match_visits.open("/lobby"), await match_visits.open("/lobby", size=PHONE)
    sizes = ada.get_by_role("group", name=ENGLISH("match_seats"))
    for size in ("2", "5", "4", "3", "2"):  # leaves 2
        await sizes.get_by_text(size, exact=True).click()
    await request_match(ada)
    searches = bo.get_by_role("list", name=ENGLISH("match_searching_title"))
    await expect(searches).to_contain_text(ENGLISH("match_searching plural=one", count=1))
    await searches.get_by_role("button", name=ENGLISH("join_go")).click()
    await at_one_table(ada, bo)


async def test_one_of_three_declines_and_keeps_waiting(match_visits: Visits, offers: Offers) -> None:
    pages = [await match_visits.open("/lobby") for _ in range(3)]
    for page in pages:  # else the three would be matched at once
        sizes = page.get_by_role("group", name=ENGLISH("match_seats"))
        await sizes.get_by_text("3", exact=True).click()
    await request_match(*pages)
    ada, bo, cy = pages
    await expect(ada.get_by_text(ENGLISH("match_people plural=*", count=3))).to_be_visible()
    offers.begin()
    await accept(cy, "match_offer_no")
    await expect(cy.get_by_role("button", name=ENGLISH("cancel"))).to_be_visible()
    for page in (ada, bo):
        await accept(page)
    await at_one_table(ada, bo)
    await expect(cy.get_by_text(ENGLISH("match_people plural=one"))).to_be_visible()
    await cy.get_by_role("button", name=ENGLISH("cancel")).click()


async def test_offer_appears_on_every_page(match_visits: Visits, offers: Offers) -> None:
    """On the page of the rules, and in a game against bots, which the player leaves."""
    ada, bo = await match_visits.open("/lobby"), await match_visits.open("/lobby", size=PHONE)
    await request_match(ada, bo)
    await expect(bo.get_by_text(ENGLISH("match_people plural=*", count=2))).to_be_visible()
    await go_to(ada, "nav_rules")
    await bo.get_by_role("button", name=ENGLISH("match_meanwhile"), exact=True).click()
    await bo.wait_for_url("**/t/*")
    against_bots = bo.url
    for page in (ada, bo):
        await expect(bar(page)).to_be_visible()
    await expect(ada.get_by_role("heading", name=ENGLISH("guide_title"), level=1)).to_be_visible()
    offers.begin()
    await expect(offer(bo).get_by_text(ENGLISH("match_offer_bots_game"))).to_be_visible()
    for page in (ada, bo):
        await accept(page, "match_offer_seats")
    await at_one_table(ada, bo)
    assert bo.url != against_bots
    await expect(bar(bo)).to_have_count(0)


async def test_starting_a_game_with_people_ends_waiting(contexts: ContextPool, match_server: Running) -> None:
    async with Visits(contexts, match_server.url) as visits:
        ada = await visits.open("/lobby")
        await request_match(ada)
        await go_to(ada, "name")
        await expect(bar(ada)).to_be_visible()
        link = await create_table(ada, seats=2)
        bo = await visits.open(link)
        await sit_down(bo, 2)
        await expect(bar(ada)).to_be_visible()
        await start(ada)
        await expect(bar(ada)).to_have_count(0)


async def test_request_goes_on_after_a_reload(contexts: ContextPool, match_server: Running) -> None:
    """In the lobby and on other pages; a request that was canceled stays canceled."""
    async with Visits(contexts, match_server.url) as visits:
        ada, bo = await visits.open("/lobby"), await visits.open("/lobby")
        await request_match(ada)
        await go_to(ada, "nav_rules")
        await expect(bar(ada)).to_be_visible()
        await ada.reload()
        await expect(bar(ada)).to_be_visible()
        await bar(ada).get_by_role("link").click()
        await expect(ada.get_by_role("button", name=ENGLISH("cancel"))).to_be_visible()
        await ada.reload()
        await expect(ada.get_by_text(ENGLISH("match_people plural=one"))).to_be_visible()
        await request_match(bo)
        await expect(bo.get_by_text(ENGLISH("match_people plural=*", count=2))).to_be_visible()
        await ada.get_by_role("button", name=ENGLISH("cancel")).click()
        await ada.reload()
        await expect(ada.get_by_role("button", name=ENGLISH("match_go"))).to_be_visible()
        await expect(bo.get_by_text(ENGLISH("match_people plural=one"))).to_be_visible()


async def test_request_ends_when_its_player_leaves_the_browser(
    contexts: ContextPool, match_server: Running
) -> None:
    async with Visits(contexts, match_server.url) as visits:
        page = await visits.open("/lobby")
        tab = await page.context.new_page()
        account = Account(page)
        await request_match(page)
        await tab.goto("/lobby")
        await request_match(tab)
        await go_to(tab, "account_title")
        await go_to(page, "account_title")
        await account.claim("Ada Leaves")
        await expect(bar(page)).to_be_visible()
        await account.press("account_signed_in", "account_sign_out")
        await expect(account.region("account_guest_title")).to_be_visible()
        for one in (page, tab):
            await expect(bar(one)).to_have_count(0)
        await tab.close()
        await go_to(page, "nav_lobby")
        await request_match(page)
        await go_to(page, "account_title")
        await expect(bar(page)).to_be_visible()
        await account.open("account_data", "account_delete")
        await account.region("account_data").get_by_role("checkbox").check()
        await account.press("account_data", "account_delete_go")
        await expect(page.get_by_role("heading", name=ENGLISH("account_deleted_title"))).to_be_visible()
        await expect(bar(page)).to_have_count(0)


class SentRequests:
    """The ids of the matchmaking requests that a page sends from now on."""

    def __init__(self, page: Page) -> None:
        self.ids = asyncio.Queue[str]()
        page.on("websocket", lambda socket: socket.on("framesent", self._note))

    def _note(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "seek":
            self.ids.put_nowait(message["id"])


async def test_two_tabs_of_a_player_have_one_request(contexts: ContextPool, match_server: Running) -> None:
    async with Visits(contexts, match_server.url) as visits:
        first = await visits.open("/lobby")
        second = await first.context.new_page()
        of_first, of_second = SentRequests(first), SentRequests(second)
        for page in (first, second):
            await page.goto("/lobby")
            await request_match(page)
        last = await of_second.ids.get()
        assert await of_second.ids.get() == last
        async with asyncio.timeout(TIMEOUT_S):
            while await of_first.ids.get() != last:
                pass
        await first.get_by_role("button", name=ENGLISH("cancel")).click()
        for page in (first, second):
            await expect(page.get_by_role("button", name=ENGLISH("match_go"))).to_be_visible()


async def test_last_device_of_a_player_has_a_request(contexts: ContextPool, match_server: Running) -> None:
    """The other one says so, also on other pages."""
    elsewhere = ENGLISH("error_waiting_elsewhere")
    async with Visits(contexts, match_server.url) as visits:
        laptop = await visits.open("/lobby")
        await request_match(laptop)
        cookies = [dict(cookie) for cookie in await laptop.context.cookies()]
        phone = await visits.open("/lobby", cookies=cookies)  # type: ignore[arg-type]
        await request_match(phone)
        await expect(laptop.get_by_role("alert")).to_have_text(elsewhere)
        await go_to(phone, "nav_rules")
        await phone.set_viewport_size(PHONE)  # type: ignore[arg-type]
        await request_match(laptop)
        await expect(bar(phone)).to_contain_text(elsewhere)
        await save_screenshot(phone, "match-elsewhere")
        await bar(phone).get_by_role("button").click()
        await expect(bar(phone)).to_have_count(0)
        await expect(laptop.get_by_role("button", name=ENGLISH("cancel"))).to_be_visible()


async def test_other_device_offers_the_table_that_was_found(match_visits: Visits, offers: Offers) -> None:
    """On any page, and the offer ends when the table is opened."""
    laptop = await match_visits.open("/lobby")
    await request_match(laptop)
    cookies = [dict(cookie) for cookie in await laptop.context.cookies()]
    await go_to(laptop, "nav_rules")
    phone = await match_visits.open("/lobby", size=PHONE, cookies=cookies)  # type: ignore[arg-type]
    await request_match(phone)
    await expect(bar(laptop)).to_contain_text(ENGLISH("error_waiting_elsewhere"))
    offers.begin()
    await accept(phone)
    await expect(board(phone)).to_be_visible()
    await expect(bar(laptop)).to_contain_text(ENGLISH("match_found_elsewhere"))
    await bar(laptop).get_by_role("link", name=ENGLISH("replay_to_table")).click()
    await at_one_table(laptop, phone)
    await expect(bar(laptop)).to_have_count(0)


@pytest.mark.matrix
async def test_waiting_in_every_language_and_size(contexts: ContextPool, match_server: Running) -> None:
    async with Visits(contexts, match_server.url) as visits:
        tour = Tour(await visits.open("/", size=PHONE))
        page = tour.page
        async for _ in tour.languages():
            await page.goto("/lobby")
            await page.get_by_role("button", name=tour.translate("match_go")).click()
            await expect(page.get_by_text(tour.translate("match_stay"))).to_be_visible()
            await tour.check("waiting")
            await page.get_by_role("link", name=tour.translate("name")).first.click()
            await expect(bar(page, tour.translate)).to_be_visible()
            await tour.check("waiting-bar")
            await bar(page, tour.translate).get_by_role("button", name=tour.translate("match_stop")).click()
            await expect(bar(page, tour.translate)).to_have_count(0)
            await expect(page.get_by_role("main")).to_be_focused()


@pytest.mark.matrix
@pytest.mark.parametrize("language", LANGUAGES)
async def test_offer_in_every_language_and_size(match_visits: Visits, offers: Offers, language: str) -> None:
    tour = Tour(await match_visits.open("/lobby", size=PHONE, locale=language), language)
    page, translate = tour.page, tour.translate
    await page.get_by_role("button", name=translate("match_go")).click()
    await page.get_by_role("link", name=translate("name")).first.click()
    offers.begin()
    await expect(offer(page, translate)).to_be_visible()
    await tour.check("waiting-offer")
    await page.keyboard.press("Escape")
    await expect(offer(page, translate)).to_have_count(0)
    await expect(bar(page, translate)).to_be_visible()
    await bar(page, translate).get_by_role("button", name=translate("match_stop")).click()
    await expect(bar(page, translate)).to_have_count(0)
