"""Timekeeping in the browser: clocks, absent players, pauses."""

from collections.abc import AsyncIterator
from socket import socket

import pytest
from playwright.async_api import Locator, Page, expect

from app.settings import Settings
from app.tables.timekeeping.absence import Absence
from tests.app.local_server import Running
from tests.app.people import Page as Connection
from tests.app.people import Person, start_game
from tests.app.timekeeping import wait_for_presence, wait_for_version
from tests.e2e.browsing import PHONE, WIDE, Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import accessibility_violations, small_targets, untranslated
from tests.e2e.tables import ENGLISH
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import resize, wait_until_idle
from tests.services import MakeDatabase

NAMES = ("Ada", "Bo", "Cy")
PAGE_HIDDEN = "Object.defineProperty(document, 'visibilityState', {value: 'hidden', writable: true})"
PAGE_SHOWN = "document.visibilityState = 'visible'; document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
async def server(
    new_sqlite: MakeDatabase, listener: socket, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Running]:
    """A server that counts players as absent after 1.5 s."""
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 1.5)
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, bot_pause=0)
    async with Running(settings, listener) as server:
        yield server


@pytest.fixture
async def visits(contexts: ContextPool, server: Running) -> AsyncIterator[Visits]:
    """Visitors of this file's server."""
    async with Visits(contexts, server.url) as visits:
        yield visits
        visits.ignore_errors("AudioContext")  # a turn begins on a page without user interaction yet


@pytest.fixture
async def people(visits: Visits) -> AsyncIterator[list[Person]]:
    async with Person(visits.url) as ada, Person(visits.url) as bo, Person(visits.url) as cy:
        for person, name in zip((ada, bo, cy), NAMES, strict=True):
            await person.start_session(name)
        yield [ada, bo, cy]


def mark_of(page: Page) -> Locator:
    """Returns the status mark of the only seat that has one."""
    return page.locator(".player .said")


async def overlap(upper: Locator, lower: Locator) -> float:
    """Returns by how many pixels `upper` covers `lower` vertically."""
    await wait_until_idle(upper.page)
    above, below = await upper.bounding_box(), await lower.bounding_box()
    assert above
    assert below
    return max(0, above["y"] + above["height"] - below["y"])


async def press(page: Page, key: str) -> None:
    await page.get_by_role("button", name=ENGLISH(key)).click()


async def test_caretaker_plays_until_the_player_returns(
    server: Running, visits: Visits, people: list[Person]
) -> None:
    code = await start_game(*people)
    ada, bo, cy = [await visits.open_as(person, f"/t/{code}") for person in people]
    await resize(ada, PHONE)
    await wait_for_presence(server, code, len(people))
    for page in (ada, bo, cy):
        await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
        await expect(mark_of(page)).to_have_count(0)  # nobody is absent any more
    await cy.goto("/rules")
    for page in (ada, bo):
        await expect(page.get_by_text(ENGLISH("time_is_away", name="Cy"))).to_be_visible()
    await press(ada, "time_decide_again")
    await save_screenshot(ada, "away-phone")
    assert await accessibility_violations(ada) == []
    await press(ada, "time_wait")
    await expect(ada.get_by_role("list", name=ENGLISH("cat_players"))).to_be_visible()
    await save_screenshot(ada, "away-folded-phone")
    assert await overlap(ada.locator(".notices .card"), ada.locator(".player").first) == 0
    await press(ada, "time_decide_again")
    await press(ada, "time_caretaker")
    her_vote = ENGLISH("time_you_voted", wish=ENGLISH.texts["time_caretaker"])
    await expect(ada.locator(".notices .folded")).to_contain_text(her_vote)
    await expect(bo.locator(".notices .folded button")).to_contain_text("(1)")
    await press(bo, "time_decide_again")
    await expect(bo.get_by_role("button", name=ENGLISH("time_caretaker"))).to_contain_text("Ada")
    await save_screenshot(bo, "away-wide")
    await press(bo, "time_caretaker")
    for page in (ada, bo):
        await expect(page.get_by_text(ENGLISH("time_is_away", name="Cy"))).to_have_count(0)
        await expect(mark_of(page)).to_have_text(ENGLISH("seat_caretaker"))
    await expect(bo.get_by_role("list", name=ENGLISH("cat_log"))).to_contain_text(ENGLISH("by_substitute"))
    await cy.goto(f"/t/{code}")  # returning is enough
    for page in (ada, bo, cy):
        await expect(mark_of(page)).to_have_count(0)
    notice_card = cy.locator(".notices .card")
    await expect(notice_card).to_have_text(ENGLISH("substitute_moves plural=one", count=1))
    await notice_card.get_by_role("button").click()
    await expect(cy.get_by_role("dialog")).to_contain_text(ENGLISH("move_set_aside"))
    await save_screenshot(cy, "meanwhile-wide")
    assert await accessibility_violations(cy) == []
    await press(cy, "substitute_dismiss")
    await expect(notice_card).to_have_count(0)
    for page in (ada, bo, cy):
        await expect(page.locator(".player .substituted")).to_have_count(1)


