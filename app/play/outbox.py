"""What waits to be sent to one socket; bounded, so that whoever does not read harms nobody else."""

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

LONGEST = 200  # messages
PATIENCE = 5.0  # seconds for the last of it to go out


class Outbox:
    """A queue and the task that empties it into the socket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue()  # messages, then perhaps a close code
        self.finished = False  # nothing more is taken
        self._sender = asyncio.create_task(self._send())

    def put(self, message: str) -> None:
        """Sends a message after those before it. A queue too long means that nobody reads: it ends there."""
        if self.finished:
            return
        if self._waiting.qsize() >= LONGEST:
            self.finished = True
            self._sender.cancel()
        else:
            self._waiting.put_nowait(message)

    def finish(self, code: int) -> None:
        """Closes the socket with this code once all is sent."""
        if not self.finished:
            self.finished = True
            self._waiting.put_nowait(code)

    @property
    def sender(self) -> "asyncio.Task[None]":
        """Done when nothing can or shall be sent any more."""
        return self._sender

    async def close(self) -> None:
        """Gives the last messages a little time, then lets go."""
        if self.finished:
            await asyncio.wait({self._sender}, timeout=PATIENCE)
        self._sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sender

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, OSError):
            while isinstance(item := await self._waiting.get(), str):
                await self._socket.send_text(item)
            await self._socket.close(item)
