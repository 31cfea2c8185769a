"""Interruptions of a game: the server is killed, the page is reloaded or opened twice."""

import asyncio
import re

import pytest
from playwright.async_api import Locator, Page, WebSocket, expect

from tests.e2e.browsing import Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.waiting import until

pytestmark = pytest.mark.backend("any")
# Attempts to reconnect after the restart; `web/tests/helpers.test.ts` tests the delays between them.
TRIES = 2


async def test_position_survives_a_kill_of_the_server(contexts: ContextPool, boxcats: Boxcats) -> None:
    async with Visits(contexts, boxcats.url) as visits:
        page = await visits.open("/")
        player = await in_mid_trick(page)
        before = await position(page)
        await asyncio.to_thread(boxcats.kill)
        await expect(page.get_by_text(ENGLISH("connection_waiting"))).to_be_visible()
        await back_at_once(page, boxcats, page.get_by_text(ENGLISH("connection_waiting")))
        await shows(page, before)
        visits.ignore_errors("WebSocket connection to")
        visits.ignore_errors("net::ERR_")
        await player.play_until(player.moves + 3)


async def test_move_sent_while_the_server_is_down_is_stored_once(
    contexts: ContextPool, boxcats: Boxcats
) -> None:
    async with Visits(contexts, boxcats.url) as visits:
        page = await visits.open("/")
        player = await in_mid_trick(page)
        before = await declared(page)
        await asyncio.to_thread(boxcats.kill)
        await player.table.spaces.first.click()
        await player.table.declare.click()
        await expect(page.get_by_role("button", name=ENGLISH("cat_sending"))).to_be_visible()
        await back_at_once(page, boxcats, page.get_by_role("button", name=ENGLISH("cat_sending")))
        assert await declared(page) == before + 1
        visits.ignore_errors("WebSocket connection to")
        visits.ignore_errors("net::ERR_")
        await player.play_until(player.moves + 3)


async def test_reload_shows_the_same_position(visits: Visits) -> None:
    page = await visits.open("/")
    player = await in_mid_trick(page)
    before = await position(page)
    await page.reload()
    assert await player.table.what_next() == "declare"
    await shows(page, before)
    await player.step()


async def test_two_tabs_of_one_player_show_the_same(visits: Visits) -> None:
    page = await visits.open("/")
    player = await in_mid_trick(page)
    other = await page.context.new_page()
    await other.goto(page.url)
    twin = Mouse(other)
    assert await twin.table.what_next() == "declare"
    await shows(other, await position(page))
    before = await own_tokens(page).count()
    await twin.step()
    await expect(own_tokens(page)).to_have_count(before + 1)
    assert await twin.table.what_next() == await player.table.what_next()
    await shows(other, await position(page))


async def in_mid_trick(page: Page) -> Mouse:
    """Plays against three bots until one of them has led and it is the player's turn."""
    await play_now(page, 4)
    player = Mouse(page)
    await player.play_until(4)
    follows = page.get_by_text(ENGLISH("cat_turn_follow"))
    while await player.table.what_next() != "declare" or not await follows.count():
        await player.step()
    return player


async def position(page: Page) -> list[str]:
    """Returns the accessible texts of board, hand and players."""
    labels = "parts => parts.map(part => part.getAttribute('aria-label') ?? part.textContent.trim())"
    found: list[str] = await page.locator("[data-space], [data-card], li[data-home]").evaluate_all(labels)
    return found


async def shows(page: Page, wanted: list[str]) -> None:
    """Waits until the page shows this position."""

    async def so() -> bool:
        return await position(page) == wanted

    await until(so)


async def back_at_once(page: Page, server: Boxcats, sign: Locator) -> None:
    """Starts the server and expects `sign`, which shows the outage, to vanish within TRIES attempts."""
    await asyncio.to_thread(server.start)
    tries: list[WebSocket] = []

    def tried(socket: WebSocket) -> None:
        tries.append(socket)

    page.on("websocket", tried)
    await expect(sign).to_have_count(0)
    assert len(tries) <= TRIES


def own_tokens(page: Page) -> Locator:
    return page.get_by_role("grid").get_by_role("button", name=re.compile("your token"))


async def declared(page: Page) -> int:
    """Returns how many cards this player has declared in the game, as the server knows it."""
    code = page.url.rpartition("/")[2]
    table = await (await page.request.get(f"/api/tables/{code}")).json()
    own = next(seat for seat, shown in enumerate(table["seats"]) if shown["you"])
    steps = (await (await page.request.get(f"/api/replays/{code}")).json())["steps"]
    return sum(step.get("seat") == own and step.get("move", {}).get("kind") == "declare" for step in steps)
