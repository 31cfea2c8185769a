"""A client that never reads: what waits for it is bounded, and it alone is cut, TCP and all."""

import asyncio
import json
import select
import socket
from contextlib import closing, suppress
from time import monotonic
from urllib.parse import urlsplit

import pytest

from tests.bench.page import MASK, UPGRADE
from tests.faults.evening import Evening, evening
from tests.faults.house import House
from tests.soak import SOAK, scaled

TEXT = 0x81  # the first byte of a whole text message
GONE_WITHIN = scaled(15.0, whole=40.0)  # seconds, once too much waits for it
UNHEARD_FOR = 60.0  # seconds, if little is said: pings that nobody answers


class Silent:
    """Another tab of the first player, which says much and hears nothing."""

    def __init__(self, played: Evening) -> None:
        player = played.games[0][0]
        address = urlsplit(player.visitor.door)
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._line.connect((address.hostname, address.port))
        hello = UPGRADE.format(host=address.netloc, cookie=player.visitor.cookie)
        self._line.sendall(hello.encode())
        self._line.settimeout(0)
        self._join = json.dumps({"type": "join", "protocol": 1, "table": player.code}).encode()
        self._watch = select.poll()
        self._watch.register(self._line, select.POLLERR | select.POLLHUP | select.POLLRDHUP)

    def join(self) -> None:
        """Asks for the whole view; does nothing once the server reads no more."""
        with suppress(BlockingIOError, ConnectionError):
            self._line.send(bytes((TEXT, 0x80 | len(self._join))) + MASK + self._join)

    def gone(self) -> bool:
        """Whether the server's end of the connection exists no more."""
        return bool(self._watch.poll(0))

    def close(self) -> None:
        self._line.close()


async def test_who_asks_and_does_not_read(house: House) -> None:
    async with evening(house) as played:
        with closing(Silent(played)) as silent:
            until = monotonic() + GONE_WITHIN
            while not silent.gone():
                assert monotonic() < until
                silent.join()
                await asyncio.sleep(0.005)
    assert not played.closes


@pytest.mark.skipif(SOAK == 1, reason="takes a minute")
async def test_who_does_not_read(house: House) -> None:
    async with evening(house) as played:
        with closing(Silent(played)) as silent:
            for _ in range(30):  # more than its end of the line takes
                silent.join()
            until = monotonic() + UNHEARD_FOR
            while not silent.gone():
                assert monotonic() < until
                await asyncio.sleep(0.1)
    assert not played.closes
