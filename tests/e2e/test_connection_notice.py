"""The notice about a lost connection covers nothing that can be used."""

import asyncio

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import resize, wait_until_idle

GAMES = ("cat-in-the-box", "cat-box-lite", "braincat")
WINDOWS = ((1280, 800), (1120, 640), (1000, 700), (800, 600), (740, 360), (PHONE["width"], PHONE["height"]))
COVERED = """() => {
    const pill = document.querySelector('.pill').getBoundingClientRect();
    const over = ({left, right, top, bottom, width}) => width > 0 &&
        left < pill.right && pill.left < right && top < pill.bottom && pill.top < bottom;
    return [...document.querySelectorAll('header a, header button, .side button')]
        .filter(one => over(one.getBoundingClientRect()))
        .map(one => one.ariaLabel ?? one.textContent);
}"""


async def lose_connection_at(page: Page, path: str) -> None:
    """Opens a page of a table whose connection breaks and is not made again."""
    sockets: list[WebSocketRoute] = []
    is_open = asyncio.Event()  # the page may be complete before; browsers warn of a socket closed too early
    lost = False

    async def connect(socket: WebSocketRoute) -> None:
        if lost:
            await socket.close()
            return
        sockets.append(socket)
        server = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            is_open.set()
            socket.send(message)

        server.on_message(forward)

    await page.route_web_socket("**/ws**", connect)
    await page.goto(path)
    await expect(page.locator("main.game, .waiting .side:not(.loading)")).to_be_visible()
    await is_open.wait()
    lost = True
    for socket in sockets:
        await socket.close()
    await expect(page.get_by_text(ENGLISH("connection_waiting"))).to_be_visible()


async def check_sizes(page: Page, name: str) -> None:
    for width, height in WINDOWS:
        await resize(page, {"width": width, "height": height})
        await wait_until_idle(page)
        await save_screenshot(page, f"lost-{name}-{width}")
        assert await page.evaluate(COVERED) == [], (name, width, height)


@pytest.mark.parametrize("game", GAMES)
async def test_notice_of_a_game_covers_no_button(visits: Visits, game: str) -> None:
    async with Person(visits.url) as ada, Person(visits.url) as bo, Person(visits.url) as cy:
        code = await start_game(ada, bo, cy, game=game, terms={"clock": "relaxed"})
        page = await visits.open_as(ada, "/rules")
        await lose_connection_at(page, f"/t/{code}")
        await check_sizes(page, game)


async def test_notice_of_a_waiting_table_covers_no_button(visits: Visits) -> None:
    async with Person(visits.url) as ada:
        await ada.start_session("Ada")
        code = (await ada.create_table())["code"]
        page = await visits.open_as(ada, "/rules")
        await lose_connection_at(page, f"/t/{code}")
        await check_sizes(page, "waiting")
