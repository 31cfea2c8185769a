"""The rematch: every player is asked, and all pages move to the next table."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Request, expect

from tests.app.games import next_table
from tests.app.people import Person, play_out, start_game
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.context_pool import EMPTY
from tests.e2e.frames import Frames
from tests.e2e.page_checks import accessibility_violations, untranslated
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import until, wait_until_idle

LOW = {"width": 360, "height": 480}


@pytest.fixture
async def people(embedded: Boxcats) -> AsyncIterator[list[Person]]:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        yield [ada, bo]


async def finished(people: list[Person], **table: Any) -> str:
    """Plays a whole game over the protocol, without a browser, and returns its code."""
    code = await start_game(*people, **table)
    await people[0].request("PATCH", "/me", {"name": "Ada"})
    await play_out(*[await person.open_page(code) for person in people])
    return code


async def test_all_pages_move_to_the_next_game(visits: Visits, people: list[Person]) -> None:
    """No page sends an HTTP request or reloads."""
    code = await finished(people)
    ada, bo = [await visits.open_as(person, f"/t/{code}") for person in people]
    eve = await visits.open(f"/t/{code}", size=PHONE)
    await expect(eve.get_by_role("button", name=ENGLISH("after_rematch"))).to_be_visible()
    asked: list[str] = []

    def note(request: Request) -> None:
        loads = request.resource_type in ("document", "fetch")  # not the tab's icon
        if loads and not request.url.endswith("/api/turns"):  # polled by every page
            asked.append(request.url)

    for page in (ada, bo, eve):
        await expect(page.get_by_role("heading", name=ENGLISH("cat_result"))).to_be_visible()
        await wait_until_idle(page)
        page.on("request", note)
    await ada.get_by_role("dialog").get_by_role("button", name=ENGLISH("rematch_yes")).click()
    await expect(bo.get_by_role("dialog").get_by_text(ENGLISH("rematch_agreed"))).to_be_visible()
    await bo.get_by_role("dialog").get_by_role("button", name=ENGLISH("rematch_yes")).click()
    await expect(ada).not_to_have_url(f"{visits.url}/t/{code}")
    for page in (ada, bo, eve):
        await expect(page.get_by_role("heading", name=ENGLISH("cat_result"))).to_have_count(0)
        await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
        await expect(page).to_have_url(ada.url)
    assert asked == []
    await save_screenshot(eve, "looking-on-phone")
    await ada.get_by_role("button", name=ENGLISH("spectator_list_count", count=1)).click()
    await expect(ada.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    await ada.reload()
    await expect(ada.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    # the old link shows the result and a link to the next game
    friend = await visits.open(f"/t/{code}")
    for page in (bo, friend):
        await page.goto(f"/t/{code}")
        await expect(page.get_by_role("heading", name=ENGLISH("cat_result"))).to_be_visible()
    await expect(friend.get_by_text(ENGLISH("after_next"))).to_be_visible()
    await wait_until_idle(friend)
    await expect(friend).to_have_url(f"{visits.url}/t/{code}")
    await save_screenshot(friend, "playing-on")
    await friend.get_by_role("dialog").get_by_role("link", name=ENGLISH("rematch_join")).click()
    await expect(friend).to_have_url(ada.url)


async def test_player_who_has_left_is_marked_beside_the_answer(visits: Visits, people: list[Person]) -> None:
    code = await start_game(*people)
    connections = [await person.open_page(code) for person in people]
    await play_out(*connections)
    ada = await visits.open_as(people[0], f"/t/{code}", size=PHONE)
    answers = (
        ada.get_by_role("dialog").get_by_role("listitem").filter(has_text=ENGLISH("rematch_not_answered"))
    )
    await expect(answers).to_have_count(1)
    await connections[1].close()
    await expect(answers).to_contain_text(ENGLISH("seat_offline"))
    await save_screenshot(ada, "rematch-left")
    await people[1].open_page(code)
    await expect(answers).not_to_contain_text(ENGLISH("seat_offline"))


async def test_bar_of_a_finished_game_has_the_wish_of_others(visits: Visits, people: list[Person]) -> None:
    """While the result is closed, too; in a small window the own answer shows who is waited for."""
    code = await finished(people, game="cat-box-lite")
    ada = await visits.open_as(people[0], f"/t/{code}", size=PHONE)
    bo = await visits.open_as(people[1], f"/t/{code}", size=LOW)
    bar = ada.get_by_role("region", name=ENGLISH("lite_over"))
    await ada.get_by_role("dialog").get_by_role("button", name=ENGLISH("close")).last.click()
    await expect(ada.get_by_role("dialog")).to_have_count(0)
    await expect(bar.get_by_role("status")).to_have_text("")
    agree = bo.get_by_role("dialog").get_by_role("button", name=ENGLISH("rematch_yes"))
    await agree.evaluate("button => button.scrollIntoView({block: 'end'})")  # the rest is hidden
    await agree.click()
    seats = (await people[0].request("GET", f"/tables/{code}"))["seats"]
    awaited = ENGLISH("rematch_waiting", names=seats[0]["name"])
    for text in (awaited, ENGLISH("rematch_left"), ENGLISH("rematch_not_answered")):
        await expect(bo.get_by_role("dialog").get_by_text(text)).to_be_in_viewport()
    await expect(bar.get_by_role("status")).to_have_text(
        ENGLISH("rematch_wanted plural=one", names=seats[1]["name"])
    )
    await save_screenshot(ada, "again-wanted-phone")
    await bo.keyboard.press("Escape")
    other = bo.get_by_role("region", name=ENGLISH("lite_over"))
    await expect(other.get_by_role("status")).to_have_text(awaited)


async def test_back_leads_to_the_present_game(visits: Visits, people: list[Person]) -> None:
    """Not to the one before, under the address of the present one."""
    code = await start_game(people[0], seats=2, bots="random")
    await play_out(await people[0].open_page(code))
    page = await visits.open_as(people[0], f"/t/{code}")
    await page.get_by_role("dialog").get_by_role("button", name=ENGLISH("rematch_yes")).click()
    await expect(page).not_to_have_url(f"{visits.url}/t/{code}")
    present = page.url
    await page.get_by_role("link", name=ENGLISH("cat_home")).click()
    await expect(page).to_have_url(f"{visits.url}/")
    await page.go_back()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    await expect(page.get_by_role("heading", name=ENGLISH("cat_result"))).to_have_count(0)
    await expect(page).to_have_url(present)


async def test_agreement_is_repeated_while_the_result_is_closed(visits: Visits, people: list[Person]) -> None:
    """The server stops waiting for players who have left only when it is asked again."""
    code = await finished(people)
    page = await visits.open_as(people[0], EMPTY)
    await page.clock.install()
    answers: list[str] = []

    def note(frame: str | bytes) -> None:
        if '"type":"again"' in (text := str(frame)):
            answers.append(text)

    async def is_repeated() -> bool:
        return len(answers) == 2

    page.on("websocket", lambda socket: socket.on("framesent", note))
    frames = Frames(page)
    await page.goto(f"/t/{code}")
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name=ENGLISH("rematch_yes")).click()
    await expect(dialog.get_by_role("button", name=ENGLISH("rematch_yes"), pressed=True)).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await until(frames.is_answered)  # else the connection would time out
    await page.clock.fast_forward(31_000)
    await until(is_repeated)


async def test_rematch_at_a_closed_table_moves_only_its_players(visits: Visits, people: list[Person]) -> None:
    """The table does not admit spectators; its players still get a link to the next game."""
    code = await start_game(*people, terms={"watching": "nobody"})
    connections = [await person.open_page(code) for person in people]
    await play_out(*connections)
    for connection in connections:
        await connection.answer_rematch()
    await connections[0].wait_for_table(await next_table(connections[0]))
    page = await visits.open_as(people[1], f"/t/{code}")
    await page.get_by_role("dialog").get_by_role("link", name=ENGLISH("rematch_join")).click()
    await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()


async def test_player_who_declined_gets_no_link_to_a_closed_table(
    visits: Visits, people: list[Person]
) -> None:
    async with Person(visits.url) as cy:
        three = [*people, cy]
        code = await start_game(*three, terms={"watching": "nobody"})
        connections = [await person.open_page(code) for person in three]
        await play_out(*connections)
        await connections[2].answer_rematch(yes=False)
        for connection in connections[:2]:
            await connection.answer_rematch()
        await connections[0].wait_for_table(await next_table(connections[0]))
        page = await visits.open_as(cy, f"/t/{code}")
        await expect(page.get_by_text(ENGLISH("rematch_elsewhere"))).to_be_visible()
        await expect(page.get_by_role("link", name=ENGLISH("after_replay")).first).to_be_attached()
        await expect(page.get_by_role("link", name=ENGLISH("rematch_join"))).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES[1:])  # in English nothing can be untranslated
async def test_player_who_declines_stays(visits: Visits, people: list[Person], language: str) -> None:
    translate = catalogue(language)
    code = await finished(people)
    other = await people[1].open_page(code)
    page = await visits.open_as(people[0], f"/t/{code}", size=PHONE, locale=language)
    await page.get_by_role("dialog").get_by_role("button", name=translate("rematch_no")).click()
    await expect(
        page.get_by_role("dialog").get_by_role("button", name=translate("rematch_no"))
    ).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("dialog").get_by_text(translate("rematch_without"))).to_be_visible()
    await expect(page.get_by_role("dialog").get_by_text(translate("rematch_hint"))).to_have_count(0)
    answers = page.get_by_role("region", name=translate("rematch_ask")).get_by_role("listitem")
    await expect(answers).to_have_text([translate("rematch_not_answered")])
    await save_screenshot(page, f"again-phone-{language}")
    await (
        page.get_by_role("dialog")
        .get_by_role("button", name=translate("rematch_no"))
        .scroll_into_view_if_needed()
    )
    await save_screenshot(page, f"again-asked-phone-{language}")
    assert await untranslated(page, language) == []
    assert await accessibility_violations(page) == []
    await other.answer_rematch()
    await expect(
        page.get_by_role("dialog").get_by_role("link", name=translate("rematch_join"))
    ).to_be_visible()
    await expect(page).to_have_url(f"{visits.url}/t/{code}")
    await save_screenshot(page, f"again-gone-phone-{language}")
