"""What waits to be sent to one socket; bounded, so that whoever does not read harms nobody else."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.types import Message, Receive, Send

LONGEST = 200  # messages
PATIENCE = 5.0  # seconds for the last of it to go out
WRITE_NOW = (
    "boxcats.write_now"  # ASGI extension of our server (app.patience): sends text at once, or says False
)


class Outbox:
    """A queue, and while there is something in it a task that empties it into the socket."""

    __slots__ = ("_reader", "_send", "_sender", "_waiting", "_write_now", "finished", "overflown")

    def __init__(self, send: Send, write_now: Callable[[str], bool] | None = None) -> None:
        self._send = send
        self._write_now = write_now
        self._reader: asyncio.Task[Any] | None = None  # while it waits for its page
        self._waiting: deque[Message] = deque()
        self._sender: asyncio.Task[None] | None = None
        self.finished = False  # nothing more is taken
        self.overflown = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def wait_for(self, receive: Receive) -> Message:
        """What the page says next; a page that does not read ends the wait, and no move that is under way.

        Raises CancelledError, then with `overflown`.
        """
        self._reader = asyncio.current_task()
        try:
            return await receive()
        finally:
            self._reader = None

    def put(self, text: str) -> None:
        """Sends a message after those before it. A queue too long means that nobody reads: it ends there."""
        if self.finished:
            return
        if self._sender is None and self._write_now is not None and self._write_now(text):
            return
        if len(self._waiting) < LONGEST:
            self._push({"type": "websocket.send", "text": text})
        else:
            self.finished = self.overflown = True
            if self._reader is not None:
                self._reader.cancel()

    def finish(self, code: int) -> None:
        """Closes the socket with this code once all is sent."""
        if not self.finished:
            self.finished = True
            self._push({"type": "websocket.close", "code": code})

    async def close(self) -> None:
        """Gives the last messages a little time, then lets go."""
        self.finished = True
        if self._sender is not None:
            await asyncio.wait({self._sender}, timeout=0 if self.overflown else PATIENCE)
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
