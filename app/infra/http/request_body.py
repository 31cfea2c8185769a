"""Reads request bodies up to a limit."""

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from app.core.errors import TooBig


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
