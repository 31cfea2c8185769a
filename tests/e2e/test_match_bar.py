"""The bar of a quick match on narrow phones: it shows long errors whole, and tables leave room for it."""

import json
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Locator, Page, WebSocketRoute, expect

from tests.e2e.browsing import Visits
from tests.e2e.tables import ENGLISH, game_card
from tests.e2e.texts import Catalogue
from tests.e2e.tour import Tour
from tests.e2e.waiting import until, wait_until_idle

NARROW = {"width": 320, "height": 568}
ERRORS = ("queue_full", "too_much_today", "waiting_elsewhere", "malformed")
HAS_ALL_PARTS = """bar => {
    const {top, bottom} = bar.getBoundingClientRect();
    return [...bar.children].every(part => {
        const box = part.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom;
    });
}"""
SCROLLS_DOWN = "() => document.documentElement.scrollHeight > innerHeight"

Refuse = Callable[[str], Awaitable[None]]


def bar(page: Page, translate: Catalogue = ENGLISH) -> Locator:
    return page.get_by_role("complementary", name=translate("match_title"))


async def refusing(page: Page) -> Refuse:
    """Returns a function that refuses the page's newest request with an error code, in place of the server.

    It waits for the request: pages show the bar before their connection is open.
    """
    requests: dict[str, WebSocketRoute] = {}
    refused: set[str] = set()

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def forward(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "seek":
                requests[message["id"]] = socket
            server.send(text)

        socket.on_message(forward)

    async def is_waiting() -> bool:
        return bool(requests.keys() - refused)

    async def refuse(code: str) -> None:
        await until(is_waiting)
        (request,) = requests.keys() - refused
        refused.add(request)
        requests[request].send(json.dumps({"type": "refused", "id": request, "code": code}))

    await page.route_web_socket("**/ws/lobby", connect)
    return refuse


async def wait_at_home(page: Page, translate: Catalogue) -> None:
    """Requests a match, and goes to the home page meanwhile."""
    await page.goto("/lobby")
    await page.get_by_role("button", name=translate("match_go")).click()
    await page.get_by_role("link", name=translate("name")).first.click()
    await expect(bar(page, translate)).to_be_visible()


@pytest.mark.matrix
async def test_errors_are_shown_whole(visits: Visits) -> None:
    tour = Tour(await visits.open("/", size=NARROW))
    refuse = await refusing(tour.page)
    async for language in tour.languages():
        for code in ERRORS:
            await wait_at_home(tour.page, tour.translate)
            await refuse(code)
            shown = bar(tour.page, tour.translate)
            await expect(shown).to_contain_text(tour.translate(f"error_{code}"))
            await wait_until_idle(tour.page)
            assert await shown.evaluate(HAS_ALL_PARTS), (language, code)
            await shown.get_by_role("button").click()


async def test_table_leaves_room_for_the_longest_error(visits: Visits) -> None:
    page = await visits.open("/", size=NARROW)
    refuse = await refusing(page)
    await wait_at_home(page, ENGLISH)
    await game_card(page).get_by_role("button", name=ENGLISH("play_now")).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    await refuse("too_much_today")
    await expect(bar(page)).to_contain_text(ENGLISH("error_too_much_today"))
    await wait_until_idle(page)  # the table follows the height of the bar
    assert await bar(page).evaluate(HAS_ALL_PARTS)
    assert not await page.evaluate(SCROLLS_DOWN)
