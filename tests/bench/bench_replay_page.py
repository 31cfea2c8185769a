"""Latency of the replay page: jumps to every position of a recorded game of five seats in a browser.

Run: python -m tests.bench.bench_replay_page [3]: number of jumps to each position, by clicks on the slider in
random order, with animations. "painted": from the click until the frame with the new position, log and charts
included, is laid out and painted. "worked": the same without the wait for that frame (60 frames per second).
"presented": until the browser displays it, in steps of 8 ms, rendered without a GPU.
"""

import asyncio
import json
import random
import sys
from typing import Any

from playwright.async_api import Page

from tests.app.people import Person
from tests.e2e.browser import launched
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.server import Boxcats
from tools import programs

RECORD = programs.ROOT / "tests/engine/recorded/5-white.json"
PERSPECTIVES = ("open", "spectator", "0")
WANTED = 50  # milliseconds
THUMB = 22  # pixels; the slider's ends are inset by half of it

# When the event reaches the window, the page has updated; a task posted in a frame's callback runs after that
# frame is laid out and painted.
WATCH = """() => {
    const {port1, port2} = new MessageChannel();
    window.worked = [];
    window.painted = [];
    window.presented = [];
    addEventListener('input', ({timeStamp}) => {
        const made = performance.now() - timeStamp;
        requestAnimationFrame(() => {
            const frame = performance.now();
            port1.onmessage = () => {
                worked.push(made + performance.now() - frame);
                painted.push(performance.now() - timeStamp);
            };
            port2.postMessage(0);
        });
    });
    new PerformanceObserver(list => {
        const clicks = list.getEntries().filter(({name}) => name === 'pointerdown');
        window.presented.push(...clicks.map(({duration}) => duration));
    }).observe({type: 'event', durationThreshold: 16});
}"""


async def main(times: int) -> None:
    with Boxcats() as server:
        async with launched(programs.chromium()) as browser, Person(server.url) as ada:
            await ada.start_session()
            imported = await ada.request("POST", "/imports", json.loads(RECORD.read_text("utf-8")))
            async with ContextPool(browser) as contexts, Visits(contexts, server.url) as visits:
                for size in (WIDE, PHONE):
                    page = await visits.open_as(
                        ada, f"/r/{imported['code']}", size=size, reduced_motion="no-preference"
                    )
                    await page.get_by_role("slider").wait_for()
                    await page.evaluate(WATCH)
                    for perspective in PERSPECTIVES:
                        await page.locator("header select").select_option(perspective)
                        print(
                            f"{size['width']} px, perspective {perspective:8}",
                            summary(await measured(page, times)),
                        )


async def measured(page: Page, times: int) -> dict[str, list[float]]:
    """Returns the milliseconds of each jump by metric: worked, painted, presented."""
    bar = page.get_by_role("slider")
    box, end = await bar.bounding_box(), int(await bar.get_attribute("max") or 0)
    assert box
    await page.evaluate("worked.length = painted.length = presented.length = 0")
    positions = [*range(end + 1)] * times
    random.shuffle(positions)
    for position in positions:
        x = box["x"] + THUMB / 2 + (box["width"] - THUMB) * position / end
        await page.mouse.move(x, box["y"] + box["height"] / 2)
        await page.mouse.down()
        await page.wait_for_timeout(120)  # until the page is idle again
        await page.mouse.up()
        await page.wait_for_timeout(30)
    took: dict[str, Any] = await page.evaluate("({worked, painted, presented})")
    return took


def summary(took: dict[str, list[float]]) -> str:
    return "; ".join(f"{what} {spread(sorted(times))}" for what, times in took.items() if times)


def spread(times: list[float]) -> str:
    median, late = times[len(times) // 2], sum(took > WANTED for took in times)
    return f"({len(times)}): median {median:.0f} ms, {late} over {WANTED}, worst {times[-1]:.0f}"


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
