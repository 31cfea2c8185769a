"""Somebody who shoots damaged messages at a server and keeps all that comes back."""

import asyncio
import contextlib
import json
import secrets
from collections import Counter
from typing import NamedTuple

from engine.types import Json, Seat
from tests.app.merge_patch import merge
from tests.security.mutations import Mutator, Shot
from tests.security.wire import CLOSE, TEXT, Wire, frame

A_LINE = 25  # shots on one socket, if it lasts
NO_CODE, CUT = 1005, 1006


class Place(NamedTuple):
    """A path, what a page says there first, and what is refused there with the id that it bears."""

    path: str
    first: Json
    probe: Json


LOBBY = Place(
    "/ws/lobby",
    {"type": "enter", "protocol": 1},
    {"type": "seek", "game": "?", "least": 2, "most": 2, "clock": "none", "salt": "0" * 32},
)


def at_table(code: str) -> Place:
    """The log is long and public: it is not asked for."""
    first = {"type": "join", "protocol": 1, "table": code, "log_from": 999}
    return Place("/ws", first, {"type": "play", "turn": 999, "move": {}})


def in_review(code: str) -> Place:
    first = {"type": "attend", "protocol": 1, "review": code}
    return Place("/ws/review", first, {"type": "say", "text": "https://boxcats.example"})


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

    def __init__(self, url: str, cookies: str, seat: Seat | None, mutator: Mutator, place: Place) -> None:
        self.seat = seat
        self.heard: list[str] = []
        self.views: list[tuple[str, int, Json]] = []
        self.closes: Counter[int] = Counter()
        self._url, self._cookies, self._mutator = url, cookies, mutator
        self._place = place
        self._probe = ""  # the id of the last one
        self._answered = asyncio.Event()  # the last probe was, or the line is closed

    async def attack(self, shots: int) -> None:
        while shots > 0:
            async with await Wire.open(self._url) as wire:
                headers = {"Cookie": self._cookies} if self._cookies else {}
                assert (await wire.ask_for_socket(self._place.path, headers)).status == 101
                listening = asyncio.create_task(self._listen(wire))
                shots -= await self._shoot(wire, min(shots, A_LINE), listening)
                self.closes[await listening] += 1

    async def _shoot(self, wire: Wire, shots: int, listening: "asyncio.Task[int]") -> int:
        """How many it was until the line broke."""
        number = 0
        with contextlib.suppress(OSError):
            await wire.say(_text(self._place.first))
            while number < shots and not listening.done():
                number += 1
                if not await self._one(wire, self._mutator.shot()):
                    break
            wire.finish()
        return number

    async def _one(self, wire: Wire, shot: Shot) -> bool:
        """Whether the line can go on."""
        self._answered.clear()
        self._probe = secrets.token_hex(16)
        await wire.say(shot.frames)
        if shot.whole:
            await wire.say(_text({**self._place.probe, "id": self._probe}))
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
        if message.get("id") == self._probe:
            self._answered.set()


def _text(message: Json) -> bytes:
    return frame(TEXT, json.dumps(message).encode())
