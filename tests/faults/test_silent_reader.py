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
from tests.faults.cluster import Cluster
from tests.faults.load_scenario import LoadScenario, run_load
from tests.soak import scaled

TEXT = 0x81  # the first byte of a whole text message
MANY = 2000  # views: more than the send queue holds
FEW = 30  # more than the socket buffers hold: the server closes after unanswered pings
CLOSE_TIMEOUT_S = 60.0  # seconds


class SilentClient:
    """Another tab of the first player, which sends messages and reads none."""

    def __init__(self, load: LoadScenario) -> None:
        player = load.games[0][0]
        address = urlsplit(player.client.url)
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect((address.hostname, address.port))
        handshake = UPGRADE.format(path="/ws", host=address.netloc, cookie=player.client.cookie)
        self._socket.sendall(handshake.encode())
        self._socket.settimeout(0)
        self._join = json.dumps({"type": "join", "protocol": 1, "table": player.code}).encode()
        self._watch = select.poll()
        self._watch.register(self._socket, select.POLLERR | select.POLLHUP | select.POLLRDHUP)

    def join(self) -> bool:
        """Requests the whole view. Returns False if the server has stopped reading."""
        with suppress(BlockingIOError, ConnectionError):
            self._socket.send(bytes((TEXT, 0x80 | len(self._join))) + MASK + self._join)
            return True
        return False

    def is_closed(self) -> bool:
        """Returns whether the server has closed its end of the connection."""
        return bool(self._watch.poll(0))

    def close(self) -> None:
        self._socket.close()


@pytest.mark.parametrize("joins", scaled([MANY], whole=[MANY, FEW]))
async def test_connection_that_does_not_read_is_cut(cluster: Cluster, joins: int) -> None:
    async with run_load(cluster) as load:
        with closing(SilentClient(load)) as silent:
            until = monotonic() + CLOSE_TIMEOUT_S
            while not silent.is_closed():
                assert monotonic() < until
                joins -= silent.join() if joins else 0
                await asyncio.sleep(0.002)
    assert not load.closes
