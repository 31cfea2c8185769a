"""What went wrong in a finished game, as the engine says it: worked out in a process of its own, once."""

import asyncio
import gzip
import json
from collections import OrderedDict
from uuid import UUID

from pydantic_core import from_json

from app.archive.replays.cache import CompressedReplay
from app.archive.replays.service import Replays
from app.core.errors import NotFinished
from app.core.fair_queue import FairQueue
from app.core.json_patch import dump
from app.infra.rate_limits import Caller, KeyedBuckets
from app.infra.subprocess import run_in_subprocess
from engine.types import Json

COMMAND = ("engine", "autopsy", "-")
TIMEOUT_S = 20.0  # seconds; the longest of games takes two or three
MAX_PENDING, MAX_PENDING_EACH = 80, 3  # requests, at most: together, and of one person
# Per game that fails or takes too long: a burst, then one attempt an hour.
MAX_ATTEMPTS = 2
ATTEMPTS_PER_S = 1 / 3600
CACHE_SIZE = 1000  # games, some 2 KB each


class ParadoxAnalyses:
    """One game at a time: a live table never waits for it, as a thread of this process would make it do."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays
        self._kept: OrderedDict[str, list[Json]] = OrderedDict()  # by code, the longest unused first
        self._line = FairQueue(MAX_PENDING, MAX_PENDING_EACH)
        self._tries = KeyedBuckets(ATTEMPTS_PER_S, MAX_ATTEMPTS)

    async def get(self, code: str, reader: UUID, address: str = "") -> list[Json]:
        """What `engine.autopsy` says of this game.

        Raises NotFinished, Busy, ServiceUnavailable, TooFast, what Replays.find does.
        """
        packed, is_over = await self._replays.document(code, reader, address)
        if not is_over:
            raise NotFinished
        if code not in self._kept:
            async with self._line.of(Caller(address, reader)):
                await self._analyze(code, packed)
        self._kept.move_to_end(code)
        return self._kept[code]

    async def _analyze(self, code: str, packed: CompressedReplay) -> None:
        """Whoever waited for the same game meanwhile has it already."""
        if code in self._kept:
            return
        self._tries.take(code)
        document = await asyncio.to_thread(lambda: from_json(gzip.decompress(packed.body)))
        self._kept[code] = await analyze(document["record"])
        if len(self._kept) > CACHE_SIZE:
            self._kept.popitem(last=False)


async def analyze(record: Json) -> list[Json]:
    """Asks the engine. Raises ServiceUnavailable if it takes too long."""
    answer = await run_in_subprocess(COMMAND, f"{dump(record)}\n".encode(), TIMEOUT_S)
    found: list[Json] = json.loads(answer)["autopsies"]
    return found
