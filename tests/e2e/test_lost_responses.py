"""Changes whose responses are lost or late: pages show what was done, and a second attempt finds it."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

from playwright.async_api import Locator, Page, Route, expect

from tests.app.people import Person, play_out, start_game
from tests.e2e.account import PASSWORD, Account
from tests.e2e.browsing import Visits
from tests.e2e.lost_responses import lose_response
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import wait_until_idle

NEW_PASSWORD = "ten lives at least"


async def lose(page: Page, path: str, button: Locator) -> None:
    """Presses the button; the response to its request is lost."""
    await page.route(path, lose_response, times=1)
    await button.click()
    await expect(page.get_by_role("main").get_by_text(ENGLISH("error_offline"))).to_be_visible()


async def test_second_attempt_after_a_lost_password_change_signs_in(visits: Visits) -> None:
    for sign in ("net::ERR_FAILED", "status of 401"):
        visits.ignore_errors(sign)
    page = await visits.open("/account")
    account = Account(page)
    await account.claim("Ada Changes")
    await account.press("account_codes", "account_codes_done")
    await account.open("account_signed_in", "account_change")
    for label, password in (
        ("account_present_password", PASSWORD),
        ("account_new_password", NEW_PASSWORD),
    ):
        await account.field("account_signed_in", label).fill(password)
    change = account.region("account_signed_in").get_by_role("button", name=ENGLISH("account_change"))
    await lose(page, "**/api/account/password", change)
    await expect(page.get_by_text(ENGLISH("account_change_unanswered"))).to_be_visible()
    await change.click()
    await expect(page.get_by_text(ENGLISH("account_changed"))).to_be_visible()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await account.press("account_signed_in", "account_sign_out")
    await account.sign_in("Ada Changes", NEW_PASSWORD)
    await account.is_signed_in("Ada Changes")


async def test_account_page_offers_codes_again_after_lost_new_ones(visits: Visits) -> None:
    """The old ones no longer work."""
    visits.ignore_errors("net::ERR_FAILED")
    page = await visits.open("/account")
    account = Account(page)
    await account.claim("Ada Renews")
    await account.press("account_codes", "account_codes_done")
    await account.open("account_signed_in", "account_codes_make")
    await account.field("account_signed_in", "account_password").fill(PASSWORD)
    make = account.region("account_signed_in").get_by_role("button", name=ENGLISH("account_codes_make"))
    await lose(page, "**/api/account/codes", make)
    await page.reload()
    await expect(page.get_by_text(ENGLISH("account_codes_missing"))).to_be_visible()


async def test_imported_game_is_listed_after_a_lost_response(visits: Visits) -> None:
    visits.ignore_errors("net::ERR_FAILED")
    async with Person(visits.url) as ada, Person(visits.url) as bo, Person(visits.url) as cy:
        code = await start_game(ada, bo)
        await play_out(await ada.open_page(code), await bo.open_page(code))
        record = await ada.record(code)
        await cy.start_session("Cy")
        page = await visits.open_as(cy, "/history?of=imported")
        await expect(page.get_by_text(ENGLISH("import_none"))).to_be_visible()
        await page.get_by_label(ENGLISH("import_paste")).fill(json.dumps(record))
        button = page.get_by_role("button", name=ENGLISH("import_do"))
        await lose(page, "**/api/imports", button)
        await button.click()
        await expect(page.get_by_text(ENGLISH("import_known"))).to_be_visible()
        games = page.get_by_role("list", name=ENGLISH("history_imported"))
        await expect(games.get_by_role("link")).to_have_count(1)


async def test_vacation_is_shown_after_a_lost_response(visits: Visits) -> None:
    visits.ignore_errors("net::ERR_FAILED")
    page = await visits.open("/days")
    first = datetime.now(UTC).date() + timedelta(days=30)
    for label, day in (("days_first", first), ("days_last", first + timedelta(days=2))):
        await page.get_by_label(ENGLISH(label)).fill(day.isoformat())
    vacations = page.get_by_role("region", name=ENGLISH("days_vacation"))
    await expect(vacations.get_by_text(ENGLISH("days_none"))).to_be_visible()
    await lose(page, "**/api/me/vacations", page.get_by_role("button", name=ENGLISH("days_add")))
    await expect(vacations.get_by_text(ENGLISH("days_none"))).to_have_count(0)


async def test_night_is_created_once_after_a_lost_response(visits: Visits) -> None:
    visits.ignore_errors("net::ERR_FAILED")
    async with Person(visits.url) as ada:
        await ada.start_session("Ada")
        page = await visits.open_as(ada, "/nights")
        await expect(page.get_by_role("region", name=ENGLISH("nights_public"))).to_be_visible()
        await lose(page, "**/api/nights", page.get_by_role("button", name=ENGLISH("nights_create")))
        mine = page.get_by_role("region", name=ENGLISH("nights_mine"))
        await expect(mine.get_by_role("link")).to_have_count(1)
        await page.get_by_role("button", name=ENGLISH("nights_create")).click()
        await expect(page.get_by_role("button", name=ENGLISH("night_join"), exact=True)).to_be_visible()
        assert len((await ada.request("GET", "/nights"))["mine"]) == 1


async def test_night_that_was_joined_without_a_response_shows_no_error(visits: Visits) -> None:
    """The page learns of it by its connection. The focus stays where the pressed button was."""
    visits.ignore_errors("net::ERR_FAILED")
    page = await visits.open("/nights")
    await page.get_by_role("button", name=ENGLISH("nights_create")).click()
    join = page.get_by_role("button", name=ENGLISH("night_join"), exact=True)
    leave = page.get_by_role("button", name=ENGLISH("night_leave"))
    await page.route("**/api/nights/*/join", lose_response, times=1)
    await join.press("Enter")
    await expect(leave).to_be_visible()
    await wait_until_idle(page)
    await expect(page.get_by_role("alert")).to_have_count(0)
    await leave.press("Enter")
    await expect(join).to_be_visible()
    await wait_until_idle(page)
    await page.keyboard.press("Tab")
    await expect(join).to_be_focused()


async def test_button_of_an_account_form_shows_that_a_response_is_awaited(visits: Visits) -> None:
    page = await visits.open("/account")
    account, answered = Account(page), asyncio.Event()

    async def answer_late(route: Route) -> None:
        await answered.wait()
        await route.continue_()

    await page.route("**/api/handover", answer_late)
    show = account.region("account_move").get_by_role("button")
    await expect(show).to_have_attribute("aria-disabled", "false")
    await show.press("Enter")
    await expect(show).to_have_attribute("aria-disabled", "true")
    await expect(show).to_be_focused()
    answered.set()
    await expect(show).to_have_attribute("aria-disabled", "false")
