"""A duplicate night: two tables of two people each, whose other seats bots take."""

import re
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Locator, Page, Route, expect

from app.settings import Settings
from app.tables.timekeeping.absence import Absence
from tests.app.local_server import Running
from tests.app.nights import join_night, open_own_table, own_table, started_night
from tests.app.people import Person, play_out
from tests.e2e.browsing import PHONE, Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import scrolls_sideways
from tests.e2e.person import Mouse, double_click
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.tour import Tour
from tests.e2e.waiting import until, wait_until_idle
from tests.services import MakeDatabase

DEALS = 2


async def create_night(page: Page) -> str:
    """Creates a night of two people a table of three by the link on the page of new tables."""
    await page.get_by_role("link", name=ENGLISH("nights_link")).click()
    for legend, choice in (("night_seats", "3"), ("night_people", "2"), ("night_deals", str(DEALS))):
        group = page.get_by_role("group", name=ENGLISH(legend), exact=True)
        await group.get_by_text(choice, exact=True).click()
    await page.get_by_role("button", name=ENGLISH("nights_create")).click()
    await expect(page.get_by_role("textbox", name=ENGLISH("invite_link"))).to_be_visible()
    seats = ENGLISH("fact", what=ENGLISH.texts["night_seats"], value=3)
    await expect(page.get_by_text(seats)).to_be_visible()
    return page.url.split("/")[-1]


async def press(page: Page, key: str) -> None:
    await page.get_by_role("button", name=ENGLISH(key), exact=True).click()


async def follow(part: Page | Locator, key: str) -> None:
    """Follows a link to another page of the night or to the next table."""
    await part.get_by_role("link", name=ENGLISH(key), exact=True).click()


async def reach_result(page: Page) -> None:
    """Closes results of rounds until the page, which may be behind the game, shows that of the game."""
    player = Mouse(page)

    async def is_over() -> bool:
        what = await player.table.possible_now()
        if what == "close":
            await player.close()
        return what == "over"

    await until(is_over)


async def offers_next_deal(visits: Visits, code: str, is_offered: bool) -> None:
    """Checks whether a person who has not joined may do so from the next deal on, or is refused."""
    visitor = await visits.open(f"/nights/{code}")
    await expect(visitor.get_by_role("heading", name=ENGLISH("night_tables"))).to_be_visible()
    button = visitor.get_by_role("button", name=ENGLISH("night_join_late"))
    await expect(button).to_have_count(int(is_offered))
    await expect(visitor.get_by_text(ENGLISH("night_last_deal"))).to_have_count(int(not is_offered))


async def marks_hidden_columns(tour: Tour) -> None:
    """Checks that results wider than the window show on which sides there is more of them."""
    page = tour.page
    results = page.get_by_role("region", name=tour.translate("night_results")).last
    before, after = page.locator(".wide .before"), page.locator(".wide .after")
    await expect(before).to_have_count(0)
    await expect(after).to_be_visible()
    await results.press("ArrowRight")
    await expect(before).to_be_visible()
    await results.evaluate("results => results.scrollTo({left: results.scrollWidth, behavior: 'instant'})")
    await expect(after).to_have_count(0)
    await expect(before).to_be_visible()


async def find_results_again(tour: Tour, code: str) -> None:
    await tour.page.goto("/nights")
    past = tour.page.get_by_role("region", name=tour.translate("nights_finished"))
    await tour.check("nights-past", within="main")
    await past.get_by_role("link").click()
    await expect(tour.page).to_have_url(re.compile(f"/nights/{code}$"))


async def show_replay_of_other_table(page: Page) -> None:
    await page.locator("summary", has_text=ENGLISH("night_deal_number", number=2)).click()
    await page.get_by_role("link", name=ENGLISH("night_replay")).nth(1).click()
    await expect(page).to_have_url(re.compile(r"/r/\w+$"))
    await expect(page.get_by_role("grid")).to_be_visible()


async def test_two_tables_play_a_night(visits: Visits, embedded: Boxcats) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(embedded.url)) for _ in range(4)]
        for number, person in enumerate(people):
            await person.start_session(f"Cat {number}")
        await _play_night(visits, embedded, people)


