"""Browser contexts of visitors, checked for console errors and failed requests."""

import os
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, ConsoleMessage, Page, Request

from tests.app.people import Person
from tests.e2e.waiting import TIMEOUT_S, track_requests, wait_until_idle

SCREENSHOTS_VARIABLE = "BOXCATS_PICTURES"  # in the environment
SCREENSHOTS = Path(__file__).parent / "screenshots"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
COACH_CLOSED = """try {
    localStorage['boxcats.coach'] ??= '{"cat-in-the-box": true, "cat-box-lite": true, "braincat": true}';
} catch {}  // of a page without a site"""


class Visits(AbstractAsyncContextManager["Visits"]):
    """Opens visitors' pages on one site; on exit, raises AssertionError if any had errors."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.errors: list[str] = []
        self.ignored: list[str] = ["Service Worker registration blocked by Playwright"]
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._stack.aclose()
        if error is None:
            left = [one for one in self.errors if not any(sign in one for sign in self.ignored)]
            assert not left, "\n".join(left)

    async def open_as(self, person: Person, path: str, **options: Any) -> Page:
        """Opens a page of the site with this person's cookies."""
        jar = [{"name": name, "value": value, "url": self.url} for name, value in person.http.cookies.items()]
        return await self.open(path, cookies=jar, **options)

    async def open(
        self,
        path: str = "/",
        *,
        size: dict[str, int] = WIDE,
        cookies: Sequence[dict[str, str]] = (),
        coach: bool = False,
        **options: Any,
    ) -> Page:
        """Opens a page of the site in a new browser context, whose games have a coach if this is wanted."""
        chosen: dict[str, Any] = {
            "locale": "en-US",
            "reduced_motion": "reduce",
            "service_workers": "block",  # allowed in tests of notifications and of the offline page
            **options,
        }
        context = await self.browser.new_context(base_url=self.url, viewport=size, **chosen)  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT_S * 1000)
        self._stack.push_async_callback(context.close)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.errors.append(f"error on the page: {error.error}"))
        context.on("request", self._on_request)
        track_requests(context)
        await context.add_cookies(cookies)  # type: ignore[arg-type]
        if not coach:
            await context.add_init_script(COACH_CLOSED)
        page = await context.new_page()
        await page.goto(path)
        return page

    def ignore_errors(self, sign: str) -> None:
        """Ignores browser errors that contain this text, earlier and later ones."""
        self.ignored.append(sign)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        quick_visits = (self.url, self.url.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(quick_visits):
            self.errors.append(f"asked somebody else: {request.url}")


async def save_screenshot(page: Page, name: str) -> None:
    """Waits until the page is idle; saves a screenshot if `--pictures` was given."""
    await wait_until_idle(page)
    if os.environ.get(SCREENSHOTS_VARIABLE):
        SCREENSHOTS.mkdir(exist_ok=True)
        await page.screenshot(path=SCREENSHOTS / f"{name}.png")
