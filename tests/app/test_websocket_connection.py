"""WebSocket connections: malformed messages, floods, strangers and slow clients do not affect others."""

import asyncio
import json
import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, NoReturn
from urllib.parse import urlencode

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Message
from uvicorn.protocols.utils import ClientDisconnected
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.core.errors import NoSession
from app.core.token_bucket import Rate, TokenBucket
from app.infra.http.server import MAX_HEAD_BYTES
from app.infra.rate_limits import SocketCounter
from app.infra.websocket.connection import Opened, WebSocketRouter
from app.infra.websocket.send_queue import MAX_LENGTH, SendQueue
from app.players.accounts.sessions import COOKIE
from app.settings import Settings
from tests.app.local_server import Running
from tests.app.people import NewPerson, Person
from tests.services import MakeDatabase

pytestmark = pytest.mark.backend("any")

GARBAGE = [
    "",
    "hello",
    "[]",
    "null",
    "{",
    '{"type":"dance"}',
    '{"type":"ping","loud":true}',
    '{"type":"ping","type":"pong"}',
    '{"type":"join","table":"abc"}',
    '{"type":"join","protocol":"1","table":"abc"}',
    '{"type":"join","protocol":1,"table":"abc","log_from":-1}',
    '{"type":"join","protocol":1,"table":""}',
    '{"type":"join","protocol":1,"table":"' + "x" * 17 + '"}',
    '{"type":"play","id":"","turn":0,"move":{}}',
    '{"type":"play","id":"a\\u0000","turn":0,"move":{}}',
    '{"type":"play","id":"a","turn":0,"move":[]}',
    '{"type":"play","id":"a","turn":-1,"move":{}}',
    '{"type":"play","id":"a","turn":0,"move":{},"seat":1}',
    "[" * 3000,
    '{"a":' * 600 + "1" + "}" * 600,
    b'{"type":"ping"}',
    b"\xff\xfe",
]


@pytest.mark.parametrize("words", GARBAGE, ids=[str(words)[:60] or "nothing" for words in GARBAGE])
async def test_malformed_message_closes_the_connection(new_person: NewPerson, words: str | bytes) -> None:
    page = await (await new_person()).connect()
    await page.socket.send(words)
    assert await page.receive() == {"type": "refused", "code": "malformed"}
    assert await page.wait_closed() == 4400


SHORT_GARBAGE = [one for one in GARBAGE if isinstance(one, str) and len(one) < 200]  # for a URL


@pytest.mark.parametrize("words", SHORT_GARBAGE, ids=repr)
async def test_malformed_message_in_the_url_closes_the_connection(new_person: NewPerson, words: str) -> None:
    page = await (await new_person()).connect(f"/ws?{urlencode({'first': words})}")
    assert await page.receive() == {"type": "refused", "code": "malformed"}
    assert await page.wait_closed() == 4400


async def test_first_message_in_the_url_joins(new_person: NewPerson) -> None:
    ada = await new_person()
    code = (await ada.create_table(2))["code"]
    join = json.dumps({"type": "join", "protocol": 1, "table": code})
    page = await ada.connect(f"/ws?{urlencode({'table': code, 'first': join})}")
    assert (await page.next("table"))["table"]["code"] == code
    await page.join(code)  # as a page does that waited in vain
    assert (await page.next("table"))["table"]["code"] == code


async def test_first_message_in_the_url_may_be_any(new_person: NewPerson) -> None:
    """It has no right that a received message has not: neither before a join nor without a limit."""
    play = json.dumps({"type": "play", "id": "a", "turn": 0, "move": {}})
    page = await (await new_person()).connect(f"/ws?{urlencode({'first': play})}")
    assert await page.receive() == {"type": "refused", "id": "a", "code": "malformed"}
    assert await page.wait_closed() == 4400
    with pytest.raises(InvalidStatus, match="414"):
        await (await new_person()).connect(f"/ws?first={'x' * 9000}")


async def test_first_message_must_be_join(new_person: NewPerson) -> None:
    page = await (await new_person()).connect()
    await page.send({"type": "play", "id": "a", "turn": 0, "move": {}})
    assert await page.receive() == {"type": "refused", "id": "a", "code": "malformed"}
    assert await page.wait_closed() == 4400


