"""Waiting for what is looked at to be as it stays: no check depends on how fast the machine is."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from playwright.async_api import Page

COMES_WITHIN = 30.0  # seconds
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


async def stop_time(page: Page) -> None:
    """On a page whose clock was installed: from now on it goes when the test says so."""
    await page.clock.pause_at(datetime.now().astimezone() + timedelta(minutes=1))
