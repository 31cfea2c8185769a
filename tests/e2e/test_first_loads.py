"""First loads: how many files the server names in the head of a page, and that pages do not jump."""

import asyncio
import json
import re
from typing import Self
from urllib.parse import urlsplit

from playwright.async_api import Page, Route, expect

from tests.app.people import Person, start_game
from tests.e2e.browsing import PHONE, WIDE, Visits
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH
from tests.e2e.waiting import until, wait_until_idle
from tools.programs import ROOT

MOST_FILES = {"home": 8, "lobby": 11, "invite": 10, "table": 8}  # scripts and styles
MOST_REQUESTS = 20  # until the first control works
LEAST_REQUESTS = 5  # until the page is idle
RECORD = ROOT / "tests/engine/recorded/5-white.json"
LISTED = re.compile(r"/_app/[\w./-]+\.(?:js|css)")
FILE = re.compile(r"/_app/[\w./-]+\.(?:js|css|json)")
FONTS = re.compile(r"assets/(\w[\w-]*)\.[\w-]+\.woff2$")
MOST_SHIFT = 0.02  # cumulative layout shift
SHIFT = """() => new Promise(resolve => {
    let sum = 0;
    const observe = list => list.getEntries().forEach(({value}) => sum += value);
    new PerformanceObserver(observe).observe({type: 'layout-shift', buffered: true});
    setTimeout(() => resolve(sum), 100);  // what is buffered is delivered in a task of its own
})"""
MOST_SCRIPTS = 60_000  # bytes as sent
SCRIPT_BYTES = """() => performance.getEntriesByType('resource').filter(({name}) => name.endsWith('.js'))
    .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"""
EARLY_FONTS = "() => document.querySelectorAll('link[rel=preload][as=font]').length"
# Timers of a second or more run when a test wants it, unless the page has stopped them.
HOLD_LONG_TIMERS = """{
    const { setTimeout, clearTimeout } = window, held = new Map();
    window.setTimeout = (act, time = 0, ...rest) => {
        if (time < 1_000) return setTimeout(act, time, ...rest);
        const id = -1 - held.size;
        held.set(id, act);
        return id;
    };
    window.clearTimeout = id => (id < 0 ? held.set(id, () => undefined) : clearTimeout(id));
    window.runLongTimers = () => [...held.values()].forEach(act => act());
}"""
REQUESTED = "performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)"


