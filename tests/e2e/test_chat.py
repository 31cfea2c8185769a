"""The chat of a table: messages, reactions, hiding a player, and closing by the host."""

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, broken_words
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, play_now
from tests.e2e.waiting import stop_time, wait_until_idle

UNREAD = ENGLISH("chat_unread", count=1)
LINK = "https://call.example.org/cats"
# Where the text of an element begins, and how far that is from its edge.
TEXT_LEFT = """element => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect().left;
}"""
ROOM = f"element => ({TEXT_LEFT})(element) - element.getBoundingClientRect().left"


async def write(page: Page, text: str) -> None:
    await page.get_by_label(ENGLISH("chat_write")).fill(text)
    await page.keyboard.press("Enter")


async def connected(page: Page) -> Page:
    """Waits until the page is connected: it counts earlier lines as read, and shows no bubbles for them."""
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    return page


async def test_chat_at_a_table(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as one, Person(embedded.url) as other:
        await one.start_session("Ada")
        await other.start_session("Bo")
        code = await start_game(one, other, terms={"link": LINK})
        ada = await connected(await visits.open_as(one, f"/t/{code}", size=PHONE))
        bo = await visits.open_as(other, f"/t/{code}")
        await bo.clock.install()
        await write(bo, "Hello <b>Ada</b>!")
        await expect(ada.locator(".player .bubble")).to_have_text("Hello <b>Ada</b>!")  # for a few seconds
        await ada.get_by_role("button", name=UNREAD).click()
        await expect(ada.get_by_role("log")).to_contain_text("Hello <b>Ada</b>!")
        await expect(ada.get_by_role("button", name=UNREAD)).to_have_count(0)
        await ada.get_by_text(ENGLISH("chat_phrases")).click()
        await ada.get_by_role("button", name=ENGLISH("phrase_good_luck")).click()
        await expect(bo.get_by_role("log")).to_contain_text(ENGLISH("phrase_good_luck"))
        await stop_time(bo)  # a reaction disappears after a few seconds
        await ada.get_by_role("button", name=ENGLISH("reaction_paw")).click()
        await expect(bo.locator(".player .reaction")).to_be_visible()
        await save_screenshot(bo, "chat-wide")
        await bo.clock.resume()
        await save_screenshot(ada, "chat-phone")
        assert await broken_words(bo) == []
        assert await accessibility_violations(ada) == []
        assert await accessibility_violations(bo) == []
        await bo.get_by_role("button", name=ENGLISH("chat_options", name="Ada")).click()
        await bo.get_by_role("button", name=ENGLISH("chat_mute", name="Ada")).click()
        await expect(bo.get_by_role("log")).to_contain_text(ENGLISH("chat_hidden"))
        await expect(bo.get_by_role("log")).not_to_contain_text(ENGLISH("phrase_good_luck"))
        await bo.get_by_text(ENGLISH("chat_participants")).click()
        await bo.get_by_role("button", name=ENGLISH("chat_report", name="Ada")).last.click()
        await bo.get_by_label(ENGLISH("chat_report_why")).fill("shouts")
        await bo.keyboard.press("Enter")
        await expect(bo.get_by_text(ENGLISH("chat_reported"))).to_be_visible()
        await bo.get_by_role("button", name=ENGLISH("voice_button")).click()
        leave = bo.get_by_role("link", name=ENGLISH("voice_go", host="call.example.org"))
        assert await leave.get_attribute("href") == LINK
        assert await leave.get_attribute("rel") == "noopener noreferrer"
        await ada.get_by_role("button", name=ENGLISH("chat_close")).click()
        await expect(bo.get_by_text(ENGLISH("chat_closed"))).to_be_visible()
        await expect(bo.get_by_label(ENGLISH("chat_write"))).to_have_count(0)


async def test_chat_message_links_to_the_card_of_its_author(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as one, Person(embedded.url) as other:
        await one.start_session("Ada")
        await other.start_session("Bo")
        code = await start_game(one, other)
        ada, bo = await visits.open_as(one, f"/t/{code}"), await visits.open_as(other, f"/t/{code}")
        await write(bo, "Hello")
        await ada.get_by_role("button", name=ENGLISH("chat_options", name="Bo")).click()
        await ada.get_by_role("button", name=ENGLISH("person_follow_or_block")).click()
        await ada.get_by_role("button", name=ENGLISH("person_block"), exact=True).click()
        await expect(ada.get_by_text(ENGLISH("person_is_blocked"))).to_be_visible()


async def test_new_message_does_not_scroll_a_reader_of_older_ones(visits: Visits, embedded: Boxcats) -> None:
    """Their own message does."""
    async with Person(embedded.url) as one, Person(embedded.url) as other:
        code = await start_game(one, other)
        ada, bo = await visits.open_as(one, f"/t/{code}"), await visits.open_as(other, f"/t/{code}")
        log = ada.get_by_role("log")
        for number in range(4):
            await write(bo, f"{number} " + "meow " * 30)
            await expect(log).to_contain_text(f"{number} meow")
        await expect(log.locator(".line").last).to_be_in_viewport()
        await log.evaluate("log => log.scrollTo({top: 0})")
        await write(bo, "Hello")
        await expect(log).to_contain_text("Hello")
        await wait_until_idle(ada)
        assert await log.evaluate("log => log.scrollTop") == 0
        await write(ada, "Purr")
        await expect(log.get_by_text("Purr")).to_be_in_viewport()


async def test_message_without_a_connection_is_pending(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as one, Person(embedded.url) as other:
        code = await start_game(one, other, terms={"visibility": "link"})
        sockets: list[WebSocketRoute] = []
        is_lost = True

        async def connect(socket: WebSocketRoute) -> None:
            """Connects the page to a server that gets nothing of it while the connection is lost."""
            server = socket.connect_to_server()
            socket.on_message(lambda text: None if is_lost and '"say"' in str(text) else server.send(text))
            sockets.append(socket)

        page = await visits.open_as(one, "/rules")
        await page.route_web_socket("**/ws**", connect)
        await page.goto(f"/t/{code}")
        await write(page, "Hello?")
        log = page.get_by_role("log")
        await expect(log.get_by_text(ENGLISH("chat_pending"))).to_be_visible()
        await expect(log).to_contain_text("Hello?")
        await expect(log).not_to_contain_text(ENGLISH("chat_empty"))
        is_lost = False
        await sockets[0].close()
        await expect(log).to_contain_text("Hello?")
        await expect(log.get_by_text(ENGLISH("chat_pending"))).to_have_count(0)


async def test_draft_stays_when_the_game_starts_and_while_the_chat_is_closed(
    visits: Visits, embedded: Boxcats
) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        for person in (ada, bo):
            await person.start_session()
        code = (await ada.create_table(2))["code"]
        await bo.sit(code, 1)
        await bo.ready(code)
        page = await visits.open_as(bo, f"/t/{code}", size=WIDE)
        draft = page.get_by_label(ENGLISH("chat_write"))
        await draft.fill("Good lu")
        await ada.start(code)
        await connected(page)
        await expect(draft).to_have_value("Good lu")
        await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        for _ in range(2):
            await page.get_by_role("button", name=ENGLISH("chat_title"), exact=True).click()
            await expect(page.get_by_role("dialog").get_by_label(ENGLISH("chat_write"))).to_have_value(
                "Good lu"
            )
            await page.keyboard.press("Escape")
            await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_log_keeps_its_room_beside_the_quick_phrases(visits: Visits) -> None:
    page = await visits.open("/", size=WIDE)
    await play_now(page, game="game_cat_box_lite")
    await page.get_by_text(ENGLISH("chat_phrases")).click()
    await expect(page.get_by_role("button", name=ENGLISH("phrase_hello"))).to_be_visible()
    log = page.get_by_role("list", name=ENGLISH("cat_log"))
    assert await log.evaluate("log => log.clientHeight > innerHeight / 4")


async def test_switch_of_the_chat_has_room_around_its_text(visits: Visits) -> None:
    """Under the mouse its edge appears; its text is in line with the messages above."""
    async with Person(visits.url) as ada:
        await ada.start_session("Ada")
        page = await visits.open_as(ada, f"/t/{(await ada.create_table())['code']}")
        switch = page.get_by_role("button", name=ENGLISH("chat_close"))
        await switch.hover()
        await wait_until_idle(page)
        assert await switch.evaluate(ROOM) >= 4
        reactions = await page.get_by_role("group", name=ENGLISH("chat_react")).bounding_box()
        assert reactions
        assert await switch.evaluate(TEXT_LEFT) == pytest.approx(reactions["x"], abs=4)
