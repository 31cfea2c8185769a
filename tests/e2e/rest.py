"""Waiting for what is looked at to be as it stays: no check depends on how fast the machine is."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from playwright.async_api import Locator, Page

COMES_WITHIN = 30.0  # seconds
A_CHANGE = """() => new Promise(done => {
    const watch = new MutationObserver(done);
    watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    setTimeout(() => done(watch.disconnect()), 100);
})"""  # or a moment later: it may have come just before
STILL = """async () => {
    await document.fonts.ready;
    const moving = () => document.getAnimations().filter(one =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity);
    for (let some; (some = moving()).length; ) await Promise.allSettled(some.map(one => one.finished));
}"""


async def at_rest(page: Page) -> None:
    """Until all that the page loads by itself has come, its letters too, and nothing moves any more."""
    await page.wait_for_load_state("networkidle")
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


async def stop_time(page: Page) -> None:
    """On a page whose clock was installed: from now on it goes when the test says so."""
    await page.clock.pause_at(datetime.now().astimezone() + timedelta(minutes=1))
