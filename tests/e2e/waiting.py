"""Waiting for what is looked at to be as it stays: no check depends on how fast the machine is."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, Locator, Page, Request

COMES_WITHIN = 30.0  # seconds
A_CHANGE = """() => new Promise(done => {
    const watch = new MutationObserver(done);
    watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    setTimeout(() => done(watch.disconnect()), 100);
})"""  # or a moment later: it may have come just before
STILL = """async () => {
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


_loading: WeakKeyDictionary[BrowserContext, set[Request]] = WeakKeyDictionary()


def note_what_loads(context: BrowserContext) -> None:
    """So that `at_rest` knows."""
    loading = _loading.setdefault(context, set())

    def begins(request: Request) -> None:
        loading.add(request)

    def ends(request: Request) -> None:
        loading.discard(request)

    context.on("request", begins)
    context.on("requestfinished", ends)
    context.on("requestfailed", ends)


async def at_rest(page: Page) -> None:
    """Until all that the page loads by itself has come, its letters too, and nothing moves any more."""
    loading = _loading[page.context]
    for _ in range(100):
        if not loading:
            await page.evaluate(STILL)
            if not loading:
                return
        await asyncio.sleep(0.01)
    await page.wait_for_load_state("networkidle")  # of some requests the end is not told
    await page.evaluate(STILL)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Until this is so, for what `expect` knows no words for."""
    async with asyncio.timeout(COMES_WITHIN):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.05)


async def comes(sign: Locator, within: float = COMES_WITHIN) -> None:
    """Until it is there: looks whenever something changes, where Playwright looks twice a second."""
    async with asyncio.timeout(within):
        while not await sign.count():
            await sign.page.evaluate(A_CHANGE)


async def evaluates(page: Page, script: str, argument: str, within: float = COMES_WITHIN) -> str:
    """The first text that is not empty which this function of the page returns, looking at every change."""
    async with asyncio.timeout(within):
        while not (found := await page.evaluate(script, argument)):
            await page.evaluate(A_CHANGE)
    return str(found)


async def stop_time(page: Page) -> None:
    """On a page whose clock was installed: from now on it goes when the test says so."""
    await page.clock.pause_at(datetime.now().astimezone() + timedelta(minutes=1))
