"""Browser contexts of visitors, checked for console errors and failed requests."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Page, Request, WebError

from tests.app.people import Person
from tests.e2e.context_pool import ContextPool
from tests.e2e.waiting import wait_until_idle

SCREENSHOTS_VARIABLE = "BOXCATS_PICTURES"  # in the environment
SCREENSHOTS = Path(__file__).parent / "screenshots"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
ENDS_SESSION = ("DELETE /api/session", "POST /api/account/deletion")
COACH_CLOSED = """try {
    localStorage['boxcats.coach'] ??= '{"cat-in-the-box": true, "cat-box-lite": true, "braincat": true}';
} catch {}  // of a page without a site"""


class Visits(AbstractAsyncContextManager["Visits"]):
    """Opens visitors' pages on one site; on exit, raises AssertionError if any had errors."""

    def __init__(self, contexts: ContextPool, url: str) -> None:
        self.contexts = contexts
        self.url = url
        self.errors: list[str] = []
        self.ignored: list[str] = [
            "Service Worker registration blocked by Playwright",
            "WebSocket is closed before the connection is established",  # left, or too slow
        ]
        self._signed_out: set[BrowserContext] = set()
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
        fresh: bool = False,
        **options: Any,
    ) -> Page:
        """Opens a page of the site in a clean browser context, whose games have a coach if this is wanted.

        A fresh context has no files of the site in its cache either.
        """
        chosen: dict[str, Any] = {
            "viewport": size,
            "locale": "en-US",
            "reduced_motion": "reduce",
            "service_workers": "block",  # allowed in tests of notifications and of the offline page
            **options,
        }
        clean = self.contexts.lend(self.url, "" if coach else COACH_CLOSED, fresh=fresh, **chosen)
        context = await self._stack.enter_async_context(clean)
        self._stack.enter_context(self._listening(context))
        await context.add_cookies(cookies)  # type: ignore[arg-type]
        page = await context.new_page()
        await page.goto(path)
        return page

    def ignore_errors(self, sign: str) -> None:
        """Ignores browser errors that contain this text, earlier and later ones."""
        self.ignored.append(sign)

    @contextmanager
    def _listening(self, context: BrowserContext) -> Iterator[None]:
        """Collects errors of this context's pages."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        yield
        context.remove_listener("console", self._on_console)
        context.remove_listener("weberror", self._on_error)
        context.remove_listener("request", self._on_request)

    def _on_error(self, error: WebError) -> None:
        self.errors.append(f"error on the page: {error.error}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if "status of 401" in message.text and message.page and message.page.context in self._signed_out:
            return  # of a request that was under way in any tab of the browser
        if message.type in ("error", "warning"):
            self.errors.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        allowed = (self.url, self.url.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(allowed):
            self.errors.append(f"request to another site: {request.url}")
        if f"{request.method} {urlsplit(request.url).path}" in ENDS_SESSION:
            self._signed_out.add(request.frame.page.context)


async def save_screenshot(page: Page, name: str) -> None:
    """Waits until the page is idle; saves a screenshot if `--pictures` was given."""
    await wait_until_idle(page)
    if os.environ.get(SCREENSHOTS_VARIABLE):
        SCREENSHOTS.mkdir(exist_ok=True)
        await page.screenshot(path=SCREENSHOTS / f"{name}.png")
