"""First visits of pages on a slow phone, and on a desktop without throttling.

Run: python -m tests.bench.bench_first_page [5 [build …]]: visits of each page, and folders with builds of the
client, instead of the current one. Prints medians in milliseconds: first paint, largest contentful paint, and
the first control that works; requests until then, and KB of the scripts among them as sent; KB of scripts,
fonts and styles until the page is idle; layout shift. "again" is the second visit of the same browser: its
largest contentful paint and first control.
"""

import asyncio
import json
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from statistics import median
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate
from playwright.async_api import Browser, BrowserContext

from app.players.accounts.sessions import COOKIE, SECURE_COOKIE
from tests.app.people import Person, start_game
from tests.e2e.browser import launched
from tests.e2e.browsing import PHONE, WIDE
from tests.e2e.server import Boxcats
from tests.ops.caddy import Caddy
from tools import programs

RECORD = programs.ROOT / "tests/engine/recorded/5-white.json"
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SLOW_CPU = 4  # times slower
LAST_PAINT_MS = 1_000  # from the half second without requests to the last large paint, at most
PROFILES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": PHONE, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": WIDE},
}
Figures = dict[str, float]

# Notes when a control that matches the selector has appeared, by frame, and what the browser measures.
WATCH = """selector => {
    window.figures = {paint: 0, lcp: 0, tap: 0, shift: 0};
    const observe = (type, note) =>
        new PerformanceObserver(list => list.getEntries().forEach(note)).observe({type, buffered: true});
    observe('paint', ({name, startTime}) => { if (name === 'first-paint') figures.paint = startTime; });
    observe('largest-contentful-paint', ({startTime}) => { figures.lcp = startTime; });
    observe('layout-shift', ({hadRecentInput, value}) => { if (!hadRecentInput) figures.shift += value; });
    const look = () => {
        if (document.querySelector(selector)) {
            figures.tap = performance.now();
            console.debug('control');
        } else requestAnimationFrame(look);
    };
    look();
}"""
READ = """() => {
    const sent = performance.getEntriesByType('resource');
    const first = sent.filter(({startTime}) => startTime < figures.tap);
    const bytes = (pattern, among = sent) => among.filter(({name}) => pattern.test(name))
        .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0) / 1000;
    return {
        ...figures,
        requests: 1 + first.length, first: bytes(/\\.js$/, first),
        scripts: bytes(/\\.js$/), fonts: bytes(/\\.woff2$/), styles: bytes(/\\.css$/),
    };
}"""


@dataclass(frozen=True)
class Target:
    """A page to visit, as whom, and a selector of the control that works first."""

    name: str
    path: str
    control: str
    session: str = ""  # the cookie


async def main(times: int, builds: list[str]) -> None:
    for build in builds:
        settings = {"TRUSTED_PROXIES": "127.0.0.1", **({"WEB_BUILD": build} if build else {})}
        with Boxcats(**settings) as server, Caddy(server.port) as caddy:
            program, trust = programs.headless_chromium() or programs.chromium(), trust_in(caddy)
            async with launched(program, trust) as browser, targets(server.url) as pages:
                await report(f"{build} phone", browser, server.url, "phone", pages, times)
                await report(f"{build} phone, Caddy", browser, caddy.url, "phone", pages, times)
                await report(f"{build} desktop", browser, server.url, "desktop", pages, times)


def trust_in(caddy: Caddy) -> str:
    """Returns Chromium's option to trust this authority; pages with errors of certificates are not cached."""
    file = caddy.folder / "data/caddy/pki/authorities/local/intermediate.crt"
    key = load_pem_x509_certificate(file.read_bytes()).public_key()
    digest = sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return f"--ignore-certificate-errors-spki-list={b64encode(digest).decode()}"


@asynccontextmanager
async def targets(url: str) -> AsyncIterator[list[Target]]:
    """Creates tables and a replay; returns the pages to visit."""
    async with Person(url) as ada, Person(url) as bo:
        running = await start_game(ada, bo)
        invited = (await ada.create_table(3))["code"]
        replay = (await ada.request("POST", "/imports", json.loads(RECORD.read_text("utf-8"))))["code"]
        session = ada.http.cookies[COOKIE]
        yield [
            Target("home", "/", 'main a[href="/lobby#quick"]'),
            Target("invite", f"/t/{invited}", "main button.gold:not(:disabled)"),
            Target("lobby", "/lobby", "main .quick button.gold:not(:disabled)"),
            Target("table", f"/t/{running}", 'main [data-card][aria-disabled="false"]', session),
            Target("replay", f"/r/{replay}", "main input[type=range]", session),
        ]


async def report(
    title: str, browser: Browser, url: str, profile: str, pages: list[Target], times: int
) -> None:
    print(title.strip())
    for target in pages:
        visits = [await visit_twice(browser, url, profile, target) for _ in range(times)]
        first, again = (medians(runs) for runs in zip(*visits, strict=True))
        print(
            f"  {target.name:7}", summary(first), "| again", *(round(again[name]) for name in ("lcp", "tap"))
        )


def medians(runs: tuple[Figures, ...]) -> Figures:
    return {name: median(run[name] for run in runs) for name in runs[0]}


def summary(figures: Figures) -> str:
    times = "  ".join(f"{name} {figures[name]:5.0f}" for name in ("paint", "lcp", "tap"))
    sizes = "  ".join(f"{name} {figures[name]:5.1f}" for name in ("scripts", "fonts", "styles"))
    first = f"requests {figures['requests']:3.0f}  {figures['first']:5.1f} KB"
    return f"{times}  {first} | {sizes}  shift {figures['shift']:.3f}"


async def visit_twice(browser: Browser, url: str, profile: str, target: Target) -> tuple[Figures, Figures]:
    """Returns the figures of a new browser's first and second visit."""
    context = await browser.new_context(base_url=url, service_workers="block", **PROFILES[profile])
    if target.session:
        name = SECURE_COOKIE if url.startswith("https") else COOKIE
        await context.add_cookies([{"name": name, "value": target.session, "url": url}])
    try:
        return await visit(context, profile, target), await visit(context, profile, target)
    finally:
        await context.close()


async def visit(context: BrowserContext, profile: str, target: Target) -> Figures:
    page = await context.new_page()
    if profile == "phone":
        devtools = await context.new_cdp_session(page)
        await devtools.send("Network.enable")
        await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    await page.add_init_script(f"({WATCH})({json.dumps(target.control)})")
    # until the end no script of ours runs: browsers take those for a gesture of the user, and tables sound
    async with page.expect_console_message(lambda message: message.text == "control"):
        await page.goto(target.path)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(LAST_PAINT_MS)
    figures: Figures = await page.evaluate(READ)
    await page.close()
    return figures


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2:] or [""]))
