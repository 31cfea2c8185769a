"""Somebody who shoots damaged messages at a server and keeps all that comes back."""

import asyncio
import contextlib
import json
from collections import Counter

from engine.types import Json, Seat
from tests.app.merge import merge
from tests.security.mutations import Mutator, Shot
from tests.security.wire import CLOSE, TEXT, Wire, frame

A_LINE = 25  # shots on one socket, if it lasts
PROBE = b'{"type":"play","id":"probe-%d","turn":999,"move":{}}'  # well-formed: refused, with its id
NO_CODE, CUT = 1005, 1006


class Ear:
    """Puts together what one socket is told, as a page does."""

    def __init__(self, views: list[tuple[str, int, Json]]) -> None:
        self._views = views  # of all sockets: table, version, view
        self._table = ""
        self._view: Json = {}
        self._version = -1

    def hear(self, message: Json) -> None:
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
    """Comes again whenever it is thrown out. Every shot is seen to have been dealt with before the next."""

    def __init__(self, url: str, cookies: str, seat: Seat | None, mutator: Mutator, code: str) -> None:
        self.seat = seat
        self.heard: list[str] = []
        self.views: list[tuple[str, int, Json]] = []
        self.closes: Counter[int] = Counter()
        self._url, self._cookies, self._mutator = url, cookies, mutator
        join = {"type": "join", "protocol": 1, "table": code, "log_from": 999}  # the log is long and public
        self._join = json.dumps(join).encode()
        self._probes = 0
        self._answered = asyncio.Event()  # the last probe was, or the line is closed

    async def attack(self, shots: int) -> None:
        while shots > 0:
            async with await Wire.open(self._url) as wire:
                headers = {"Cookie": self._cookies} if self._cookies else {}
                assert (await wire.ask_for_socket("/ws", headers)).status == 101
                listening = asyncio.create_task(self._listen(wire))
                shots -= await self._shoot(wire, min(shots, A_LINE), listening)
                self.closes[await listening] += 1

    async def _shoot(self, wire: Wire, shots: int, listening: "asyncio.Task[int]") -> int:
        """How many it was until the line broke."""
        number = 0
        with contextlib.suppress(OSError):
            await wire.say(frame(TEXT, self._join))
            while number < shots and not listening.done():
                number += 1
                if not await self._one(wire, self._mutator.shot()):
                    break
            wire.finish()
        return number

    async def _one(self, wire: Wire, shot: Shot) -> bool:
        """Whether the line can go on."""
        self._answered.clear()
        self._probes += 1
        await wire.say(shot.frames)
        if shot.whole:
            await wire.say(frame(TEXT, PROBE % self._probes))
            async with asyncio.timeout(10):
                await self._answered.wait()
        return shot.whole

    async def _listen(self, wire: Wire) -> int:
        """Until the line ends; the code with which it was closed."""
        ear = Ear(self.views)
        try:
            while True:
                opcode, payload = await wire.frame()
                if opcode == TEXT:
                    self._hear(payload.decode(), ear)
                elif opcode == CLOSE:
                    return int.from_bytes(payload[:2]) if payload else NO_CODE
        except (asyncio.IncompleteReadError, OSError):
            return CUT
        finally:
            self._answered.set()

    def _hear(self, text: str, ear: Ear) -> None:
        self.heard.append(text)
        message = json.loads(text)
        ear.hear(message)
        if message.get("id") == f"probe-{self._probes}":
            self._answered.set()
