"""The running composition: what its proxy admits, and play while a process dies."""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack

import httpx
import pytest
from playwright.async_api import Page, expect
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.players.accounts.sessions import SECURE_COOKIE
from app.settings import Settings
from tests.app.local_server import Running
from tests.e2e.browsing import Visits
from tests.e2e.context_pool import ContextPool
from tests.e2e.person import Mouse
from tests.e2e.server import Boxcats
from tests.e2e.tables import ENGLISH, create_table, points, sit_down, start
from tests.ops.exposition import scrape
from tests.ops.topology import Topology
from tests.services import MakeDatabase

PASSED_OVER = 2.0  # seconds, as in the Caddyfile
COMINGS = 5


async def test_process_does_not_start_before_the_migrations(
    new_sqlite: MakeDatabase, topology: Topology
) -> None:
    settings = {**topology.settings, "DATABASE_URL": f"sqlite:///{topology.caddy.folder}/none.sqlite3"}
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-m", "app"], env=settings, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Boxcats cannot start: the database sqlite+aiosqlite:///")
    assert done.stderr.endswith("is behind this version: run `python -m app.infra.database.migrate` first.\n")


async def test_cookies_are_for_https_alone(visitor: httpx.AsyncClient, topology: Topology) -> None:
    attributes = (await visitor.get("/api/me")).headers["set-cookie"].split("; ")
    assert {"Secure", "HttpOnly", "SameSite=lax"} <= set(attributes)
    async with httpx.AsyncClient(base_url=topology.apps[0].url) as direct:
        assert "Secure" not in (await direct.get("/api/me")).headers["set-cookie"]


@pytest.mark.parametrize(("trusted", "secure"), [("127.0.0.1", True), ("10.0.0.0/8", False), ("", False)])
async def test_https_header_is_taken_from_trusted_proxies_only(
    new_sqlite: MakeDatabase, trusted: str, secure: bool
) -> None:
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, trusted_proxies=trusted)
    async with Running(settings) as server, httpx.AsyncClient(base_url=server.url) as visitor:
        answer = await visitor.get("/api/me", headers={"X-Forwarded-Proto": "https"})
    assert ("Secure" in answer.headers["set-cookie"]) == secure


async def test_requests_of_other_origins_are_refused(visitor: httpx.AsyncClient, topology: Topology) -> None:
    for origin, status in ((topology.caddy.url, 200), ("https://localhost", 403), ("https://dogs", 403)):
        answer = await visitor.patch("/api/me", json={"name": "Ada"}, headers={"Origin": origin})
        assert answer.status_code == status, origin


async def test_websockets_of_other_origins_are_refused(
    visitor: httpx.AsyncClient, topology: Topology
) -> None:
    address = topology.caddy.url.replace("https", "wss") + "/ws"
    cookie = {"Cookie": f"{SECURE_COOKIE}={visitor.cookies[SECURE_COOKIE]}"}

    def socket_of(origin: str) -> connect:
        headers = {**cookie, "Origin": origin}
        return connect(address, ssl=topology.caddy.trust, additional_headers=headers)

    async with socket_of(topology.caddy.url):
        pass
    with pytest.raises(InvalidStatus, match="403"):
        await socket_of("https://dogs")


async def test_all_players_of_a_table_reach_one_process(
    visitor: httpx.AsyncClient, topology: Topology
) -> None:
    """Whether their first message is in the URL or not; by chance eight would do so once in 128 times."""
    address = topology.caddy.url.replace("https", "wss") + "/ws?table=abcdefgh"
    queries = ["", '&first={"type":"ping"}']
    headers = {"Cookie": f"{SECURE_COOKIE}={visitor.cookies[SECURE_COOKIE]}", "Origin": topology.caddy.url}
    for _ in range(COMINGS):
        async with AsyncExitStack() as stack:
            for number in range(8):
                query = queries[number % len(queries)]
                one = connect(address + query, ssl=topology.caddy.trust, additional_headers=headers)
                await stack.enter_async_context(one)
            if sorted(await sockets_of(topology)) == [0, 8]:
                return
        await asyncio.sleep(PASSED_OVER)
    raise AssertionError("the sockets of a table meet at one process")


async def test_internal_endpoints_are_not_reachable_through_the_proxy(
    visitor: httpx.AsyncClient, topology: Topology
) -> None:
    for path in ("/metrics", "/readyz"):
        assert (await visitor.get(path)).status_code == 404
        assert (await visitor.get(path, headers={"X-Forwarded-For": ""})).status_code == 404
    assert (await visitor.get("/api/me", headers={"X": "x" * 40_000})).status_code == 431
    async with httpx.AsyncClient(base_url=f"http://localhost:{topology.caddy.plain_port}") as plain:
        answer = await plain.get("/t/abc")
    assert answer.status_code == 308
    assert answer.headers["location"].startswith("https://localhost")
    assert visitor.cookies[SECURE_COOKIE] not in topology.caddy.log


async def test_game_continues_when_a_process_dies(contexts: ContextPool, topology: Topology) -> None:
    async with Visits(contexts, topology.caddy.url) as visits:
        host = await visits.open("/", ignore_https_errors=True)
        guest = await visits.open(await create_table(host, seats=2), ignore_https_errors=True)
        assert await guest.evaluate("isSecureContext")
        await sit_down(guest, 2)
        await start(host)
        theirs = await meeting_place(topology, host, guest)
        players = [Mouse(host, luck=1), Mouse(guest, luck=2)]
        await asyncio.gather(*(player.play_until(5) for player in players))
        theirs.kill()
        try:
            await asyncio.gather(*(player.play_to_the_end() for player in players))
        finally:
            await asyncio.to_thread(theirs.start)
        assert await points(host) == await points(guest)
        visits.ignore_errors("net::ERR_")
        visits.ignore_errors("WebSocket connection to")


async def sockets_of(topology: Topology) -> list[float]:
    """Returns the number of open sockets at each process."""
    return [(await scrape(app.url)).of("boxcats_sockets") for app in topology.apps]


async def meeting_place(topology: Topology, *pages: Page) -> Boxcats:
    """Returns the process that serves the players of this table.

    If the proxy skipped it for a moment, as it does with slow processes, the players reconnect until they
    share one.
    """
    for _ in range(COMINGS):
        sockets = await sockets_of(topology)
        if sorted(sockets) == [0, len(pages)]:
            return topology.apps[sockets.index(len(pages))]
        await asyncio.sleep(PASSED_OVER)
        for page in pages:
            await page.reload()
            await expect(page.get_by_role("grid", name=ENGLISH("cat_board"))).to_be_visible()
    raise AssertionError("the people of a table meet at one process")


async def test_players_do_not_notice_that_a_process_is_down(topology: Topology) -> None:
    """Runs last: the proxy skips the process for a moment after it is back."""
    app = topology.apps[0]
    app.kill()
    try:
        async with httpx.AsyncClient(base_url=topology.caddy.url, verify=topology.caddy.trust) as visitor:
            answers = [(await visitor.get("/api/me")).status_code for _ in range(10)]
    finally:
        await asyncio.to_thread(app.start)
    assert answers == [200] * 10
