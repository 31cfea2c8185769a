"""A TCP connection that can send anything, well-formed or not."""

import asyncio
import contextlib
import socket
import struct
from dataclasses import dataclass
from typing import Self

from tests.app.people import Person

LONGEST_WAIT = 15.0  # seconds; only reached if the server is broken
TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
CONTINUATION = 0x0


@dataclass
class Answer:
    """One raw HTTP response."""

    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes


class RawConnection:
    """Exchanges bytes with a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, url: str, room: int = 0) -> Self:
        """`room`: size of a small receive buffer in bytes, for clients that do not read."""
        host, port = url.removeprefix("http://").split(":")
        line = socket.create_connection((host, int(port)))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        return cls(*await asyncio.open_connection(sock=line, limit=room or 2**16))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def send_bytes(self, content: bytes | str) -> None:
        """Raises OSError once the server has closed the connection."""
        if self._writer.transport.is_closing():  # uvloop raises RuntimeError then
            raise ConnectionResetError
        self._writer.write(content if isinstance(content, bytes) else content.encode())
        await self._writer.drain()

    def finish(self) -> None:
        """Stops sending, and still receives."""
        with contextlib.suppress(OSError):
            self._writer.write_eof()

    async def request(self, request: bytes | str) -> Answer:
        await self.send_bytes(request)
        return await self.answer()

    async def answer(self, *, body: bool = True) -> Answer:
        """Returns the next response. `body`: false after HEAD and for upgrades."""
        async with asyncio.timeout(LONGEST_WAIT):
            first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            length = int(headers.get("content-length", 0)) if body else 0
            text = await (self._reader.read() if length == 0 and body else self._reader.readexactly(length))
        return Answer(int(first.split()[1]), headers, text)

    async def rest(self) -> bytes:
        """Returns all bytes until the server closes the connection."""
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(LONGEST_WAIT):
                return await self._reader.read()
        return b""

    async def upgrade(self, person: Person, **headers: str) -> Answer:
        """Requests a WebSocket upgrade as this person's page does."""
        return await self.request_socket("/ws", {"Cookie": cookies_of(person), **headers})

    async def request_socket(self, path: str, headers: dict[str, str]) -> Answer:
        wanted = {
            "Host": "cats",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": "A" * 22 + "==",
            "Sec-WebSocket-Version": "13",
            **headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in wanted.items())
        await self.send_bytes(f"GET {path} HTTP/1.1\r\n{lines}\r\n")
        return await self.answer(body=False)

    async def close_code(self) -> int:
        """Returns the close code of the server, 1006 if the connection was cut."""
        while True:
            try:
                opcode, payload = await self.frame()
            except (asyncio.IncompleteReadError, ConnectionError):
                return 1006
            if opcode == CLOSE:
                return int.from_bytes(payload[:2])

    async def frame(self) -> tuple[int, bytes]:
        """Returns opcode and payload of the server's next frame."""
        async with asyncio.timeout(LONGEST_WAIT):
            first, length = await self._reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack(">H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", await self._reader.readexactly(8))
            return first & 0x0F, await self._reader.readexactly(length)


def cookies_of(person: Person) -> str:
    return "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, rsv: int = 0, mask: bool = True) -> bytes:
    """Returns a frame of a client (RFC 6455, 5.2)."""
    first = (0x80 if fin else 0) | rsv << 4 | opcode
    bit, size = (0x80 if mask else 0), len(payload)
    if size < 126:
        head = bytes([first, bit | size])
    elif size < 2**16:
        head = bytes([first, bit | 126]) + struct.pack(">H", size)
    else:
        head = bytes([first, bit | 127]) + struct.pack(">Q", size)
    return head + (bytes(4) if mask else b"") + payload  # a mask of zeros changes nothing


def endless_body_of(person: Person, size: int) -> str:
    """Returns headers of a request of this person, and the beginning of a body of `size` bytes."""
    headers = {"Host": "cats", "Cookie": cookies_of(person), "Content-Length": str(size)}
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n{"
