"""The page shown while the server cannot be reached."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browsing import PHONE, Visits, save_screenshot
from tests.e2e.context_pool import ContextPool
from tests.e2e.page_checks import accessibility_violations, small_targets
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, at_home, play_now
from tests.e2e.texts import LANGUAGES, catalogue
from tests.e2e.waiting import wait_until_idle

SIGNS_OF_MISSING_PARTS = (
    "net::ERR_",
    "dynamically imported module",
    "Unable to preload CSS",
    "WebSocket connection to",
)
CONTROLLED = """async () => {
    await navigator.serviceWorker.ready;
    while (!(await navigator.serviceWorker.getRegistration()).active.state.includes('activated'))
        await new Promise(next => setTimeout(next, 20));
}"""


async def reload(page: Page) -> None:
    """Reloads; Playwright may report no response, because the service worker answers."""
    await page.evaluate("location.reload()")


@pytest.mark.matrix
async def test_page_recovers_when_the_server_returns(contexts: ContextPool) -> None:
    """Checks the page in each language while the server is down and after it returns."""
    with Boxcats() as server:
        async with Visits(contexts, server.url) as visits:
            for sign in ("net::ERR_", "status of 503", "WebSocket connection to"):
                visits.ignore_errors(sign)
            options: dict[str, Any] = {"size": PHONE, "service_workers": "allow"}
            pages = {one: await visits.open("/", locale=one, **options) for one in LANGUAGES}
            for language, page in pages.items():
                await at_home(page, catalogue(language))
                await page.evaluate(CONTROLLED)
            await asyncio.to_thread(server.kill)
            for language, page in pages.items():
                await page.bring_to_front()
                await looks_right(page, language)
            await asyncio.to_thread(server.start)
            for language, page in pages.items():
                await at_home(page, catalogue(language))


async def test_missing_part_of_a_page_is_reported(visits: Visits) -> None:
    """Opens the settings, whose script cannot be loaded, and reloads the page once it can."""
    for sign in SIGNS_OF_MISSING_PARTS:
        visits.ignore_errors(sign)
    page, translate = await visits.open("/", size=PHONE, locale="fr", fresh=True), catalogue("fr")
    settings = page.get_by_role("button", name=translate("nav_settings"))
    await at_home(page, translate)
    await page.wait_for_load_state("networkidle")  # other parts of the page have been loaded
    await page.context.set_offline(True)
    await settings.click()
    alert = page.get_by_role("alert")
    await expect(alert).to_contain_text(translate("page_incomplete"))
    assert await small_targets(page, "[role=alert]") == []
    await page.context.set_offline(False)
    await alert.get_by_role("button", name=translate("load_again")).click()
    await at_home(page, translate)
    await settings.click()
    await expect(page.get_by_role("dialog", name=translate("settings"))).to_be_visible()
    await expect(alert).to_be_hidden()


async def test_report_of_a_missing_part_can_be_closed(visits: Visits) -> None:
    """Opens the settings again, without loading the page again."""
    for sign in SIGNS_OF_MISSING_PARTS:
        visits.ignore_errors(sign)
    page = await visits.open("/", fresh=True)
    settings, alert = page.get_by_role("button", name=ENGLISH("nav_settings")), page.get_by_role("alert")
    await at_home(page)
    await page.wait_for_load_state("networkidle")  # other parts of the page have been loaded
    await page.context.set_offline(True)
    await settings.click()
    await alert.get_by_role("button", name=ENGLISH("close")).click()
    await expect(alert).to_be_hidden()
    await page.context.set_offline(False)
    await settings.click()
    await expect(page.get_by_role("dialog", name=ENGLISH("settings"))).to_be_visible()


async def test_dialog_of_a_table_is_loaded_again(visits: Visits) -> None:
    """Opens the rules while they cannot be loaded, and tries again once they can."""
    for sign in SIGNS_OF_MISSING_PARTS:
        visits.ignore_errors(sign)
    page = await visits.open("/", fresh=True)
    await play_now(page)
    rules = page.get_by_role("button", name=ENGLISH("cat_rules"), exact=True).first
    await expect(rules).to_be_visible()
    await page.wait_for_load_state("networkidle")  # other parts of the page have been loaded
    await page.context.set_offline(True)
    await rules.click()
    dialog = page.get_by_role("dialog", name=ENGLISH("cat_rules"))
    await expect(dialog.get_by_role("alert")).to_have_text(ENGLISH("part_not_loaded"))
    await page.context.set_offline(False)
    await dialog.get_by_role("button", name=ENGLISH("try_again")).click()
    await expect(dialog.get_by_role("heading", level=2)).not_to_have_count(1)  # its title
    await expect(dialog.get_by_role("alert")).to_be_hidden()


async def looks_right(page: Page, language: str) -> None:
    """Checks the offline page in this language."""
    translate = catalogue(language)
    await reload(page)
    await expect(page.get_by_role("heading", name=translate("offline_title"))).to_be_visible()
    await expect(page.get_by_role("status")).to_have_text(translate("offline_text"))
    assert await page.evaluate("document.documentElement.lang") == language
    assert await accessibility_violations(page) == []
    assert await small_targets(page) == []
    await save_screenshot(page, f"offline-{language}")
    assert await page.evaluate("caches.keys()") == []


async def test_texts_of_errors_are_loaded_once_the_server_answers(visits: Visits) -> None:
    """The first error is that the server is out of reach, so its text was not loaded."""
    for sign in ("net::ERR_", "status of 422"):
        visits.ignore_errors(sign)
    page, translate = await visits.open("/", size=PHONE, locale="fr", fresh=True), catalogue("fr")
    await at_home(page, translate)
    await page.get_by_role("button", name=translate("rename")).click()
    save = page.get_by_role("button", name=translate("save"))
    await wait_until_idle(page)  # with the choice of a cat
    await page.context.set_offline(True)
    await save.click()
    alert = page.get_by_role("alert")
    await expect(alert).to_have_text(translate("error_offline"))
    await page.context.set_offline(False)
    await page.get_by_label(translate("your_name")).fill("cats.example")
    await save.click()
    await expect(alert).to_have_text(translate("error_link_in_name"))
