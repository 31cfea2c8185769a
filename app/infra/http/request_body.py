"""What a request brings along, read in bounds."""

from starlette.requests import ClientDisconnect
from starlette.types import Receive

from app.core.errors import TooBig


async def read_body(receive: Receive, most: int) -> bytes:
    """The whole body. Raises TooBig, ClientDisconnect."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > most:
            raise TooBig
        if not message.get("more_body", False):
            return bytes(body)
