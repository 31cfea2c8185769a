"""Analyses of the paradoxes of finished games, computed by the engine in a subprocess and cached."""

import asyncio
import gzip
import json
from uuid import UUID

from cachetools import LRUCache
from pydantic_core import from_json

from app.archive.replays.cache import CompressedReplay
from app.archive.replays.service import Replays
from app.core.json_patch import dump
from app.core.token_bucket import Rate
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller, KeyedBuckets
from app.infra.subprocess import run_in_subprocess
from app.tables.errors import NotFinished
from engine.types import Json

COMMAND = ("engine", "autopsy", "-")
TIMEOUT_S = 40.0  # of a low priority on a busy machine; the longest games take three seconds alone
MAX_PENDING, MAX_PENDING_EACH = 80, 3  # queued requests, in total and per player
# Per game that fails or takes too long: a burst, then one attempt an hour.
ATTEMPT_RATE = Rate(2, 1 / 3600)
CACHE_SIZE = 1000  # games, about 2 KB each


class ParadoxAnalyses:
    """Analyzes one game at a time, in a subprocess: a thread would delay live tables by holding the GIL."""

    def __init__(self, replays: Replays) -> None:
        self._replays = replays
        self._cache: LRUCache[str, list[Json]] = LRUCache(CACHE_SIZE)  # by code
        self._queue = FairQueue(MAX_PENDING, MAX_PENDING_EACH)
        self._attempts = KeyedBuckets(ATTEMPT_RATE)

    async def get(self, code: str, reader: UUID, address: str = "") -> list[Json]:
        """Returns the analyses of `engine.autopsy` for this game.

        Raises NotFinished, Busy, ServiceUnavailable, TooFast, what Replays.find does.
        """
        compressed, is_over = await self._replays.document(code, reader, address)
        if not is_over:
            raise NotFinished
        if code not in self._cache:
            async with self._queue.slot(Caller(address, reader)):
                await self._analyze(code, compressed)
        return self._cache[code]

    async def _analyze(self, code: str, compressed: CompressedReplay) -> None:
        """Computes and caches the analyses, unless a concurrent request has done so."""
        if code in self._cache:
            return
        self._attempts.take(code)
        document = await asyncio.to_thread(lambda: from_json(gzip.decompress(compressed.body)))
        self._cache[code] = await analyze(document["record"])


async def analyze(record: Json) -> list[Json]:
    """Runs the engine on a record. Raises ServiceUnavailable after TIMEOUT_S."""
    answer = await run_in_subprocess(COMMAND, f"{dump(record)}\n".encode(), TIMEOUT_S)
    found: list[Json] = json.loads(answer)["autopsies"]
    return found
