"""Slow connections time out, and others are served meanwhile."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.infra.fair_queue import FairQueue
from app.infra.http import request_body, uvicorn_protocols
from app.settings import Settings
from tests.app.branches import import_record
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person
from tests.engine.walks import walk
from tests.security.raw_connection import RawConnection, cookies_of, frame
from tests.services import MakeDatabase

RECORD = walk(4, "white", 1).record()
SOON, ANSWERED = 0.8, 1.5  # seconds, instead of the usual timeouts
LATE = 5.0  # margin for a busy machine
TRICKLE = 0.05
MANY = 300


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "HEADERS_TIMEOUT_S": SOON,
        "CLOSE_TIMEOUT_S": SOON,
        "RESPONSE_TIMEOUT_S": ANSWERED,
    }.items():
        monkeypatch.setattr(uvicorn_protocols, name, value)


async def trickle(wire: RawConnection, start: str, then: str) -> float:
    """Sends a little repeatedly; returns for how many seconds the server kept reading."""
    since = time.monotonic()
    with contextlib.suppress(OSError):
        await wire.send_bytes(start)
        while time.monotonic() - since < 2 * LATE:
            await wire.send_bytes(then)
            await asyncio.sleep(TRICKLE)
    return time.monotonic() - since


async def wait_for_connections(server: Running, connections: int) -> None:
    async with asyncio.timeout(LATE):
        while server.connections != connections:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def served(server: Running) -> float:
    """Returns how many seconds another client waits for a response, on a connection that is not idle yet."""
    since = time.monotonic()
    async with Person(server.url) as person:
        assert (await person.http.get("/api/me")).status_code == 200
    return time.monotonic() - since


async def test_hundreds_of_trickling_headers_time_out(server: Running, quiet: None) -> None:
    async with contextlib.AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(await RawConnection.open(server.url)) for _ in range(MANY)]
        slow = [trickle(wire, "GET / HTTP/1.1\r\nHost: cats\r\n", "X-Slow: 1\r\n") for wire in wires]
        listening = [asyncio.create_task(one) for one in slow]
        await asyncio.sleep(SOON / 3)
        assert await served(server) < LATE / 2
        assert max(await asyncio.gather(*listening)) < LATE


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/ws?" + "x" * 9000, {}, 414),
        ("/ws", {"Cookie": "x" * 9000}, 431),
        ("/ws", {f"X-{number}": "" for number in range(150)}, 431),
    ],
    ids=["long line", "long header", "many headers"],
)
async def test_upgrade_that_websockets_refuses_is_closed(
    server: Running, quiet: None, path: str, headers: dict[str, str], status: int
) -> None:
    """uvicorn does not see these requests, which once stayed open without any limit."""
    async with await RawConnection.open(server.url) as wire:
        assert (await wire.request_socket(path, headers)).status == status
        await wire.rest()
        await wait_for_connections(server, 0)


async def test_silent_connection_times_out(server: Running) -> None:
    async with await RawConnection.open(server.url) as wire:
        since = time.monotonic()
        assert await wire.rest() == b""
        assert SOON / 2 < time.monotonic() - since < LATE


async def test_next_request_on_a_connection_times_out(server: Running) -> None:
    async with await RawConnection.open(server.url) as wire:
        assert (await wire.request("GET /healthz HTTP/1.1\r\nHost: cats\r\n\r\n")).status == 200
        assert await trickle(wire, "GET / HTTP/1.1\r\n", "X-Slow: 1\r\n") < LATE


async def test_trickling_body_times_out(server: Running, new_player: NewPerson, quiet: None) -> None:
    """The connection is closed, and the partial body is not acted on."""
    ada = await new_player("Ada")
    head = f"PATCH /api/me HTTP/1.1\r\nHost: cats\r\nCookie: {cookies_of(ada)}\r\nContent-Length: 900\r\n\r\n"
    async with await RawConnection.open(server.url) as wire:
        assert await trickle(wire, head + '{"name": "Eve"}', " ") < LATE
    assert (await ada.request("GET", "/me"))["name"] == "Ada"


async def test_slow_uploads_leave_their_places_to_others(
    server: Running, new_player: NewPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are refused long before a response times out, and others import meanwhile."""
    monkeypatch.setattr(uvicorn_protocols, "RESPONSE_TIMEOUT_S", 4 * LATE)
    monkeypatch.setattr(request_body, "UPLOAD_GRACE_S", SOON)
    imports = server.services.archive.game_imports
    monkeypatch.setattr(imports, "uploads", FairQueue(9, 9, max_running=2, max_running_per_address=2))
    eve, ada = await new_player("Eve"), await new_player("Ada")
    headers = f"Host: cats\r\nCookie: {cookies_of(eve)}\r\nContent-Length: 900\r\n"
    head = f"POST /api/imports HTTP/1.1\r\n{headers}\r\n"
    async with await RawConnection.open(server.url) as one, await RawConnection.open(server.url) as two:
        for wire in (one, two):
            await wire.send_bytes(head + "{")
        await asyncio.sleep(SOON / 4)  # both have their places
        assert (await asyncio.wait_for(import_record(ada, RECORD), LATE)).status_code == 200
        for wire in (one, two):
            answer = await wire.answer()
            assert (answer.status, json.loads(answer.body)["code"]) == (400, "too_slow")


