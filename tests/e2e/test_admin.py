"""The administrators' page: who may open it, and how a report is handled."""

import asyncio
import json
import sqlite3

from playwright.async_api import expect

from tests.app.people import Person
from tests.app.personal_data import BROWSER_STATE
from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH


def appoint(server: Boxcats, name: str) -> None:
    with sqlite3.connect(server.folder / "boxcats.sqlite3") as database:
        database.execute("INSERT INTO admins SELECT id FROM players WHERE name = ?", (name,))


def forget_confirmation(server: Boxcats, name: str) -> None:
    with sqlite3.connect(server.folder / "boxcats.sqlite3") as database:
        own = "player_id = (SELECT id FROM players WHERE name = ?)"
        database.execute(f"UPDATE sessions SET confirmed_at = NULL WHERE {own}", (name,))


async def test_report_is_handled_by_an_administrator(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as boss, Person(embedded.url) as bo:
        await boss.start_session("Boss Cat")
        await bo.start_session("Bo")
        code = (await boss.create_table())["code"]
        await bo.sit(code, 1)
        await boss.request("POST", "/reports", {"table": code, "seat": 1, "words": "shouts all evening"})
        page = await visits.open_as(boss, "/admin", size=PHONE)
        await expect(page.get_by_role("alert")).to_have_text(ENGLISH("error_not_admin"))
        visits.ignore_errors("403")
        await asyncio.to_thread(appoint, embedded, "Boss Cat")
        await page.goto("/account")
        await page.get_by_role("link", name=ENGLISH("admin_title")).click()
        await expect(page.get_by_text("shouts all evening")).to_be_visible()
        assert await accessibility_violations(page) == []
        report = page.get_by_role("group").filter(has_text="shouts all evening")
        await report.get_by_label(ENGLISH("admin_ban_why")).fill("we are kind here")
        await report.get_by_role("button", name=ENGLISH("admin_mute")).click()
        await expect(page.get_by_role("button", name=ENGLISH("admin_lift"))).to_be_visible()
        await save_screenshot(page, "admin-phone")
        await page.get_by_role("button", name=ENGLISH("admin_lift")).click()
        await expect(page.get_by_text(ENGLISH("admin_no_bans"))).to_be_visible()


async def test_second_administrator_sees_what_the_first_one_did(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as one, Person(embedded.url) as two, Person(embedded.url) as bo:
        for person, name in ((one, "First Cat"), (two, "Second Cat"), (bo, "Bo")):
            await person.start_session(name)
        for name in ("First Cat", "Second Cat"):
            await asyncio.to_thread(appoint, embedded, name)
        code = (await one.create_table())["code"]
        await bo.sit(code, 1)
        await one.request("POST", "/reports", {"table": code, "seat": 1, "words": "sings off key"})
        pages = [await visits.open_as(person, "/admin") for person in (one, two)]
        for page in pages:
            await expect(page.get_by_text("sings off key")).to_be_visible()
        for page in pages:
            report = page.get_by_role("group").filter(has_text="sings off key")
            await report.get_by_label(ENGLISH("admin_ban_why")).fill("solved")
            await report.get_by_role("button", name=ENGLISH("admin_settle")).click()
            await expect(report.get_by_role("button", name=ENGLISH("admin_settle"))).to_have_count(0)
            await expect(report).to_contain_text(ENGLISH("admin_settled"))
        visits.ignore_errors("404")
        await expect(pages[1].get_by_role("alert")).to_have_text(ENGLISH("admin_outdated"))
        await expect(pages[0].get_by_role("alert")).to_have_count(0)


async def test_banned_player_sees_why_and_no_promise_to_retry(visits: Visits, embedded: Boxcats) -> None:
    visits.ignore_errors("403")
    async with Person(embedded.url) as boss, Person(embedded.url) as bo:
        await boss.start_session("Calm Cat")
        await bo.start_session()
        await bo.request("POST", "/account", {"name": "Loud Cat", "password": "whiskers on kittens"})
        await asyncio.to_thread(appoint, embedded, "Calm Cat")
        ban = {"account": "Loud Cat", "muted": False, "why": "loud"}
        await boss.request("POST", "/admin/bans", ban)
        for path in ("/", "/lobby"):
            page = await visits.open_as(bo, path)
            await expect(page.get_by_role("alert")).to_have_text(ENGLISH("error_banned"))
            for promise in ("connection_waiting", "connection_connecting"):
                await expect(page.get_by_text(ENGLISH(promise))).to_have_count(0)
        overview = await boss.request("GET", "/admin")
        [number] = [one["id"] for one in overview["bans"] if one["about"] == "Loud Cat"]
        await boss.request("POST", f"/admin/bans/{number}/lift", {"why": "quiet again"})
        await page.get_by_role("button", name=ENGLISH("connection_reconnect")).click()
        await expect(page.get_by_role("alert")).to_have_count(0)
        await expect(page.get_by_role("button", name=ENGLISH("match_go"))).to_be_enabled()


async def test_many_reports_leave_the_page_short(visits: Visits, embedded: Boxcats) -> None:
    """Who uses a keyboard passes one stop of each report on the way to what follows them."""
    async with Person(embedded.url) as boss, Person(embedded.url) as bo:
        await boss.start_session("Busy Cat")
        await bo.start_session("Bo")
        await asyncio.to_thread(appoint, embedded, "Busy Cat")
        code = (await boss.create_table())["code"]
        await bo.sit(code, 1)
        for reporter in (boss, bo):
            for _ in range(4):
                await reporter.request("POST", "/reports", {"table": code, "seat": 0, "words": "purrs"})
        page = await visits.open_as(boss, "/admin")
        reports = page.get_by_role("region", name=ENGLISH("admin_reports")).get_by_role("group")
        last = reports.filter(has_text="purrs").nth(7)
        why = last.get_by_label(ENGLISH("admin_ban_why"))
        await expect(last).to_be_visible()
        await expect(why).to_be_hidden()
        await last.locator("summary").press("Enter")
        await expect(why).to_be_visible()


async def test_download_of_attached_data_asks_for_the_password(visits: Visits, embedded: Boxcats) -> None:
    """And says why there is no file if the dialog is closed."""
    name, password = "Curious Cat", "whiskers on kittens"
    async with Person(embedded.url) as boss:
        await boss.start_session()
        await boss.request("POST", "/account", {"name": name, "password": password})
        await asyncio.to_thread(appoint, embedded, name)
        code = (await boss.create_table())["code"]
        problem = {"table": code, "words": "upside down", "page": BROWSER_STATE}
        await boss.request("POST", "/problems", problem)
        page = await visits.open_as(boss, "/admin")
        report = page.get_by_role("group").filter(has_text=code)
        await expect(report).to_be_visible()
        await asyncio.to_thread(forget_confirmation, embedded, name)
        visits.ignore_errors("status of 403")
        save = report.get_by_role("button", name=ENGLISH("admin_problem_file"))
        await save.click()
        dialog = page.get_by_role("dialog", name=ENGLISH("confirm_title"))
        await expect(dialog).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(report.get_by_role("alert")).to_have_text(ENGLISH("error_password_needed"))
        await save.click()
        await dialog.get_by_label(ENGLISH("account_password"), exact=True).fill(password)
        async with page.expect_download() as saving:
            await dialog.get_by_role("button", name=ENGLISH("confirm_go")).click()
        saved = await saving.value
        assert saved.suggested_filename.startswith("problem-")
        attached = json.loads((await saved.path()).read_text("utf-8"))
        assert attached["page"] == BROWSER_STATE
        await expect(report.get_by_role("alert")).to_have_count(0)
