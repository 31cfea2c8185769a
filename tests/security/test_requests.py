"""Requests that the server and a proxy could read differently, and requests without limits."""

import asyncio
import contextlib

import pytest

from tests.app.local_server import Running
from tests.security.raw_connection import RawConnection

HOST = "Host: cats\r\n"
HIDDEN = "GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n"  # must never be read as another request
MUCH = 400_000
START = f"POST /api/tables HTTP/1.1\r\n{HOST}"
CHUNKED = f"{START}Transfer-Encoding: chunked\r\n\r\n"
SMUGGLED = {
    "two lengths": f"{START}Content-Length: 0\r\nContent-Length: {len(HIDDEN)}\r\n\r\n",
    "a length with a sign": f"{START}Content-Length: +0\r\n\r\n",
    "a length that is negative": f"{START}Content-Length: -1\r\n\r\n",
    "a length in hexadecimal": f"{START}Content-Length: 0x0\r\n\r\n",
    "length and chunks": f"{START}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and length": f"{START}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "a coding we do not know": f"{START}Transfer-Encoding: xchunked\r\n\r\n",
    "chunked twice": f"{START}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "chunked behind a tab": f"{START}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    "a space before the colon": f"{START}Content-Length : 0\r\n\r\n",
    "a chunk of bad length": f"{CHUNKED}z\r\n\r\n",
    "a chunk without its end": f"{CHUNKED}1\r\nxx0\r\n\r\n",
    "an endless chunk length": CHUNKED + "0" * 30_000,
    "lines that end in LF": "POST /api/tables HTTP/1.1\nHost: cats\nContent-Length: 5\nContent-Length: 0\n\n",
    "no host": "POST /api/tables HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    "two hosts": f"{START}Host: dogs\r\n\r\n",
    "a control character": f"{START}X: a\x00b\r\n\r\n",
    "two versions": f"POST /api/tables HTTP/1.1 HTTP/1.1\r\n{HOST}\r\n",
}


@pytest.mark.parametrize("request_", SMUGGLED.values(), ids=SMUGGLED.keys())
async def test_no_request_is_hidden_in_another(server: Running, quiet: None, request_: str) -> None:
    """There is one response, a refusal, and the connection is closed."""
    async with await RawConnection.open(server.url) as wire:
        await wire.send_bytes(request_ + HIDDEN)
        received = await wire.rest()
    assert received.count(b"HTTP/1.1 ") == 1
    assert b'"ok":true' not in received
    assert received.split()[1] in (b"400", b"401", b"413", b"422")


async def test_pipelined_requests_are_answered_in_order(server: Running) -> None:
    first, second = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n", f"GET /api/nothing HTTP/1.1\r\n{HOST}\r\n"
    async with await RawConnection.open(server.url) as wire:
        assert (await wire.request(first + second)).status == 200
        assert (await wire.answer()).status == 404


@pytest.mark.parametrize(
    "head",
    [
        f"GET /{'a' * MUCH} HTTP/1.1\r\n{HOST}\r\n",
        f"GET /?{'a=1&' * MUCH} HTTP/1.1\r\n{HOST}\r\n",
        f"GET / HTTP/1.1\r\n{HOST}X: {'a' * MUCH}\r\n\r\n",
        f"GET / HTTP/1.1\r\n{HOST}" + "X: a\r\n" * MUCH + "\r\n",
        f"{'G' * MUCH} / HTTP/1.1\r\n{HOST}\r\n",
    ],
    ids=["address", "query", "header", "headers", "method"],
)
async def test_oversized_head_is_refused(server: Running, quiet: None, head: str) -> None:
    """Or the connection is closed while it is still being sent."""
    async with await RawConnection.open(server.url) as wire:
        with contextlib.suppress(OSError):
            await wire.send_bytes(head)
        received = await wire.rest()
    assert received == b"" or received.startswith(b"HTTP/1.1 400 ")


async def test_head_of_the_size_that_browsers_send_is_accepted(server: Running) -> None:
    async with await RawConnection.open(server.url) as wire:
        head = f"GET /t/abc?{'a' * 2000} HTTP/1.1\r\n{HOST}Cookie: other={'a' * 8000}\r\n\r\n"
        assert (await wire.request(head)).status == 200


async def test_oversized_body_is_refused(server: Running, quiet: None) -> None:
    """As soon as it exceeds the limit, whatever length was announced."""
    for announced in ("Content-Length: 99999999999", "Transfer-Encoding: chunked"):
        async with await RawConnection.open(server.url) as wire:
            await wire.send_bytes(f"POST /api/tables HTTP/1.1\r\n{HOST}{announced}\r\n\r\n")
            part = b"x" * 4000 if "Length" in announced else b"fa0\r\n" + b"x" * 4000 + b"\r\n"
            for _ in range(5):
                await wire.send_bytes(part)
            assert (await wire.answer()).body == b'{"code":"too_big"}'


async def test_hundreds_of_pipelined_requests(server: Running, quiet: None) -> None:
    async with await RawConnection.open(server.url) as wire:
        await wire.send_bytes(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n" * 300)
        async with asyncio.timeout(10):
            for _ in range(300):
                assert (await wire.answer()).status == 200
