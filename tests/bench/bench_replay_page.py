"""How fast the replay page is: a recorded game of five seats, brought to any of its positions in a browser.

Run: python -m tests.bench.bench_replay_page [500]: so many jumps, from anywhere to anywhere.
"""

import asyncio
import json
import random
import sys

from playwright.async_api import async_playwright

from tests.app.people import Person
from tests.e2e.conftest import BROWSER_OPTIONS
from tests.e2e.server import Boxcats
from tests.e2e.visits import Visits
from tools import programs

RECORD = programs.ROOT / "tests/engine/recorded/5-white.json"
EYES = ("open", "watcher", "0")

# From the wish to the page as it is laid out: the position is made, drawn, and measured once.
JUMPS = """async plies => {
    const bar = document.querySelector('[type=range]');
    const times = [];
    for (const ply of plies) {
        const start = performance.now();
        bar.value = ply;
        bar.dispatchEvent(new Event('input', {bubbles: true}));
        await Promise.resolve();
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
        await new Promise(requestAnimationFrame);
    }
    return times;
}"""


async def main(jumps: int) -> None:
    with Boxcats() as server:
        async with async_playwright() as playwright, Person(server.url) as ada:
            await ada.arrive()
            imported = await ada.ask("POST", "/imports", json.loads(RECORD.read_text("utf-8")))
            browser = await playwright.chromium.launch(
                executable_path=programs.chromium(), args=BROWSER_OPTIONS
            )
            async with Visits(browser, server.url) as visits:
                page = await visits.of(ada, f"/r/{imported['code']}")
                await page.get_by_role("slider").wait_for()
                for eyes in EYES:
                    await page.locator("header select").select_option(eyes)
                    plies = [random.randrange(imported["moves"] + 1) for _ in range(jumps)]
                    print(f"eyes {eyes:8}", told(await page.evaluate(JUMPS, plies)))
            await browser.close()


def told(times: list[float]) -> str:
    times = sorted(times)
    median, late = times[len(times) // 2], times[len(times) * 99 // 100]
    return f"{len(times)} jumps: median {median:.1f} ms, 99 % within {late:.1f} ms, worst {times[-1]:.1f} ms"


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
