"""Waiting for a stable page, so that no check depends on the speed of the machine."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, Error, Locator, Page, Request, ViewportSize

TIMEOUT_S = 30.0  # seconds
WAIT_FOR_CHANGE = """() => new Promise(done => {
    const watch = new MutationObserver(done);
    watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    setTimeout(() => done(watch.disconnect()), 100);
})"""  # or after 100 ms: the change may have preceded the observer
WAIT_FOR_ANIMATIONS = """async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise(next => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = next;
        port2.postMessage('');
    });
    await document.fonts.ready;
    const moving = () => document.getAnimations().filter(one =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
    for (let some; (some = moving()).length; ) await Promise.allSettled(some.map(one => one.finished));
}"""
# An observer is first called after the page has been laid out, and its media queries evaluated.
WAIT_FOR_FRAME = """() => new Promise(done => {
    const observer = new IntersectionObserver(() => done(observer.disconnect()));
    observer.observe(document.documentElement);
})"""

_loading: WeakKeyDictionary[BrowserContext, set[Request]] = WeakKeyDictionary()


def track_requests(context: BrowserContext) -> None:
    """Tracks the requests in flight for `wait_until_idle`."""
    loading = _loading.setdefault(context, set())

    def begins(request: Request) -> None:
        loading.add(request)

    def ends(request: Request) -> None:
        loading.discard(request)

    context.on("request", begins)
    context.on("requestfinished", ends)
    context.on("requestfailed", ends)


def forget_requests(context: BrowserContext) -> None:
    """Forgets requests of closed pages, whose end is not always reported."""
    _loading[context].clear()


async def wait_until_idle(page: Page) -> None:
    """Waits until requests and fonts have loaded and all finite animations have ended."""
    loading = _loading[page.context]
    for _ in range(1_000):
        if not loading:
            await page.evaluate(WAIT_FOR_ANIMATIONS)
            if not loading:
                return
        await asyncio.sleep(0.01)
    await page.wait_for_load_state("networkidle")  # Playwright reports no end of some requests
    await page.evaluate(WAIT_FOR_ANIMATIONS)


async def double_font(page: Page) -> None:
    """Sets the size of the browser's own font, as its settings do."""
    session = await page.context.new_cdp_session(page)
    await session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    await page.wait_for_function("() => parseFloat(getComputedStyle(document.documentElement).fontSize) > 16")


async def resize(page: Page, size: Mapping[str, int]) -> None:
    """Sets the size of the window, in pixels, and waits until the page is laid out for it."""
    await page.set_viewport_size(ViewportSize(width=size["width"], height=size["height"]))
    await page.evaluate(WAIT_FOR_FRAME)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Polls until the condition holds. Raises TimeoutError after TIMEOUT_S seconds."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.05)


async def wait_for_element(sign: Locator, within: float = TIMEOUT_S) -> None:
    """Waits for an element, checking at every DOM change; Playwright polls twice a second."""
    async with asyncio.timeout(within):
        while not await sign.count():
            await sign.page.evaluate(WAIT_FOR_CHANGE)


async def wait_for_text(page: Page, script: str, argument: str, within: float = TIMEOUT_S) -> str:
    """Runs `script` at every DOM change, on the page itself, and returns its first non-empty text."""
    waiting = f"""async argument => {{
        const [find, change] = [{script}, {WAIT_FOR_CHANGE}];
        for (let found; ; await change()) if ((found = find(argument))) return found;
    }}"""
    async with asyncio.timeout(within):
        return str(await page.evaluate(waiting, argument))


async def stop_time(page: Page) -> None:
    """Pauses the page's installed clock three seconds later; the test advances it.

    A page with a ping that has no answer yet (`Frames.is_answered`) would lose its connection.
    """
    try:
        await page.clock.pause_at(_in_three_seconds())
    except Error:  # the page was busy until later, and has only stopped its clock
        await page.clock.pause_at(_in_three_seconds())


def _in_three_seconds() -> datetime:
    return datetime.now().astimezone() + timedelta(seconds=3)