async def test_oversized_message_closes_the_connection(new_person: NewPerson) -> None:
    page = await (await new_person()).connect()
    await page.send({"type": "join", "protocol": 1, "table": "x" * 5000})
    assert await page.wait_closed() == 1009


async def test_unknown_table_closes_the_connection(new_person: NewPerson) -> None:
    for code in ("nosuch", "\x00", "a'b", "猫"):
        page = await (await new_person()).connect()
        await page.join(code)
        assert await page.receive() == {"type": "refused", "code": "table_not_found"}
        assert await page.wait_closed() == 4404


async def test_outdated_page_is_closed(new_person: NewPerson) -> None:
    page = await (await new_person()).connect()
    await page.send({"type": "join", "protocol": 0, "table": "abc"})
    assert await page.wait_closed() == 4426


async def test_connection_requires_a_session(new_person: NewPerson) -> None:
    ada = await new_person()
    for cookie in ("", f"{COOKIE}=forged"):
        page = await ada.connect(Cookie=cookie)
        assert await page.wait_closed() == 4401


async def test_disconnect_during_a_refusal_is_not_an_error() -> None:
    """The refused client is gone before the close frame can be sent."""
    sent: list[str] = []

    async def refuse(_: HTTPConnection) -> NoReturn:
        raise NoSession

    def never_opened(_: Opened) -> NoReturn:
        raise AssertionError

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.close":
            raise ClientDisconnected

    router = WebSocketRouter({"/ws": never_opened}, refuse, SocketCounter(1, 1), [])
    await router({"type": "websocket", "path": "/ws", "headers": []}, receive, send)
    assert sent == ["websocket.accept", "websocket.close"]


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://[", "file://"]
)
async def test_connection_from_another_origin_is_refused(new_person: NewPerson, origin: str) -> None:
    ada = await new_person()
    with pytest.raises(InvalidStatus) as refusal:
        await ada.connect(Origin=origin)
    assert refusal.value.response.status_code == 403
    for method, path in (("POST", "/api/tables"), ("PATCH", "/api/me")):
        response = await ada.http.request(method, path, json={}, headers={"Origin": origin})
        assert (response.status_code, response.json()) == (403, {"code": "forbidden_origin"})


