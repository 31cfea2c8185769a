"""A browser context that is used again has nothing of its former user."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from tests.e2e.browsing import Visits
from tests.e2e.context_pool import EMPTY, ContextPool
from tests.e2e.server import Boxcats

STORE = """async () => {
    document.cookie = 'mine=1; max-age=1000';
    localStorage.mine = sessionStorage.mine = window.name = 'mine';
    await caches.open('mine');
    await new Promise(done => indexedDB.open('mine').onsuccess = done);
}"""
STORED = """async () => ({
    cookies: document.cookie,
    storage: [localStorage.mine, sessionStorage.mine, window.name, window.mine].filter(Boolean),
    databases: [...await caches.keys(), ...await indexedDB.databases()],
    pages: history.length,
    active: navigator.userActivation.hasBeenActive,
})"""
Change = Callable[[Page], Awaitable[object]]
LASTING: dict[str, Change] = {
    "clock": lambda page: page.clock.install(),
    "script": lambda page: page.context.add_init_script("window.mine = 'script'"),
    "offline": lambda page: page.context.set_offline(offline=True),
    "routes": lambda page: page.context.route("**", lambda route: route.abort()),
    "permissions": lambda page: page.context.grant_permissions(["geolocation"]),
    "devtools": lambda page: page.context.new_cdp_session(page),
}


@pytest.fixture
async def pool(browser: Browser) -> AsyncIterator[ContextPool]:
    async with ContextPool(browser) as pool:
        yield pool


async def visit(pool: ContextPool, server: Boxcats, change: Change) -> tuple[BrowserContext, Any]:
    """Returns the context of a visit and what its page found before it made a change."""
    async with Visits(pool, server.url) as visits:
        page = await visits.open(EMPTY)
        found = await page.evaluate(STORED) | {"kept": await page.context.cookies()}
        await change(page)
        return page.context, found


async def leave_traces(page: Page) -> None:
    """Changes everything that a page can; none of it belongs to the context."""
    await page.evaluate(STORE)
    await page.context.add_cookies([{"name": "own", "value": "mine", "url": page.url, "httpOnly": True}])
    await page.add_init_script("window.mine = 'script'")
    await page.route("**/api/**", lambda route: route.abort())
    await page.keyboard.down("Shift")
    await page.mouse.click(10, 10)
    tab = await page.context.new_page()
    await tab.evaluate("window.name = 'other'")


async def test_used_context_is_empty(pool: ContextPool, embedded: Boxcats) -> None:
    first, clean = await visit(pool, embedded, leave_traces)
    second, found = await visit(pool, embedded, leave_traces)
    third, found_again = await visit(pool, embedded, leave_traces)
    assert first is second is third
    assert clean == found == found_again
    assert (clean["cookies"], clean["kept"], clean["storage"], clean["databases"]) == ("", [], [], [])


@pytest.mark.parametrize("change", LASTING)
async def test_changed_context_is_not_used_again(pool: ContextPool, embedded: Boxcats, change: str) -> None:
    changed, _ = await visit(pool, embedded, LASTING[change])
    later, _ = await visit(pool, embedded, leave_traces)
    assert later is not changed


async def test_context_with_other_options_is_another(pool: ContextPool, embedded: Boxcats) -> None:
    async with Visits(pool, embedded.url) as visits:
        pages = [await visits.open(EMPTY, locale=locale) for locale in ("en-US", "fr", "fr")]
        assert len({page.context for page in pages}) == 3
        assert await pages[1].evaluate("navigator.language") == "fr"
