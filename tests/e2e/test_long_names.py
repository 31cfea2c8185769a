"""Names of twenty wide letters: pages keep the width of the window."""

import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Page, expect

from engine.types import Json
from tests.app.people import Person, play_until, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import scrolls_sideways
from tests.e2e.replay_page import open_record
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import resize
from tests.engine.braincat.builders import GAME
from tests.engine.braincat.walks import Walk, random_move

NAMES = [letter + "W" * 19 for letter in "XYZ"]
LITE = Path(__file__).parents[1] / "engine/cat_box_lite/recorded/3-seed.json"
MOVES = 6


@pytest.mark.parametrize("game", ["cat-in-the-box", "cat-box-lite"])
async def test_table_fits(visits: Visits, game: str) -> None:
    async with Person(visits.url) as one, Person(visits.url) as two, Person(visits.url) as three:
        for person, name in zip((one, two, three), NAMES, strict=True):
            await person.start_session(name)
        code = await start_game(one, two, three, game=game)
        players = [await person.open_page(code) for person in (one, two, three)]
        await play_until(players, lambda page: page.version >= MOVES)
        page = await visits.open_as(one, f"/t/{code}", locale="ja")
        await expect(page.locator("main.game")).to_be_visible()
        await check_widths(page, game)


async def test_waiting_page_fits(visits: Visits) -> None:
    async with Person(visits.url) as host, Person(visits.url) as guest:
        for person, name in zip((host, guest), NAMES, strict=False):
            await person.start_session(name)
        code = (await host.create_table(2))["code"]
        await guest.sit(code, 1)
        page = await visits.open_as(host, f"/t/{code}")
        await expect(page.get_by_role("status").filter(has_text=NAMES[1])).to_be_visible()
        await check_widths(page, "waiting")
        own = page.locator(".plate strong").filter(has_text=NAMES[0])
        assert await own.evaluate("name => name.scrollHeight < name.clientHeight + 9")  # no line is cut


async def test_bar_of_a_waiting_table_of_many_leaves_the_seats_in_sight(visits: Visits) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(visits.url)) for _ in "ABCDEFGH"]
        for letter, person in zip("ABCDEFGH", people, strict=True):
            await person.start_session(letter + "W" * 19)
        code = (await people[0].create_table(8, game="braincat"))["code"]
        for seat, guest in enumerate(people[1:], start=1):
            await guest.sit(code, seat)
        page = await visits.open_as(people[1], f"/t/{code}", size=PHONE)
        bar = page.locator(".bar")
        await expect(bar).to_contain_text(ENGLISH("cat_you_slot"))
        assert await bar.evaluate("bar => bar.clientHeight < innerHeight / 3")
        await check_widths(page, "waiting-many")


async def test_status_of_a_table_of_many_is_in_sight(visits: Visits) -> None:
    async with AsyncExitStack() as stack:
        host, *guests = [await stack.enter_async_context(Person(visits.url)) for _ in "ABCDEF"]
        for letter, person in zip("ABCDEF", (host, *guests), strict=True):
            await person.start_session(letter + "W" * 19)
        code = (await host.create_table(6, game="braincat"))["code"]
        for seat, guest in enumerate(guests, start=1):
            await guest.sit(code, seat)
        page = await visits.open_as(host, "/")
        tables = page.get_by_role("region", name=ENGLISH("my_tables")).get_by_role("list")
        await expect(tables).to_contain_text("WWW")
        await check_widths(page, "home")
        assert await tables.evaluate("list => list.scrollHeight <= list.clientHeight")


async def test_replay_fits(visits: Visits) -> None:
    record: Json = json.loads(LITE.read_text("utf-8")) | {"seats": NAMES}
    async with Person(visits.url) as ada:
        await ada.start_session()
        code = (await ada.request("POST", "/imports", record))["code"]
        page = await visits.open_as(ada, f"/r/{code}")
        await expect(page.get_by_role("slider")).to_be_visible()
        for _ in range(3):
            await check_widths(page, "replay")
            await page.keyboard.press("ArrowRight")


async def test_table_of_points_of_eight_scrolls_in_its_panel(visits: Visits) -> None:
    names = [letter + "W" * 19 for letter in "ABCDEFGH"]
    page = await open_record(visits, individual_game(8) | {"seats": names})
    table = page.get_by_role("table", name=ENGLISH("brain_replay_chart"))
    await expect(table).to_contain_text(names[7])
    await check_widths(page, "points")
    before, after = page.locator(".wide .before"), page.locator(".wide .after")
    await expect(after).to_be_visible()
    await table.get_by_role("columnheader").last.scroll_into_view_if_needed()
    await expect(before).to_be_visible()
    await expect(after).to_have_count(0)
    await expect(table.get_by_role("rowheader", name=names[0])).to_be_in_viewport(ratio=0.95)


def individual_game(seats: int) -> Json:
    """Returns the record of a game of Braincat in which everybody plays for themselves."""
    game, rng = Walk(GAME.options({"mode": "individual"}, seats), seats, bytes(32)), Random(1)
    while GAME.to_act(game.states[-1]):
        game.play(*random_move(game.states[-1], rng, leaving=0))
    return game.record()


async def check_widths(page: Page, name: str) -> None:
    for size in (WIDE, PHONE):
        await resize(page, size)
        await save_screenshot(page, f"long-names-{name}-{size['width']}")
        assert not await scrolls_sideways(page), size
