"""The page of quiet hours and vacations."""

from asyncio import Event
from datetime import date, timedelta

import pytest
from playwright.async_api import Route, expect

from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.page_checks import accessibility_violations, untranslated
from tests.e2e.tables import ENGLISH
from tests.e2e.texts import LANGUAGES, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
async def test_quiet_hours_and_vacations(visits: Visits, language: str) -> None:
    translate = catalogue(language)
    page = await visits.open("/days", size=PHONE, locale=language, timezone_id="Asia/Tokyo")
    zone = page.get_by_label(translate("days_zone"))
    await expect(zone).to_have_value("Asia/Tokyo")
    await page.get_by_role("button", name=translate("save"), exact=True).click()
    await expect(page.get_by_role("status").get_by_text(translate("days_saved"))).to_be_in_viewport()
    await expect(page.get_by_role("button", name=translate("save"))).to_be_focused()
    today = await page.get_by_label(translate("days_first")).get_attribute("min") or ""
    day = str(date.fromisoformat(today) + timedelta(days=1))  # midnight may come at any time
    for label in ("days_first", "days_last"):
        await page.get_by_label(translate(label)).fill(day)
    await page.get_by_role("button", name=translate("days_add")).click()
    left = 13 if day[:4] == today[:4] else 14  # of this year, which may end at midnight
    await expect(page.get_by_text(translate("days_left", count=left))).to_be_visible()
    await save_screenshot(page, f"days-{language}")
    assert await untranslated(page, language) == []
    assert await accessibility_violations(page) == []
    await page.get_by_role("button", name=translate("days_end")).click()
    await expect(page.get_by_text(translate("days_none"))).to_be_visible()
    await expect(page.get_by_text(translate("days_left", count=left + 1))).to_be_focused()


async def test_refused_vacation_keeps_its_dates(visits: Visits) -> None:
    visits.ignore_errors("409")
    page = await visits.open("/days", size=PHONE)
    fields = [page.get_by_label(ENGLISH(label)) for label in ("days_first", "days_last")]
    today = await fields[0].get_attribute("min") or ""
    day = str(date.fromisoformat(today) + timedelta(days=1))  # midnight may come at any time
    for kept in ("", day):  # the second one is refused, because it overlaps the first
        for field in fields:
            await field.fill(day)
        await page.get_by_role("button", name=ENGLISH("days_add")).click()
        answer = ENGLISH("error_too_many_days_off" if kept else "days_saved")
        await expect(page.get_by_role("status").get_by_text(answer)).to_be_visible()
        for field in fields:
            await expect(field).to_have_value(kept)


async def test_change_waits_for_the_answer_to_the_one_before(visits: Visits) -> None:
    """An older list does not replace a newer one, and each answer is beside its part."""
    answered = Event()

    async def answer_late(route: Route) -> None:
        response = await route.fetch()
        await answered.wait()
        await route.fulfill(response=response)

    page = await visits.open("/days")
    for label in ("days_first", "days_last"):
        field = page.get_by_label(ENGLISH(label))
        await field.fill(str(date.fromisoformat(await field.get_attribute("min") or "") + timedelta(days=1)))
    await page.route("**/api/me/days", answer_late, times=1)
    async with page.expect_request("**/api/me/days"):
        await page.get_by_role("button", name=ENGLISH("save"), exact=True).click()
    await page.get_by_role("button", name=ENGLISH("days_add")).click()
    await page.wait_for_timeout(300)  # in which a second request would be answered
    answered.set()
    await expect(page.get_by_role("button", name=ENGLISH("days_end"))).to_be_visible()
    vacations = page.get_by_role("region", name=ENGLISH("days_vacation"))
    await expect(vacations.get_by_role("status")).to_have_text(ENGLISH("days_saved"))
    await expect(page.get_by_text(ENGLISH("days_none"))).to_have_count(0)


async def test_page_is_loaded_again_after_a_lost_response(visits: Visits) -> None:
    page = await visits.open("/")
    visits.ignore_errors("net::ERR_FAILED")
    await page.route("**/api/me/days", lambda route: route.abort(), times=1)
    await page.goto("/days")
    await page.get_by_role("button", name=ENGLISH("try_again")).click()
    await expect(page.get_by_label(ENGLISH("days_zone"))).to_be_visible()
