"""Bounded queue of the messages to one WebSocket, so that a client that does not read harms no other."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from starlette.types import Message, Receive, Send

MAX_LENGTH = 200  # messages
MAX_CHARACTERS = 1_000_000  # of all waiting messages, unless it is a single one
CLOSE_TIMEOUT_S = 5.0  # for the last messages to be sent
# ASGI extension of app.infra.http.uvicorn_protocols: sends texts immediately, or returns False.
WRITE_NOW = "boxcats.write_now"


class SendQueue:
    """The bounded queue of messages to one WebSocket, which also identifies the connection elsewhere.

    While it holds messages, a task sends them.
    """

    __slots__ = (
        "_batch",
        "_characters",
        "_is_reading",
        "_reader",
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
        self._reader: asyncio.Task[Any] | None = None  # the task that receives messages
        self._is_reading = False  # whether it is waiting for one now
        self._batch: list[str] = []  # to be sent with the next message
        self._waiting: deque[Message] = deque()
        self._characters = 0  # of the waiting messages
        self._sender: asyncio.Task[None] | None = None
        self.finished = False  # further messages are dropped
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._waiting)

    async def wait_for(self, receive: Receive) -> Message:
        """Returns the client's next message.

        Raises CancelledError, with `overflowed` set, if the queue overflows meanwhile. So an overflow
        interrupts waiting and never the handling of a message.
        """
        self._reader = self._reader or asyncio.current_task()
        self._is_reading = True
        try:
            return await receive()
        finally:
            self._is_reading = False

    def put(self, text: str) -> None:
        """Sends a message after those before it. A full queue ends the connection."""
        self._batch.append(text)
        self._put_batch()

    def put_batched(self, text: str) -> None:
        """Sends a message together with the next one, or in the event loop's next iteration."""
        self._batch.append(text)
        asyncio.get_running_loop().call_soon(self._put_batch)

    def _put_batch(self) -> None:
        texts, self._batch = self._batch, []
        if self.finished or not texts:
            return
        if self._sender is None and self._write_now is not None and self._write_now(texts):
            return
        for text in texts:
            self._queue(text)

    def _queue(self, text: str) -> None:
        fits = not self._waiting or self._characters + len(text) <= MAX_CHARACTERS
        if fits and len(self._waiting) < MAX_LENGTH:
            self._characters += len(text)
            self._push({"type": "websocket.send", "text": text})
        elif not self.finished:
            self.finished = self.overflowed = True
            if self._is_reading and self._reader is not None:
                self._reader.cancel()

    def finish(self, code: int) -> None:
        """Closes the connection with this code after all messages are sent."""
        self._put_batch()
        if not self.finished:
            self.finished = True
            self._push({"type": "websocket.close", "code": code})

    async def close(self) -> None:
        """Waits for the last messages for a while, then drops them."""
        self._put_batch()
        self.finished = True
        if self._sender is not None:
            await asyncio.wait({self._sender}, timeout=0 if self.overflowed else CLOSE_TIMEOUT_S)
        if self._sender is not None:
            self._sender.cancel()

    def _push(self, message: Message) -> None:
        self._waiting.append(message)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._waiting:
                message = self._waiting.popleft()
                self._characters -= len(message.get("text", ""))
                await self._send(message)
        except (OSError, RuntimeError):  # the connection is gone; uvloop raises RuntimeError
            self.finished = True
        finally:
            self._sender = None
