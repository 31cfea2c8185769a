"""Downloads that are generated while they are sent, so that none is in memory as a whole."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller


class Download(Response):
    """A JSON file, sent part by part once it has a slot. Raises Busy, and what its parts raise."""

    def __init__(self, queue: FairQueue, caller: Caller, parts: AsyncGenerator[bytes], name: str) -> None:
        super().__init__()
        self._queue, self._caller, self._parts, self._name = queue, caller, parts, name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Generates the first part before sending, so that its errors still become an error response."""
        async with self._queue.slot(self._caller), aclosing(self._parts) as parts:
            whole = _prepend(await anext(parts), parts)
            headers = {"Content-Disposition": f'attachment; filename="{self._name}"'}
            await StreamingResponse(whole, headers=headers, media_type="application/json")(
                scope, receive, send
            )


async def _prepend(first: bytes, rest: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for part in rest:
        yield part
