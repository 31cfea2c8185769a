"""A move that the server refuses: the page says why, and the player can move again."""

import json

from playwright.async_api import WebSocketRoute, expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import Visits
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH

NO_CARD = 6  # with two players there are cards from 1 to 5


async def test_page_shows_why_a_move_was_refused(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, "/rules")
        sent: list[str] = []

        def forward(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            socket.on_message(lambda text: server.send(forged(str(text), sent)))

        await page.route_web_socket("**/ws?table=*", forward)
        await page.goto(f"/t/{code}")
        hand = page.get_by_role("region", name=ENGLISH("cat_hand")).get_by_role("button")
        await hand.first.click()
        do = page.get_by_role("button", name=ENGLISH("cat_do_aside"))
        await do.click()
        await expect(page.get_by_text(ENGLISH("cat_rule_C5")).first).to_be_visible()
        assert len(sent) == 1
        await hand.first.click()
        await do.click()
        await expect(do).to_have_count(0)


def forged(text: str, sent: list[str]) -> str:
    """Returns the message; the first move sets a card aside that no hand has."""
    message = json.loads(text)
    if message["type"] != "play" or sent:
        return text
    sent.append(text)
    message["move"]["card"] = NO_CARD
    return json.dumps(message)
