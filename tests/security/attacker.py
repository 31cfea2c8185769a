"""An attacker that sends damaged messages to a server and checks every reply."""

import asyncio
import contextlib
import gc
import json
import os
import secrets
from collections import Counter
from math import inf
from typing import NamedTuple

from engine.types import Json, Seat
from tests.app.local_server import Running
from tests.app.merge_patch import merge
from tests.app.people import LONGEST_WAIT
from tests.security.mutations import Mutator, Shot
from tests.security.raw_connection import CLOSE, TEXT, RawConnection, frame
from tests.soak import SOAK

SEED = int(os.environ.get("FUZZ_SEED", "1" if SOAK == 1 else secrets.randbelow(2**32)))

A_LINE = 25  # shots per connection, unless it is closed earlier
NO_CODE, CUT = 1005, 1006
ALLOWED = {CUT, NO_CODE, 1000, 1001, 3000, 4999, 1002, 1007, 1009, 4400, 4401, 4403, 4404, 4426, 4429}


class Endpoint(NamedTuple):
    """A socket path, its first message, and the types of refusals there with the id that they contain."""

    path: str
    first: Json
    probe: Json


LOBBY = Endpoint(
    "/ws/lobby",
    {"type": "enter", "protocol": 1},
    {"type": "seek", "game": "?", "least": 2, "most": 2, "clock": "none", "salt": "0" * 32},
)


def at_table(code: str) -> Endpoint:
    """Leaves out the log, which is long and public."""
    first = {"type": "join", "protocol": 1, "table": code, "log_from": 999}
    return Endpoint("/ws", first, {"type": "play", "turn": 999, "move": {}})


def in_review(code: str) -> Endpoint:
    first = {"type": "attend", "protocol": 1, "review": code}
    return Endpoint("/ws/review", first, {"type": "say", "text": "https://boxcats.example"})


class MessageReader:
    """Collects the messages of one connection and applies patches, as a page does."""

    def __init__(self, views: list[tuple[str, int, Json]]) -> None:
        self._views = views  # of all connections: table, version, view
        self._table = ""
        self._view: Json = {}
        self._version = -1

    def receive(self, message: Json) -> None:
        if message["type"] == "table":
            self._table = message["table"]["code"]
        elif message["type"] == "update":
            if "patch" in message:
                assert message["base"] == self._version, "a patch on a view that was not sent"
                self._view = merge(self._view, message["patch"])
            else:
                self._view = message["view"]
            self._version = message["version"]
            self._views.append((self._table, self._version, self._view))


class Attacker:
    """Reconnects whenever it is disconnected, and checks that each shot was handled before the next."""

    def __init__(self, url: str, cookies: str, seat: Seat | None, mutator: Mutator, place: Endpoint) -> None:
        self.seat = seat
        self.received: list[str] = []
        self.views: list[tuple[str, int, Json]] = []
        self.closes: Counter[int] = Counter()
        self._url, self._cookies, self._mutator = url, cookies, mutator
        self._place = place
        self._probe = ""  # the id of the last one
        self._answered = asyncio.Event()  # the last probe was answered, or the connection is closed

    async def attack(self, shots: int) -> None:
        while shots > 0:
            async with await RawConnection.open(self._url) as wire:
                headers = {"Cookie": self._cookies} if self._cookies else {}
                assert (await wire.request_socket(self._place.path, headers)).status == 101
                listening = asyncio.create_task(self._listen(wire))
                shots -= await self._send_all(wire, min(shots, A_LINE), listening)
                self.closes[await listening] += 1

    async def _send_all(self, wire: RawConnection, shots: int, listening: "asyncio.Task[int]") -> int:
        """Returns the number of shots until the connection was closed."""
        number = 0
        with contextlib.suppress(OSError):
            await wire.send_bytes(_text(self._place.first))
            while number < shots and not listening.done():
                number += 1
                if not await self._send_one(wire, self._mutator.shot()):
                    break
            wire.finish()
        return number

    async def _send_one(self, wire: RawConnection, shot: Shot) -> bool:
        """Returns whether the connection is still open."""
        self._answered.clear()
        self._probe = secrets.token_hex(16)
        await wire.send_bytes(shot.frames)
        if shot.whole:
            await wire.send_bytes(_text({**self._place.probe, "id": self._probe}))
            async with asyncio.timeout(10):
                await self._answered.wait()
        return shot.whole

    async def _listen(self, wire: RawConnection) -> int:
        """Reads until the connection ends and returns its close code."""
        reader = MessageReader(self.views)
        try:
            while True:
                opcode, payload = await wire.frame()
                if opcode == TEXT:
                    self._receive(payload.decode(), reader)
                elif opcode == CLOSE:
                    return int.from_bytes(payload[:2]) if payload else NO_CODE
        except (asyncio.IncompleteReadError, OSError):
            return CUT
        finally:
            self._answered.set()

    def _receive(self, text: str, reader: MessageReader) -> None:
        self.received.append(text)
        message = json.loads(text)
        reader.receive(message)
        if message.get("id") == self._probe:
            self._answered.set()


def _text(message: Json) -> bytes:
    return frame(TEXT, json.dumps(message).encode())


async def wait_until_clean(server: Running, tasks: float = inf) -> None:
    """Waits until no connections and no counted sockets remain, and at most `tasks` tasks.

    Raises TimeoutError.
    """
    async with asyncio.timeout(LONGEST_WAIT):
        while server.connections or len(server.infra.limits.sockets) or len(asyncio.all_tasks()) > tasks:
            gc.collect()
            await asyncio.sleep(0.05)