class FirstLoad:
    """Holds scripts, styles and drawings that the head of the page does not name until the end of the block.

    On a busy machine they would be requested before the first control is seen, which does not need them.
    """

    def __init__(self, page: Page, path: str) -> None:
        self._page, self._path = page, path
        self._over = asyncio.Event()
        self.requests = 0  # without those that are held

    async def __aenter__(self) -> Self:
        self._named = set(LISTED.findall(await (await self._page.request.get(self._path)).text()))
        await self._page.route("**/*", self._pass_or_hold)
        await self._page.goto(self._path, wait_until="commit")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._over.set()

    async def _pass_or_hold(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if FILE.fullmatch(path) and path not in self._named:
            await self._over.wait()
        elif path != "/api/turns":  # requested again and again
            self.requests += 1
        await route.continue_()


async def test_first_loads_need_few_files(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        table = await start_game(ada, bo)
        invite = (await ada.create_table(3))["code"]
        paths = {"home": "/", "lobby": "/lobby", "invite": f"/t/{invite}", "table": f"/t/{table}"}
        for name, path in paths.items():
            page = await visits.open_as(ada, path, size=PHONE, fresh=True)
            await page.locator("main button:visible").first.wait_for()
            await wait_until_idle(page)  # the build's pages have buttons before their scripts
            html = await (await page.request.get(path)).text()
            listed, requested = set(LISTED.findall(html)), await page.evaluate(REQUESTED)
            assert listed <= set(requested), name
            files = [file for file in requested if file in listed]
            assert len(files) == len(listed), f"{name}: a file is requested twice"
            assert fonts_in(requested) <= {"nunito", "grandstander"}, f"{name}: a whole font is loaded"
            assert len(files) <= MOST_FILES[name], f"{name}: {len(files)} files"


async def test_first_control_needs_few_requests(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        table = await start_game(ada, bo)
        invite = (await ada.create_table(3))["code"]
        replay = (await ada.request("POST", "/imports", json.loads(RECORD.read_text("utf-8"))))["code"]
        controls = {
            "/": 'main a[href="/lobby#quick"]',
            "/lobby": "main .quick button.gold:not(:disabled)",
            f"/t/{invite}": "main button.gold:not(:disabled)",
            f"/t/{table}": 'main [data-card][aria-disabled="false"]',
            f"/r/{replay}": "main input[type=range]",
        }
        for path, control in controls.items():
            reader = bo if invite in path else ada
            page = await visits.open_as(reader, "/privacy", size=PHONE, fresh=True)
            await wait_until_idle(page)
            async with FirstLoad(page, path) as load:
                await expect(page.locator(control).first, path).to_be_visible()
                assert load.requests <= MOST_REQUESTS, path
            await wait_until_idle(page)
            assert load.requests >= LEAST_REQUESTS, path


async def test_home_of_a_new_player_loads_no_parts_of_tables(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        page = await visits.open_as(ada, "/", size=PHONE, fresh=True)
        await page.get_by_text(ENGLISH("home_no_tables")).wait_for()
        await wait_until_idle(page)
        assert 40_000 < await page.evaluate(SCRIPT_BYTES) <= MOST_SCRIPTS


async def test_only_later_visits_request_fonts_before_texts(visits: Visits, embedded: Boxcats) -> None:
    async with Person(embedded.url) as ada:
        page = await visits.open_as(ada, "/lobby", size=PHONE, fresh=True)
        await wait_until_idle(page)
        assert await page.evaluate(EARLY_FONTS) == 0, "the scripts of a first visit precede fonts"
        await page.reload()
        await wait_until_idle(page)
        requested = await page.evaluate(REQUESTED)
        assert await page.evaluate(EARLY_FONTS) == 2
        assert len([file for file in requested if file.endswith(".woff2")]) == 2, "each is requested once"


async def test_controls_of_a_replay_need_no_whole_font(visits: Visits, embedded: Boxcats) -> None:
    """On a wide screen all controls are visible, also those of a game with a paradox."""
    async with Person(embedded.url) as ada:
        await ada.start_session()
        code = (await ada.request("POST", "/imports", json.loads(RECORD.read_text("utf-8"))))["code"]
        page = await visits.open_as(ada, f"/r/{code}", fresh=True)
        await page.locator("main input[type=range]").wait_for()
        await wait_until_idle(page)
        assert fonts_in(await page.evaluate(REQUESTED)) == {"nunito", "grandstander"}


def fonts_in(requested: list[str]) -> set[str]:
    return {found[1] for found in map(FONTS.search, requested) if found}


async def test_pages_do_not_jump_while_they_load(visits: Visits, embedded: Boxcats) -> None:
    """What is loaded later has its place, also with games to watch, open tables and a chat."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        running = await start_game(ada, bo, terms={"visibility": "public"})
        invite = (await ada.create_table(3, terms={"visibility": "public"}))["code"]
        for path in ("/lobby", f"/t/{invite}", f"/t/{running}", f"/r/{running}"):
            for size in (PHONE, WIDE):
                page = await visits.open_as(ada, path, size=size, fresh=True)
                assert await shift_of(page) <= MOST_SHIFT, f"{path} {size}"


async def test_table_is_joined_by_the_first_request(visits: Visits, embedded: Boxcats) -> None:
    """The WebSocket's URL contains the join, so the page need not send it, even if it is slow to start."""
    async with Person(embedded.url) as ada, Person(embedded.url) as bo:
        code = await start_game(ada, bo)
        page = await visits.open_as(ada, "/rules")
        await page.add_init_script(HOLD_LONG_TIMERS)
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
        async with page.expect_websocket() as opened:
            await page.goto(f"/t/{code}")
        assert "&first=%7B%22type%22%3A%22join%22" in (await opened.value).url
        await page.locator("[data-card]").first.wait_for()
        await page.evaluate("runLongTimers()")  # one sends a ping; one would send the join without an answer

        async def pinged() -> bool:
            return any("ping" in text for text in sent)

        await until(pinged)
        assert not [text for text in sent if "join" in text]


async def shift_of(page: Page) -> float:
    """Returns how far the contents of the page have moved until it is idle."""
    await page.locator("main button:visible").first.wait_for()
    await wait_until_idle(page)
    return float(await page.evaluate(SHIFT))
