"""What went wrong in a finished game, as the engine says it: worked out in a process of its own, once."""

import asyncio
import gzip
import json
from collections import OrderedDict
from uuid import UUID

from app.beside import work_out
from app.errors import NotFinished, OneMoment
from app.play.wire import dump
from app.replays.service import Replays
from engine.types import Json

ENGINE = ("engine", "autopsy", "-")
LONGEST = 20.0  # seconds; the longest of games takes two or three
WAITING = 20  # people, at most
KEPT = 1000  # games, some 2 KB each


class Autopsies:
    """One game at a time: a live table never waits for it, as a thread of this process would make it do."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays
        self._kept: OrderedDict[str, list[Json]] = OrderedDict()  # by code, the longest unused first
        self._one = asyncio.Lock()
        self._waiting = 0

    async def of(self, code: str, reader: UUID) -> list[Json]:
        """What `engine.autopsy` says of this game. Raises NotFinished, OneMoment, what Replays.find does."""
        packed, is_over = await self._replays.document(code, reader)
        if not is_over:
            raise NotFinished
        if code not in self._kept:
            record = json.loads(gzip.decompress(packed.body))["record"]
            self._kept[code] = await self._in_turn(code, record)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(code)
        return self._kept[code]

    async def _in_turn(self, code: str, record: Json) -> list[Json]:
        if self._waiting >= WAITING:
            raise OneMoment
        self._waiting += 1
        try:
            async with self._one:
                return self._kept[code] if code in self._kept else await examine(record)
        finally:
            self._waiting -= 1


async def examine(record: Json) -> list[Json]:
    """Asks the engine. Raises OneMoment if it takes too long."""
    answer = await work_out(ENGINE, f"{dump(record)}\n".encode(), LONGEST)
    found: list[Json] = json.loads(answer)["autopsies"]
    return found
