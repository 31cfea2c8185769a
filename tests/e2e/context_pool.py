"""Browser contexts that tests use one after the other: their scripts are already loaded and compiled."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch
from weakref import WeakSet

from playwright.async_api import Browser, BrowserContext, CDPSession, Error, Page

from tests.e2e.waiting import TIMEOUT_S, forget_requests, track_requests

EMPTY = "/favicon.svg"  # a document of the same origin without scripts
MAX_IDLE = 8  # contexts; each keeps a renderer
# Members of a context that leave nothing behind but pages and stored data, which are removed.
CLEANED = {
    "add_cookies",
    "browser",
    "clear_cookies",
    "close",
    "cookies",
    "expect_console_message",
    "expect_event",
    "expect_page",
    "is_closed",
    "new_page",
    "on",
    "pages",
    "remove_listener",
    "request",
    "storage_state",
    "wait_for_event",
}
LASTING = {name for name in dir(BrowserContext) if not name.startswith("_")} - CLEANED


@dataclass(eq=False)
class Lent:
    """A browser context, and what is needed to clean it."""

    context: BrowserContext
    key: str  # contexts of the same key can replace each other
    idle_page: Page | None = None  # keeps the renderer while no test has a page
    devtools: CDPSession | None = None


class ContextPool(AbstractAsyncContextManager["ContextPool"]):
    """Lends contexts of one browser. Contexts that a test changed in a lasting way are closed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[Lent] = []
        self._changed: WeakSet[BrowserContext] = WeakSet()
        self._patches = ExitStack()

    async def __aenter__(self) -> Self:
        for name in LASTING:
            self._patches.enter_context(patch.object(BrowserContext, name, self._noting(name)))
        clock = property(lambda page: page.context.clock)
        self._patches.enter_context(patch.object(Page, "clock", clock))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._patches.close()
        for lent in self._idle:
            await lent.context.close()

    @asynccontextmanager
    async def lend(
        self, url: str, init_script: str, *, fresh: bool, **options: Any
    ) -> AsyncIterator[BrowserContext]:
        """Lends a context for this site whose pages run a script first; `options` are those of Playwright.

        A fresh one has no files in its cache.
        """
        key = json.dumps([url, init_script, options], sort_keys=True)
        lent = next((one for one in self._idle if one.key == key and not fresh), None)
        if lent:
            self._idle.remove(lent)
            await lent.context.clear_cookies()  # now, as an answer may have set one after its page was closed
        else:
            lent = Lent(await self._new_context(url, init_script, options), key)
        try:
            yield lent.context
        finally:
            await self._take_back(lent)

    async def _new_context(self, url: str, init_script: str, options: dict[str, Any]) -> BrowserContext:
        context = await self._browser.new_context(base_url=url, **options)
        context.set_default_timeout(TIMEOUT_S * 1000)
        track_requests(context)
        await context.add_init_script(init_script)
        self._changed.discard(context)
        if options["service_workers"] != "block":
            self._changed.add(context)
        return context

    async def _take_back(self, lent: Lent) -> None:
        """Cleans the context for another test, or closes it."""
        try:
            if lent.context in self._changed or not lent.context.pages:
                await lent.context.close()
            else:
                await self._clean(lent)
                self._idle.append(lent)
        except Error:  # the server is away
            await lent.context.close()
        if len(self._idle) > MAX_IDLE:
            await self._idle.pop(0).context.close()

    async def _clean(self, lent: Lent) -> None:
        """Leaves one empty page, and none of the site's data but cached files."""
        context = lent.context
        if lent.idle_page is None:
            lent.idle_page = context.pages[0]
            await lent.idle_page.goto(EMPTY)
            lent.devtools = await context.new_cdp_session(lent.idle_page)
            self._changed.discard(context)
        for page in context.pages:
            if page is not lent.idle_page:
                await page.close()
        assert lent.devtools
        origin = await lent.idle_page.evaluate("origin")
        await lent.devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        forget_requests(context)

    def _noting(self, name: str) -> Any:
        """Returns the member of contexts with this name; its use marks the context as changed."""
        member = getattr(BrowserContext, name)
        if isinstance(member, property):
            return property(self._noted(member.fget))
        return self._noted(member)

    def _noted(self, call: Callable[..., Any] | None) -> Callable[..., Any]:
        assert call

        @wraps(call)
        def noted(context: BrowserContext, *args: Any, **options: Any) -> Any:
            self._changed.add(context)
            return call(context, *args, **options)

        return noted
