"""Reads request bodies up to a limit."""

import asyncio

from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive

from app.core.errors import TooBig, TooSlow

# An upload that is slower after its first seconds would hold a place for which others wait.
UPLOAD_GRACE_S, UPLOAD_BYTES_PER_S = 5.0, 16_384


async def read_body(receive: Receive, max_bytes: int) -> bytes:
    """Returns the whole body. Raises TooBig, ClientDisconnect."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > max_bytes:
            raise TooBig
        if not message.get("more_body", False):
            return bytes(body)


async def read_upload(receive: Receive, max_bytes: int) -> bytes:
    """Returns the whole body of an upload that holds a place in a queue.

    Raises TooSlow, TooBig, ClientDisconnect.
    """
    deadline = asyncio.get_running_loop().time() + UPLOAD_GRACE_S
    received = 0

    async def paced() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        limit.reschedule(deadline + received / UPLOAD_BYTES_PER_S)
        return message

    try:
        async with asyncio.timeout_at(deadline) as limit:
            return await read_body(paced, max_bytes)
    except TimeoutError:
        raise TooSlow from None
