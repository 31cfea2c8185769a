"""What waits to be sent to one socket; bounded, so that whoever does not read harms nobody else."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from starlette.types import Message, Receive, Send

LONGEST = 200  # messages
PATIENCE = 5.0  # seconds for the last of it to go out
# ASGI extension of app.infra.http.uvicorn_protocols: sends texts immediately, or returns False.
WRITE_NOW = "boxcats.write_now"


class SendQueue:
    """A queue, and while there is something in it a task that empties it into the socket."""

    __slots__ = (
        "_held",
        "_reader",
        "_reads",
        "_send",
        "_sender",
        "_waiting",
        "_write_now",
        "finished",
        "overflowed",
    )

    def __init__(self, send: Send, write_now: Callable[[Sequence[str]], bool] | None = None) -> None:
        self._send = send
        self._write_now = write_now
        self._reader: asyncio.Task[Any] | None = None  # which waits for its page …
        self._reads = False  # … at this moment
        self._held: list[str] = []  # for the next message to take along
        self._waiting: deque[Message] = deque()
        self._sender: asyncio.Task[None] | None = None
        self.finished = False  # nothing more is taken
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def wait_for(self, receive: Receive) -> Message:
        """What the page says next; a page that does not read ends the wait, and no move that is under way.

        Raises CancelledError, then with `overflowed`.
        """
        self._reader = self._reader or asyncio.current_task()  # always the same
        self._reads = True
        try:
            return await receive()
        finally:
            self._reads = False

    def put(self, text: str) -> None:
        """Sends a message after those before it. A queue too long means that nobody reads: it ends there."""
        self._held.append(text)
        self._put_held()

    def put_batched(self, text: str) -> None:
        """The same, but together with the next message, for which it waits a turn of the event loop."""
        self._held.append(text)
        asyncio.get_running_loop().call_soon(self._put_held)

    def _put_held(self) -> None:
        texts, self._held = self._held, []
        if self.finished or not texts:
            return
        if self._sender is None and self._write_now is not None and self._write_now(texts):
            return
        for text in texts:
            self._queue(text)

    def _queue(self, text: str) -> None:
        if len(self._waiting) < LONGEST:
            self._push({"type": "websocket.send", "text": text})
        elif not self.finished:
            self.finished = self.overflowed = True
            if self._reads and self._reader is not None:
                self._reader.cancel()

    def finish(self, code: int) -> None:
        """Closes the socket with this code once all is sent."""
        self._put_held()
        if not self.finished:
            self.finished = True
            self._push({"type": "websocket.close", "code": code})

    async def close(self) -> None:
        """Gives the last messages a little time, then lets go."""
        self._put_held()
        self.finished = True
        if self._sender is not None:
            await asyncio.wait({self._sender}, timeout=0 if self.overflowed else PATIENCE)
        if self._sender is not None:
            self._sender.cancel()

    def _push(self, message: Message) -> None:
        self._waiting.append(message)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.popleft())
        except (OSError, RuntimeError):  # the page is gone; uvloop says so by the latter
            self.finished = True
        finally:
            self._sender = None