async def test_endless_headers_are_refused(running: Running) -> None:
    """Once they are too long, before they fill the memory."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(running.url.split(":")[-1]))
    writer.write(b"GET / HTTP/1.1\r\nHost: cats\r\nX-Cat: m" + b"e" * (MAX_HEAD_BYTES + 1))
    async with asyncio.timeout(10):
        assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
    writer.close()


@pytest.mark.parametrize("path", ["/", "/wss", "/api/me", "/ws/x"])
async def test_unknown_websocket_paths_are_refused(new_person: NewPerson, path: str) -> None:
    ada = await new_person()
    with pytest.raises(InvalidStatus) as refusal:
        await connect(ada.url.replace("http", "ws", 1) + path)
    assert refusal.value.response.status_code == 403


async def test_flood_closes_its_own_connection_only(new_database: MakeDatabase) -> None:
    settings = Settings(
        database_url=await new_database(), secret_key="k" * 32, socket_rate=0.001, socket_burst=5
    )
    async with Running(settings) as server, Person(server.url) as ada, Person(server.url) as bo:
        await ada.start_session()
        await bo.start_session()
        loud, calm = await ada.connect(), await bo.connect()
        for _ in range(6):
            await loud.send({"type": "ping"})
        assert await loud.wait_closed() == 4429
        assert len(loud.received) == 5
        again = await ada.connect("/ws?" + urlencode({"first": '{"type":"ping"}'}))
        assert await again.wait_closed() == 4429
        await calm.send({"type": "ping"})
        assert (await calm.receive())["type"] == "pong"


def test_bucket_refills() -> None:
    now = [0.0]
    bucket = TokenBucket(Rate(burst=3, per_second=2), clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.4
    assert not bucket.take()
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


async def test_client_that_never_reads_is_disconnected(running: Running, new_person: NewPerson) -> None:
    """Its socket and its queue are full: it is disconnected, and others are not affected."""
    ada, bo = await new_person(), await new_person()
    code = (await ada.create_table(4))["code"]
    hub = running.tables.hub
    deaf = await _deaf_socket(ada, code)
    [subscriber] = hub.subscribers_of(code)
    page = await bo.open_page(code)
    while subscriber in hub.subscribers_of(code):
        subscriber.send_queue.put("x" * 100_000)
        await asyncio.sleep(0)
    await bo.sit(code, 1)
    assert (await page.next("table"))["table"]["seats"][1]["you"]
    deaf.close()


async def test_timeout_ends_only_the_wait_for_a_slow_client() -> None:
    """What its handler does at that moment, such as a move, is completed."""

    async def never_returns(*_: object) -> Any:
        await asyncio.Event().wait()

    send_queue = SendQueue(never_returns)
    for _ in range(MAX_LENGTH + 2):
        send_queue.put("x")
    await asyncio.sleep(0)  # a cancellation would arrive here
    await send_queue.close()

    send_queue = SendQueue(never_returns)
    reader = asyncio.create_task(send_queue.wait_for(never_returns))
    await asyncio.sleep(0)
    for _ in range(MAX_LENGTH + 2):
        send_queue.put("x")
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert send_queue.overflowed
    await send_queue.close()


async def test_batched_message_waits_for_one_loop_iteration() -> None:
    written: list[list[str]] = []
    queued: list[Message] = []

    def write_now(texts: Sequence[str]) -> bool:
        takes = len(written) < 2
        if takes:
            written.append(list(texts))
        return takes

    async def send(message: Message) -> None:
        queued.append(message)

    send_queue = SendQueue(send, write_now)
    send_queue.put_batched("1")
    send_queue.put("2")
    assert written == [["1", "2"]]
    send_queue.put_batched("3")
    assert written == [["1", "2"]]
    await asyncio.sleep(0)
    assert written == [["1", "2"], ["3"]]
    send_queue.put_batched("4")  # the socket is not writable now
    send_queue.finish(1000)
    await send_queue.close()
    text = {"type": "websocket.send", "text": "4"}
    assert (len(written), queued) == (2, [text, {"type": "websocket.close", "code": 1000}])


async def test_message_that_could_be_written_at_once_waits_for_those_before_it() -> None:
    written: list[str] = []
    may_send, is_writable = asyncio.Event(), False

    async def send(message: Message) -> None:
        await may_send.wait()
        written.append(message["text"])

    def write_now(texts: Sequence[str]) -> bool:
        if is_writable:
            written.extend(texts)
        return is_writable

    send_queue = SendQueue(send, write_now)
    send_queue.put("1")
    await asyncio.sleep(0)  # it is being sent
    is_writable = True
    send_queue.put("2")
    may_send.set()
    await send_queue.close()
    assert written == ["1", "2"]


async def _deaf_socket(person: Person, code: str) -> socket.socket:
    """Returns a socket that has joined a table and is not read any more."""
    host, port = person.url.removeprefix("http://").split(":")
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(deaf, (host, int(port)))
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    upgrade = (
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookies}\r\n\r\n"
    )
    await loop.sock_sendall(deaf, upgrade.encode())
    await loop.sock_recv(deaf, 1000)
    join = json.dumps({"type": "join", "protocol": 1, "table": code}).encode()
    await loop.sock_sendall(deaf, bytes([0x81, 0x80 | len(join)]) + bytes(4) + join)
    await loop.sock_recv(deaf, 100)
    return deaf


async def test_shutdown_closes_connections_with_1012(new_database: MakeDatabase) -> None:
    settings = Settings(database_url=await new_database(), secret_key="k" * 32, bot_pause=0)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Running(settings))
        async with Person(server.url) as ada:
            await ada.start_session()
            page = await ada.open_page((await ada.create_table())["code"])
            await stack.aclose()
            assert await page.wait_closed() == 1012


async def test_closing_connection_is_not_written_to(running: Running, new_person: NewPerson) -> None:
    """uvloop would raise while other connections are served."""
    before = set(running.websockets)  # connections of other tests that are being closed
    page = await (await new_person()).connect()
    await page.send({"type": "ping"})
    await page.next("pong")
    [ours] = set(running.websockets) - before
    assert ours.write_now(['{"type":"pong"}'])
    assert await page.next("pong")
    ours.transport.close()
    assert not ours.write_now(['{"type":"pong"}'])
