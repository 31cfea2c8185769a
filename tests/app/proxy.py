"""A connection to the database or to clients that can be cut between any two bytes."""

import asyncio
import contextlib
from typing import Self

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


class Proxy:
    """Forwards to and from a port of this machine."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._writers: set[Writer] = set()
        self.port = 0
        self.dropped_request: bytes | None = (
            None  # the request whose response is dropped, together with the connection
        )

    async def __aenter__(self) -> Self:
        await self.restore()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    async def restore(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Closes all connections and refuses new ones."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for line in list(self._writers):
            line.transport.abort()

    def drop_response_to(self, words: bytes) -> None:
        """Drops the response to the next request that contains these bytes, and cuts its connection."""
        self.dropped_request = words

    async def _connect(self, reader: Reader, writer: Writer) -> None:
        try:
            there, to_there = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        dropped = asyncio.Event()
        pair = {writer, to_there}
        self._writers |= pair
        try:
            await asyncio.gather(
                self._forward_requests(reader, to_there, dropped),
                self._forward_responses(there, writer, dropped),
            )
        finally:
            self._writers -= pair
            for line in pair:
                line.transport.abort()

    async def _forward_requests(self, reader: Reader, writer: Writer, dropped: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.dropped_request is not None and self.dropped_request in data:
                    self.dropped_request = None
                    dropped.set()
                await self.forward(data, writer)
        writer.close()

    async def forward(self, data: bytes, writer: Writer) -> None:
        """Forwards in one direction. Raises OSError when the connection is cut."""
        writer.write(data)
        await writer.drain()

    async def _forward_responses(self, reader: Reader, writer: Writer, dropped: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if dropped.is_set():
                    writer.transport.abort()
                    return
                await self.forward(data, writer)
        writer.close()
