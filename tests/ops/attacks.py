"""Requests that a proxy cannot finish although its servers are healthy, and that anybody can send."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.ops.caddy import Caddy

CHUNK = b"400\r\n" + 1024 * b"x" + b"\r\n"
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" + (
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
SHORT = "Content-Length: 5000\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"


@dataclass
class Connection:
    """One HTTP/1.1 connection to the proxy."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def request(self, method: str, path: str, headers: str = "", body: bytes = b"") -> None:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n"
        self.writer.write(head.encode() + body)
        await self.writer.drain()

    async def status(self) -> int:
        """Returns the status of the next response; 0 if the connection is closed without one."""
        try:
            words = (await self.reader.readline()).split()
        except OSError:
            return 0
        return int(words[1]) if words else 0

    def cut(self) -> None:
        self.writer.transport.abort()


async def connect(caddy: Caddy) -> Connection:
    place = urlsplit(caddy.url)
    trust: ssl.SSLContext = caddy.trust
    return Connection(*await asyncio.open_connection(place.hostname, place.port, ssl=trust))


async def too_big(connection: Connection) -> None:
    await connection.request("POST", "/", "Content-Length: 70000\r\n", 70_000 * b"x")
    await connection.status()


async def too_big_in_chunks(connection: Connection) -> None:
    await connection.request("POST", "/api/me", CHUNKED, 70 * CHUNK + b"0\r\n\r\n")
    await connection.status()


async def big_import(connection: Connection) -> None:
    """Within the size limit, but not a record of a game."""
    body = json.dumps({"x": 200_000 * "x"}).encode()
    await connection.request("POST", "/api/imports", f"Content-Length: {len(body)}\r\n", body)
    await connection.status()


async def cut_in_the_body(connection: Connection) -> None:
    await connection.request("POST", "/api/me", SHORT, 100 * b"x")


async def half_a_chunk(connection: Connection) -> None:
    await connection.request("POST", "/api/me", CHUNKED, b"400\r\n" + 100 * b"x")


async def no_chunk_at_all(connection: Connection) -> None:
    await connection.request("POST", "/api/me", CHUNKED, b"not a length\r\n")
    await connection.status()


async def slow_body(connection: Connection) -> None:
    """Trickles a body until the proxy times out."""
    await connection.request("POST", "/api/me", SHORT, 100 * b"x")
    await connection.status()


async def cut_before_the_answer(connection: Connection) -> None:
    await connection.request("GET", "/api/games")


async def cut_upgrade(connection: Connection) -> None:
    await connection.request("GET", "/ws", UPGRADE)


async def cut_socket(connection: Connection) -> None:
    """Cuts the connection in the middle of a frame, right after the upgrade."""
    await connection.request("GET", "/ws", UPGRADE)
    await connection.status()
    connection.writer.write(b"\x81\xff")
    await connection.writer.drain()


Attack = Callable[[Connection], Awaitable[None]]
QUICK: list[Attack] = [
    too_big,
    too_big_in_chunks,
    big_import,
    cut_in_the_body,
    half_a_chunk,
    no_chunk_at_all,
    cut_before_the_answer,
    cut_upgrade,
    cut_socket,
]
SLOW: list[Attack] = [slow_body]


async def attack(caddy: Caddy, one: Attack) -> None:
    """Runs one attack on a new connection, which is cut at the end."""
    connection = await connect(caddy)
    try:
        await one(connection)
    except OSError:  # the proxy closed the connection before everything was sent
        pass
    finally:
        connection.cut()
