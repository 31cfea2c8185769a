"""How fast the replay page is: a recorded game of five seats, brought to any of its positions in a browser.

Run: python -m tests.bench.bench_replay_page [3]: so many times to each position by a click on the bar, in an
order that is drawn, by a visitor whose page moves. Painted: from the click, when the browser got it, until
the frame with the new position, log and charts included, is laid out and painted. Worked: the same without
the wait for that frame, 60 of which there are in a second. Presented: until the browser shows it, which it
tells in steps of 8 ms, and which here, without a GPU, the processor draws.
"""

import asyncio
import json
import random
import sys
from typing import Any

from playwright.async_api import Page

from tests.app.people import Person
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.conftest import launched
from tests.e2e.server import Boxcats
from tools import programs

RECORD = programs.ROOT / "tests/engine/recorded/5-white.json"
EYES = ("open", "watcher", "0")
WANTED = 50  # milliseconds
THUMB = 22  # pixels; the bar's ends lie half of it within

# At the window the page has heard of the click and is made anew; a task posted in a frame's callback runs
# when that frame is laid out and painted.
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
            await ada.arrive()
            imported = await ada.ask("POST", "/imports", json.loads(RECORD.read_text("utf-8")))
            async with Visits(browser, server.url) as visits:
                for size in (WIDE, PHONE):
                    page = await visits.of(
                        ada, f"/r/{imported['code']}", size=size, reduced_motion="no-preference"
                    )
                    await page.get_by_role("slider").wait_for()
                    await page.evaluate(WATCH)
                    for eyes in EYES:
                        await page.locator("header select").select_option(eyes)
                        print(f"{size['width']} px, eyes {eyes:8}", told(await measured(page, times)))


async def measured(page: Page, times: int) -> dict[str, list[float]]:
    """By what was waited for: the milliseconds of each jump."""
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
        await page.wait_for_timeout(120)  # the page is at rest again
        await page.mouse.up()
        await page.wait_for_timeout(30)
    took: dict[str, Any] = await page.evaluate("({worked, painted, presented})")
    return took


def told(took: dict[str, list[float]]) -> str:
    return "; ".join(f"{what} {spread(sorted(times))}" for what, times in took.items() if times)


def spread(times: list[float]) -> str:
    median, late = times[len(times) // 2], sum(took > WANTED for took in times)
    return f"({len(times)}): median {median:.0f} ms, {late} over {WANTED}, worst {times[-1]:.0f}"


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