async def _play_night(visits: Visits, embedded: Boxcats, people: list[Person]) -> None:
    host = await visits.open_as(people[0], "/new")
    code = await create_night(host)
    join, begin = (host.get_by_role("button", name=ENGLISH(key)) for key in ("night_join", "night_start"))
    await expect(begin).to_be_disabled()
    await double_click(join, begin)  # does not start the night
    guest = await visits.open_as(people[1], f"/nights/{code}", size=PHONE)
    await press(guest, "night_join")
    await expect(guest.get_by_text(ENGLISH("night_waiting_host"))).to_be_visible()
    await expect(host.get_by_text("Cat 1")).to_be_visible()  # without a reload
    for person in people[2:]:
        await join_night(person, code)
    tour = Tour(await visits.open_as(people[2], f"/nights/{code}", size=PHONE))
    async for language in tour.languages():
        await tour.page.goto("/friends")
        await tour.page.get_by_role("button", name=tour.translate("nav_menu")).click()
        await tour.page.get_by_role("link", name=tour.translate("nav_nights")).click()
        await expect(tour.page.get_by_role("button", name=tour.translate("nights_create"))).to_be_visible()
        await tour.check("nights", within="main")
        await tour.page.goto(f"/nights/{code}")
        await expect(tour.page.get_by_text("Cat 3")).to_be_visible()
        await tour.check(f"night-open-{language}", within="main")
    await press(host, "night_start")
    for page in (host, guest):
        await expect(page).to_have_url(re.compile("/t/"))
    await host.goto(f"/nights/{code}")
    await follow(host, "night_your_table")
    for deal in range(1, DEALS + 1):
        await offers_next_deal(visits, code, deal < DEALS)
        for page in (host, guest):
            place = page.get_by_role("navigation", name=ENGLISH("night_title"))
            await expect(place.first).to_contain_text(ENGLISH("night_progress", deal=deal, deals=DEALS))
            assert not await scrolls_sideways(page)
        await play_out(*[await open_own_table(person, code, deal) for person in people])
        for page in (host, guest):
            await reach_result(page)
            await follow(page.get_by_role("dialog"), "night_next" if deal < DEALS else "night_to_results")
    for page in (host, guest):
        await expect(page.get_by_role("row")).to_have_count(1 + len(people))
        await expect(page.get_by_text(ENGLISH("night_over"))).to_be_visible()
    async for language in tour.languages():
        await tour.page.goto(f"/nights/{code}")
        await tour.page.locator("summary", has_text=tour.translate("night_deal_number", number=1)).click()
        await expect(tour.page.get_by_role("link", name=tour.translate("night_replay"))).to_have_count(2)
        await tour.check(f"night-over-{language}", within="main")
        if language == "fr":
            await marks_hidden_columns(tour)
        await find_results_again(tour, code)
    await show_replay_of_other_table(host)


async def test_latecomer_is_taken_to_the_table_with_the_next_deal(visits: Visits, embedded: Boxcats) -> None:
    """Its clock runs, as after the start of the night."""
    async with Person(embedded.url) as host, Person(embedded.url) as late:
        for person in (host, late):
            await person.start_session()
        code = await started_night(host, people_per_table=2, seats=3)
        page = await visits.open_as(late, f"/nights/{code}", size=PHONE)
        await press(page, "night_join_late")
        await expect(page.get_by_text(ENGLISH("night_you_late", table=1))).to_be_visible()
        await play_out(await open_own_table(host, code))
        await expect(page).to_have_url(re.compile(f"/t/{await own_table(late, code, 2)}$"))
        await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()


async def test_part_of_the_page_that_was_lost_is_loaded_again(visits: Visits, embedded: Boxcats) -> None:
    async def lose_deals(route: Route) -> None:
        answer = await route.fetch()
        text = await answer.text()
        is_part = ENGLISH.texts["night_commitment"] in text and "<summary" in text
        await (route.abort() if is_part else route.fulfill(response=answer))

    for sign in ("net::ERR_FAILED", "Failed to fetch dynamically imported module"):
        visits.ignore_errors(sign)
    async with Person(embedded.url) as host:
        await host.start_session()
        code = await started_night(host, people_per_table=2, seats=3)
        page = await visits.open_as(host, "/")
        await page.route("**/*.js", lose_deals)
        await page.goto(f"/nights/{code}")
        await expect(page.get_by_role("button", name=ENGLISH("try_again"))).to_be_visible()
        await page.unroute("**/*.js")
        await press(page, "try_again")
        await expect(page.get_by_role("heading", name=ENGLISH("night_deals_played"))).to_be_visible()
        await expect(page.get_by_role("button", name=ENGLISH("try_again"))).to_have_count(0)


async def test_notice_of_an_absent_player_is_below_the_line_of_the_night(
    contexts: ContextPool, new_sqlite: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32)
    async with (
        Running(settings) as server,
        Visits(contexts, server.url) as visits,
        Person(server.url) as host,
        Person(server.url) as other,
    ):
        for person in (host, other):
            await person.start_session()
        code = await started_night(host, other, people_per_table=2, seats=3)
        connection = await open_own_table(other, code)
        page = await visits.open_as(host, f"/t/{await own_table(host, code, 1)}", size=PHONE)
        line = page.get_by_role("navigation", name=ENGLISH("night_title"))
        await expect(line).to_be_visible()
        monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.3)
        await connection.close()
        notice = page.locator(".notices .folded")
        await expect(notice).to_be_visible()
        await wait_until_idle(page)
        above, below = [await part.bounding_box() for part in (line, notice)]
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]
