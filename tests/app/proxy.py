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
        self._lines: set[Writer] = set()
        self.port = 0
        self.answers_to: bytes | None = (
            None  # the request whose response is dropped, together with the connection
        )

    async def __aenter__(self) -> Self:
        await self.mend()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Closes all connections and refuses new ones."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for line in list(self._lines):
            line.transport.abort()

    def swallow_answer_to(self, words: bytes) -> None:
        """Drops the response to the next request that contains these bytes, and cuts its connection."""
        self.answers_to = words

    async def _connect(self, reader: Reader, writer: Writer) -> None:
        try:
            there, to_there = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        swallowed = asyncio.Event()
        pair = {writer, to_there}
        self._lines |= pair
        try:
            await asyncio.gather(
                self._pass_on(reader, to_there, swallowed), self._bring_back(there, writer, swallowed)
            )
        finally:
            self._lines -= pair
            for line in pair:
                line.transport.abort()

    async def _pass_on(self, reader: Reader, writer: Writer, swallowed: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.answers_to is not None and self.answers_to in data:
                    self.answers_to = None
                    swallowed.set()
                await self.carry(data, writer)
        writer.close()

    async def carry(self, data: bytes, writer: Writer) -> None:
        """Forwards in one direction. Raises OSError when the connection is cut."""
        writer.write(data)
        await writer.drain()

    async def _bring_back(self, reader: Reader, writer: Writer, swallowed: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if swallowed.is_set():
                    writer.transport.abort()
                    return
                await self.carry(data, writer)
        writer.close()