async def test_unfinished_upgrade_times_out(server: Running) -> None:
    async with await RawConnection.open(server.url) as wire:
        start = "GET /ws HTTP/1.1\r\nHost: cats\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        assert await trickle(wire, start, "X-Slow: 1\r\n") < LATE


async def test_client_that_does_not_read_is_disconnected(
    idle_server: Running, build: Path, quiet: None
) -> None:
    """Eight megabytes for a client that reads four kilobytes: the file is not held open forever."""
    async with await RawConnection.open(idle_server.url, room=4096) as wire:
        await wire.send_bytes("GET /_app/immutable/big.bin HTTP/1.1\r\nHost: cats\r\n\r\n")
        await wait_for_connections(idle_server, 1)
        await wait_for_connections(idle_server, 0)


async def test_active_connection_may_outlast_the_timeout(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sequential requests on one connection, for longer than any single one may take."""
    monkeypatch.setattr(uvicorn_protocols, "HEADERS_TIMEOUT_S", 5 * SOON)  # margin for a busy machine
    async with await RawConnection.open(server.url) as wire:
        for _ in range(12):
            assert (await wire.request("GET /healthz HTTP/1.1\r\nHost: cats\r\n\r\n")).status == 200
            await asyncio.sleep(SOON / 2)


@pytest.fixture
async def idle_server(new_sqlite: MakeDatabase, build: Path) -> AsyncIterator[Running]:
    """A server without other clients."""
    settings = Settings(database_url=await new_sqlite(), secret_key="k" * 32, web_build=build)
    async with Running(settings) as server:
        yield server


async def test_idle_connections_are_bounded(idle_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest idle ones are closed, and requests are still served."""
    for name, value in {
        "MAX_NEW_CONNECTIONS": 20,
        "NEW_CONNECTION_GRACE_S": 0.1,
        "HEADERS_TIMEOUT_S": 20.0,
    }.items():
        monkeypatch.setattr(uvicorn_protocols, name, value)
    async with contextlib.AsyncExitStack() as stack:
        wires = []
        for _ in range(60):
            wires.append(await stack.enter_async_context(await RawConnection.open(idle_server.url)))
            await asyncio.sleep(0.01)
        assert (await wires[-1].request("GET /healthz HTTP/1.1\r\nHost: cats\r\n\r\n")).status == 200
        for wire in wires[:30]:
            assert await wire.rest() == b""
        await wires[-2].send_bytes("GET /healthz HTTP/1.1\r\n")
        await asyncio.sleep(0.05)
        assert (await wires[-2].request("Host: cats\r\n\r\n")).status == 200


async def test_closed_websocket_is_removed_though_the_client_does_not_read(
    idle_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last messages stay in the buffers of a connection that the client keeps open; it is aborted."""
    async with Person(idle_server.url) as ada:
        await ada.start_session()
        code = (await ada.create_table())["code"]
        hub = idle_server.tables.hub
        async with await RawConnection.open(idle_server.url, room=4096) as deaf:
            await deaf.upgrade(ada)
            await deaf.send_bytes(frame(1, b'{"type":"join","protocol":1,"table":"%s"}' % code.encode()))
            await deaf.frame()
            [subscriber] = hub.subscribers_of(code)
            while not subscriber.send_queue.finished:
                subscriber.send_queue.put("x" * 100_000)
                await asyncio.sleep(0)
            await ada.http.aclose()
            await wait_for_connections(idle_server, 0)