async def test_refused_vote_is_explained_where_it_was_given(
    server: Running, visits: Visits, people: list[Person]
) -> None:
    code = await start_game(*people)
    ada = await visits.open_as(people[0], f"/t/{code}", size=PHONE)
    await expect(ada.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    await press(ada, "time_decide_again")
    dialog = ada.get_by_role("dialog")
    await expect(dialog.get_by_role("region")).to_have_count(2)  # Bo and Cy are away: it stays open
    visits.ignore_errors("409")
    await ada.route("**/votes", lambda route: route.fulfill(status=409, json={"code": "not_away"}))
    await dialog.get_by_role("button", name=ENGLISH("time_caretaker")).first.click()
    await expect(dialog.get_by_role("alert")).to_have_text(ENGLISH("error_not_away"))
    await ada.keyboard.press("Escape")
    await expect(ada.get_by_role("alert")).to_have_text(ENGLISH("error_not_away"))


SIZES = {"wide": WIDE, "phone": {"width": 360, "height": 640}}


@pytest.mark.parametrize("game", ["cat-in-the-box", "cat-box-lite"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_panel_about_a_lost_connection_covers_no_seat(
    server: Running,
    visits: Visits,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    game: str,
) -> None:
    """A faint mark appears first, then a panel that leaves all seats visible."""
    monkeypatch.setattr(Absence, "DISCONNECTED_AFTER_S", 0.5)
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 3600.0)
    translate = catalogue(language)
    terms = {"visibility": "public", "clock": "relaxed"}
    code = await start_game(*people, game=game, terms=terms)
    pages = {
        name: await visits.open_as(person, f"/t/{code}", size=size, locale=language)
        for person, (name, size) in zip(people, SIZES.items(), strict=False)
    }
    cy = await visits.open_as(people[2], f"/t/{code}")
    await wait_for_presence(server, code, len(people))
    await cy.goto("/rules")
    for name, page in pages.items():
        await expect(page.locator(".said.faint")).to_have_count(1)  # the others are connected again
        await expect(page.locator(".said.faint")).to_have_text(translate("seat_offline"))
        await expect(page.get_by_text(translate("seat_offline_of", name="Cy"))).to_be_attached()
        await expect(page.locator(".notices .card")).to_have_count(0)
        await save_screenshot(page, f"offline-{game}-{name}-{language}")
    boards = {name: await page.locator("main").bounding_box() for name, page in pages.items()}
    monkeypatch.setattr(Absence, "AWAY_AFTER_S", 0.5)
    server.tables.timekeeping.table_status.on_gap()  # determines the absent players again
    for name, page in pages.items():
        card, board = page.locator(".notices .card"), boards[name]
        await expect(card).to_be_visible()
        await expect(page.locator(".said")).to_have_text(translate("seat_away"))
        assert await covered(page) == []
        reason = card.locator("p")
        assert not await is_cut(reason)
        await reason.evaluate("(p, text) => p.textContent = text", translate("time_is_late", name="Cy"))
        assert not await is_cut(reason), "the longest one"
        assert await page.locator("main").bounding_box() == board, "a click may be under way"
        await page.get_by_role("button", name=translate("time_decide_again")).click()
        await expect(page.get_by_text(translate("rated_end_hint"))).to_be_visible()
        assert await page.locator("main").bounding_box() == board
        await save_screenshot(page, f"panel-{game}-{name}-{language}")
        assert await untranslated(page, language) == []
        assert await accessibility_violations(page) == []


COVERED = """() => {
    const over = (a, b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const panels = [...document.querySelectorAll('.notices .card')].map(one => one.getBoundingClientRect());
    const seats = [...document.querySelectorAll('.player, .others > li, .mine')];
    if (!panels.length || !seats.length) return ['nothing to look at'];
    return seats.filter(seat => panels.some(panel => over(panel, seat.getBoundingClientRect())))
        .map(seat => seat.textContent);
}"""


async def is_cut(text: Locator) -> bool:
    cut: bool = await text.evaluate(
        "p => p.scrollHeight > p.clientHeight + 4 || p.scrollWidth > p.clientWidth"
    )
    return cut


async def covered(page: Page) -> list[str]:
    """Returns the texts of seats that a panel covers."""
    await wait_until_idle(page)
    found: list[str] = await page.evaluate(COVERED)
    return found


async def game_with_substitute(people: list[Person]) -> tuple[str, Connection]:
    """Starts a game of Ada and Bo in which a substitute plays for Bo; returns code and Ada's connection."""
    code = await start_game(*people[:2], terms={"clock": "relaxed"})
    await people[1].request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    connection = await people[0].open_page(code)
    while not any("caretaker" in marks for marks in connection.marks.values()):
        await connection.receive()
    return code, connection


@pytest.mark.parametrize("language", LANGUAGES)
async def test_notice_in_place_of_the_title_covers_no_revealed_cards(
    visits: Visits, people: list[Person], language: str
) -> None:
    code, _ = await game_with_substitute(people)
    bo = await visits.open_as(people[1], f"/t/{code}", locale=language)
    await expect(bo.locator(".notices .folded button")).to_be_visible()
    for size in ({"width": 1120, "height": 700}, WIDE):
        await resize(bo, size)
        await save_screenshot(bo, f"notice-{size['width']}-{language}")
        notice, cards = [await bo.locator(part).bounding_box() for part in (".notices .folded", ".revealed")]
        assert notice is not None
        assert cards is not None
        assert notice["x"] + notice["width"] <= cards["x"], size


@pytest.mark.parametrize("language", LANGUAGES)
async def test_caretaker_moves_take_no_room_of_the_hand(
    visits: Visits, people: list[Person], language: str
) -> None:
    translate = catalogue(language)
    code, _ = await game_with_substitute(people)
    bo = await visits.open_as(people[1], f"/t/{code}", size=PHONE, locale=language)
    button = bo.locator(".notices .folded button")
    await expect(button).to_be_visible()
    await save_screenshot(bo, f"meanwhile-phone-{language}")
    assert await covered(bo) == []
    assert await button.evaluate("one => one.scrollWidth <= one.clientWidth"), "its text is cut"
    assert await small_targets(bo) == []
    hand = bo.get_by_label(translate("cat_hand"), exact=True)
    assert await hand.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")


async def test_caretaker_moves_stay_closed_after_a_return(visits: Visits, people: list[Person]) -> None:
    code, connection = await game_with_substitute(people)
    bo = await visits.open_as(people[1], f"/t/{code}")
    line = bo.get_by_role("button", name=ENGLISH("substitute_moves plural=one", count=1))
    await line.click()
    await press(bo, "substitute_dismiss")
    await expect(line).to_have_count(0)
    await people[1].request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    await press(bo, "time_take_back")
    await expect(bo.get_by_role("button", name=ENGLISH("time_take_back"))).to_have_count(0)
    await connection.play_legal_move()
    await expect(bo.get_by_role("list", name=ENGLISH("cat_log"))).to_contain_text("Ada discarded")
    await wait_until_idle(bo)
    await expect(line).to_have_count(0)


async def test_caretaker_moves_are_listed_until_the_next_move(visits: Visits, people: list[Person]) -> None:
    """The list follows from the log, so it survives a reload."""
    code, connection = await game_with_substitute(people)
    bo = await visits.open_as(people[1], f"/t/{code}", size=PHONE)
    notice_card = bo.locator(".notices .card").filter(
        has_text=ENGLISH("substitute_moves plural=one", count=1)
    )
    await expect(notice_card).to_be_visible()
    await bo.reload()
    await expect(notice_card).to_be_visible()
    await connection.play_legal_move()
    his_page = await people[1].open_page(code)
    await wait_for_version(his_page, connection.version)
    if his_page.turn is None:
        await connection.play_legal_move()  # she leads
    await his_page.play_legal_move()
    await expect(notice_card).to_have_count(0)


async def test_pause_of_a_rated_game_counts_down(visits: Visits, people: list[Person]) -> None:
    terms = {"visibility": "public", "clock": "relaxed"}
    code = await start_game(*people[:2], terms=terms)
    ada = await visits.open_as(people[0], f"/t/{code}", size=PHONE)
    await expect(ada.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    for person in people[:2]:
        await person.request("PUT", f"/tables/{code}/votes", {"about": None, "wish": "pause"})
    await expect(ada.get_by_role("timer")).to_contain_text("4:")
    await save_screenshot(ada, "pause-rated-phone")
    assert await covered(ada) == []
    assert await accessibility_violations(ada) == []


async def test_pause_stops_the_clocks(visits: Visits, people: list[Person]) -> None:
    code = await start_game(*people[:2], terms={"clock": "quick"})
    ada, bo = [await visits.open_as(person, f"/t/{code}") for person in people[:2]]
    await resize(ada, PHONE)
    await expect(ada.get_by_text(ENGLISH("time_left")).first).to_be_attached()
    await save_screenshot(ada, "clock-phone")
    await save_screenshot(bo, "clock-wide")
    await press(bo, "time_short")
    await save_screenshot(bo, "time-sheet")
    await bo.get_by_role("dialog").get_by_role("button", name=ENGLISH("time_pause")).click()
    await expect(ada.get_by_text(ENGLISH("time_wants_pause", names="Bo"))).to_be_visible()
    await press(ada, "time_agree")
    for page in (ada, bo):
        await expect(page.get_by_text(ENGLISH("time_paused"), exact=True)).to_be_visible()
        await expect(page.get_by_text(ENGLISH("time_left"))).to_have_count(0)
    await press(ada, "time_go_on")
    await press(bo, "time_agree")
    await expect(ada.get_by_text(ENGLISH("time_left")).first).to_be_attached()


async def test_player_who_left_can_return(visits: Visits, people: list[Person]) -> None:
    code = await start_game(*people[:2])
    ada = await visits.open_as(people[0], f"/t/{code}", size=PHONE)
    await press(ada, "cat_menu")
    await press(ada, "time_leave")
    await save_screenshot(ada, "leave-phone")
    assert await accessibility_violations(ada) == []
    await press(ada, "leave_for_good")
    await expect(ada).to_have_url(f"{visits.url}/")
    bo = await visits.open_as(people[1], f"/t/{code}")
    await expect(mark_of(bo)).to_have_text(ENGLISH("seat_caretaker"))
    await ada.go_back()
    await expect(mark_of(bo)).to_have_count(0)


async def test_present_player_takes_the_seat_back_by_a_tap(visits: Visits, people: list[Person]) -> None:
    code = await start_game(*people[:2])
    ada = await visits.open_as(people[0], f"/t/{code}")
    await expect(ada.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    await people[0].request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    await press(ada, "time_take_back")
    await expect(ada.get_by_text(ENGLISH("time_for_you"))).to_have_count(0)


async def test_hidden_page_does_not_take_the_seat_back(visits: Visits, people: list[Person]) -> None:
    code = await start_game(*people[:2])
    await people[0].request("PUT", f"/tables/{code}/caretaker", {"plays": True})
    ada = await visits.open_as(people[0], "/rules")
    await ada.add_init_script(PAGE_HIDDEN)
    await ada.goto(f"/t/{code}")
    await expect(ada.get_by_text(ENGLISH("time_for_you"))).to_be_visible()
    await ada.evaluate(PAGE_SHOWN)
    await expect(ada.get_by_text(ENGLISH("time_for_you"))).to_have_count(0)


async def test_record_of_an_abandoned_game_can_be_downloaded(visits: Visits, people: list[Person]) -> None:
    code = await start_game(*people[:2])
    ada = await visits.open_as(people[0], f"/t/{code}", size=PHONE)
    await press(ada, "time_decide_again")
    await press(ada, "time_end")
    await expect(ada.get_by_text(ENGLISH("abandoned"))).to_be_visible()
    await save_screenshot(ada, "abandoned-phone")
    async with ada.expect_download() as kept:
        await ada.get_by_role("link", name=ENGLISH("after_record")).click()
    file = await kept.value
    assert file.suggested_filename == f"boxcats-{code}.json"
    answer = await people[0].http.get(f"/api/tables/{code}/record")
    assert (await file.path()).read_bytes() == answer.content, "indented, a long one could not be imported"
    await ada.context.set_offline(offline=True)
    visits.ignore_errors("ERR_INTERNET_DISCONNECTED")
    await ada.get_by_role("link", name=ENGLISH("after_record")).click()
    await expect(ada.get_by_role("alert")).to_have_text(ENGLISH("error_offline"))
