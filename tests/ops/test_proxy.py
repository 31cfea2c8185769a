"""What visitors can do at the proxy without affecting others, and what the proxy returns and logs."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from engine.types import Json
from tests.ops.attacks import QUICK, Attack, attack
from tests.ops.caddy import Caddy
from tests.ops.topology import Topology
from tests.services import free_port

SMALL, LARGE = 16 * 1024, 256 * 1024  # bytes, as in app/infra/http/middleware/security.py
FROM = "127.9.8.7"  # address of a visitor
CODE, BROWSER = "abcdefgh", "a-rare-browser"


@pytest.mark.parametrize("kind", QUICK)
async def test_failed_requests_do_not_mark_a_process_as_down(
    topology: Topology, visitor: httpx.AsyncClient, kind: Attack
) -> None:
    """A request that cannot be passed on does not mean that the process is down."""
    answers = []
    for _ in range(4):
        await asyncio.gather(*(attack(topology.caddy, kind) for _ in range(4)))
        answers += [await visitor.patch("/api/me", json={"name": "Ada"}), await visitor.get("/api/games")]
    assert [answer.status_code for answer in answers] == [200] * 8
    assert "no upstreams available" not in topology.caddy.log


@pytest.mark.parametrize("in_chunks", [False, True])
@pytest.mark.parametrize(
    ("path", "size", "status", "code"),
    [
        ("/api/tables", SMALL, 422, "malformed"),
        ("/api/tables", SMALL + 1, 413, "too_big"),
        ("/api/imports", LARGE, 422, "bad_record"),
        ("/api/imports", LARGE + 1, 413, "too_big"),
        ("/api/imports/x", SMALL + 1, 413, "too_big"),
        ("/api/packs", LARGE, 409, "no_account"),
        ("/api/packs/preview", LARGE, 409, "no_account"),
        ("/api/packs/abcdefgh1234", LARGE, 405, "wrong_method"),
        ("/api/packs/reports", SMALL + 1, 413, "too_big"),
    ],
)
async def test_proxy_has_the_body_limits_of_the_app(
    visitor: httpx.AsyncClient, path: str, size: int, status: int, code: str, *, in_chunks: bool
) -> None:
    body = b'"' + (size - 2) * b"x" + b'"'
    headers = {"Content-Type": "application/json"}
    answer = await visitor.post(path, content=_pieces(body) if in_chunks else body, headers=headers)
    assert (answer.status_code, answer.json()) == (status, {"code": code})
    assert ("x-request-id" in answer.headers) == (status != 413), "the proxy itself refuses it"


async def _pieces(body: bytes, pause_s: float = 0) -> AsyncIterator[bytes]:
    for start in range(0, len(body), 10_000):
        yield body[start : start + 10_000]
        await asyncio.sleep(pause_s)


async def test_proxy_waits_for_uploads_as_long_as_the_app(visitor: httpx.AsyncClient) -> None:
    """Of a slow phone; it was cut off, and answered 200 without content."""
    body = b'"' + (LARGE - 2) * b"x" + b'"'
    headers = {"Content-Type": "application/json"}
    answer = await visitor.post("/api/imports", content=_pieces(body, 0.45), headers=headers)
    assert (answer.status_code, answer.json()) == (422, {"code": "bad_record"})


async def test_headers_of_https_responses(visitor: httpx.AsyncClient, topology: Topology) -> None:
    """The proxy uses its own authority here: browsers must not remember it for long."""
    for path in ("/", "/api/me", "/metrics"):
        assert (await visitor.get(path)).headers["strict-transport-security"] == "max-age=86400"
    assert (await visitor.get("/")).headers["cross-origin-opener-policy"] == "same-origin"
    assert (await visitor.get("/api/nothing")).headers["cross-origin-opener-policy"] == "same-origin"
    for url in (f"http://localhost:{topology.caddy.plain_port}", topology.apps[0].url):
        async with httpx.AsyncClient(base_url=url) as plain:
            headers = (await plain.get("/")).headers
        assert not {"strict-transport-security", "cross-origin-opener-policy"} & headers.keys()


async def test_proxy_log_contains_no_identifying_data(topology: Topology) -> None:
    before = len(topology.caddy.log)
    await _ask(
        topology.caddy, f"/t/{CODE}", f"/api/tables/{CODE}/seats?x={CODE}", f"/{CODE}", f"/ws?table={CODE}"
    )
    lines = await _lines(topology.caddy, before, 4)
    shown = {line["request"]["uri"] for line in lines if line["logger"].startswith("http.log.access")}
    assert shown == {"/t/*", "/api/tables*", "*", "/ws*"}
    assert {line["request"]["remote_ip"] for line in lines} == {"127.9.8.0"}


async def test_proxy_log_contains_no_identifying_data_when_servers_are_down() -> None:
    with Caddy(free_port()) as caddy:
        [answer] = await _ask(caddy, f"/t/{CODE}")
        assert answer.status_code in (502, 503)
        assert [line["level"] for line in await _lines(caddy, 0, 1)] == ["error"]


async def test_proxy_closes_its_idle_connections() -> None:
    """It must close them before the servers do: a request sent at that moment would be lost."""
    loop = asyncio.get_running_loop()
    idle: asyncio.Future[float] = loop.create_future()  # how long the first was, in seconds

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        since, is_counted = 0.0, False
        while line := await reader.readline():
            is_counted = is_counted or b"/idle" in line
            if line == b"\r\n":
                await asyncio.sleep(0.2)  # requests at the same time use connections of their own
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
                since = loop.time()
        if is_counted and not idle.done():
            idle.set_result(loop.time() - since)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        with Caddy(server.sockets[0].getsockname()[1]) as caddy:
            answers = await asyncio.gather(*(_ask(caddy, "/idle") for _ in range(3)))
            assert [one.status_code for [one] in answers] == [204] * 3
            async with asyncio.timeout(30):  # checks of health use one of them again and again
                assert await idle > 1, "it is not used again"


async def _ask(caddy: Caddy, *paths: str) -> list[httpx.Response]:
    transport = httpx.AsyncHTTPTransport(local_address=FROM, verify=caddy.trust)
    headers = {"User-Agent": BROWSER, "Referer": f"{caddy.url}/t/{CODE}", "Cookie": "a=secret-cookie"}
    async with httpx.AsyncClient(
        base_url=caddy.url, transport=transport, headers=headers, timeout=30
    ) as visitor:
        return [await visitor.get(path) for path in paths]


async def _lines(caddy: Caddy, start: int, count: int) -> list[Json]:
    """Waits for this many log lines about requests since then; checks that they contain no secrets."""
    found: list[str] = []
    async with asyncio.timeout(10):
        while len(found) < count:
            await asyncio.sleep(0.01)
            found = [line for line in caddy.log[start:].splitlines() if '"request":' in line]
    for secret in (FROM, BROWSER, CODE, "secret-cookie"):
        assert secret not in caddy.log
    return [json.loads(line) for line in found]
