"""A minimal client of the public WebSocket protocol, for load tests."""

import asyncio
import json
import struct
from collections.abc import Callable
from typing import Any, cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MASK = bytes(4)  # clients must mask frames; XOR with zero changes nothing
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)

Json = dict[str, Any]


class Page(asyncio.Protocol):
    """One WebSocket. Calls `on_message` with every message as parsed JSON."""

    def __init__(self, host: str, path: str, cookie: str, on_message: Callable[["Page", Json], None]) -> None:
        self._hello = UPGRADE.format(host=host, path=path, cookie=cookie).encode()
        self._on_message = on_message
        self._received = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: int | None = None  # the close code
        self.version, self.turn = -1, 0
        self.view: Json = {}
        self.size = 0  # bytes of the last message, with its frame

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)  # uvloop's own is no subclass
        self._transport.write(self._hello)

    def connection_lost(self, _: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self.open.done():
            self.open.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self.open.done():
            head, there, self._received = self._received.partition(b"\r\n\r\n")
            if not there:
                self._received = head
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self.open.set_result(None)
        self._take_frames()

    def send(self, message: Json) -> None:
        self._send_frame(TEXT, json.dumps(message).encode())

    def close(self) -> None:
        self._transport.close()

    def _send_frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes((0x80 | kind, 0x80 | size)) if size < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, size)
        )
        self._transport.write(head + MASK + payload)

    def _take_frames(self) -> None:
        received, at = self._received, 0
        while len(received) - at >= 2:
            size, start = received[at + 1] & 0x7F, at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, start = int.from_bytes(received[start : start + width], "big"), start + width
            if len(received) < start + size:
                break
            self.size = start + size - at
            self._frame(received[at] & 0x0F, received[start : start + size])
            at = start + size
        self._received = received[at:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            message = json.loads(payload)
            if message["type"] == "update":
                self._update(message)
            self._on_message(self, message)
        elif kind == PING:
            self._send_frame(PONG, payload)
        elif kind == CLOSE:
            self.closed = int.from_bytes(payload[:2], "big")

    def _update(self, update: Json) -> None:
        if "view" in update:
            self.view = update["view"]
        else:
            assert update["base"] == self.version, "a gap"
            merge(self.view, update["patch"])
        self.version, self.turn = update["version"], update.get("turn", 0)


async def connect(
    host: str, port: int, cookie: str, on_message: Callable[[Page, Json], None], path: str = "/ws"
) -> Page:
    """Connects and returns the page after the handshake. Raises ConnectionError."""
    loop = asyncio.get_running_loop()
    _, page = await loop.create_connection(lambda: Page(host, path, cookie, on_message), host, port)
    await page.open
    return page


def merge(target: Json, patch: Json) -> None:
    """Applies a JSON merge patch (RFC 7396) in place."""
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        elif isinstance(value, dict):
            inner = target.get(key)
            if not isinstance(inner, dict):
                inner = target[key] = {}
            merge(inner, value)
        else:
            target[key] = value


def legal_moves(view: Json) -> list[Json]:
    """Returns the legal moves that a view of Cat in the Box lists for its seat."""
    legal = view.get("legal", {})
    return [
        *({"kind": "set_aside", "card": card} for card in legal.get("set_aside", ())),
        *({"kind": "bid", "tricks": tricks} for tricks in legal.get("bid", ())),
        *(
            {"kind": "declare", "card": int(space[-1]), "color": space[:-1]}
            for space in legal.get("declare", ())
        ),
    ]
