"""A client that never reads: its send queue is bounded, and only its connection is cut."""

import asyncio
import json
import select
import socket
from contextlib import closing, suppress
from time import monotonic
from urllib.parse import urlsplit

import pytest

from tests.bench.page import MASK, UPGRADE
from tests.faults.cluster import House
from tests.faults.load_scenario import Evening, evening
from tests.soak import scaled

TEXT = 0x81  # the first byte of a whole text message
MANY = 2000  # views: more than the send queue holds
FEW = 30  # more than the socket buffers hold: the server closes after unanswered pings
GONE_WITHIN = 60.0  # seconds


class Silent:
    """Another tab of the first player, which sends messages and reads none."""

    def __init__(self, played: Evening) -> None:
        player = played.games[0][0]
        address = urlsplit(player.visitor.door)
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._line.connect((address.hostname, address.port))
        hello = UPGRADE.format(path="/ws", host=address.netloc, cookie=player.visitor.cookie)
        self._line.sendall(hello.encode())
        self._line.settimeout(0)
        self._join = json.dumps({"type": "join", "protocol": 1, "table": player.code}).encode()
        self._watch = select.poll()
        self._watch.register(self._line, select.POLLERR | select.POLLHUP | select.POLLRDHUP)

    def join(self) -> bool:
        """Requests the whole view. Returns False if the server has stopped reading."""
        with suppress(BlockingIOError, ConnectionError):
            self._line.send(bytes((TEXT, 0x80 | len(self._join))) + MASK + self._join)
            return True
        return False

    def gone(self) -> bool:
        """Returns whether the server has closed its end of the connection."""
        return bool(self._watch.poll(0))

    def close(self) -> None:
        self._line.close()


@pytest.mark.parametrize("joins", scaled([MANY], whole=[MANY, FEW]))
async def test_connection_that_does_not_read_is_cut(house: House, joins: int) -> None:
    async with evening(house) as played:
        with closing(Silent(played)) as silent:
            until = monotonic() + GONE_WITHIN
            while not silent.gone():
                assert monotonic() < until
                joins -= silent.join() if joins else 0
                await asyncio.sleep(0.002)
    assert not played.closes
