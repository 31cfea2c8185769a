"""Compressed replay documents, and a bounded cache for those of finished games."""

import asyncio
import gzip
import hashlib
from contextlib import suppress
from typing import NamedTuple

from cachetools import LRUCache

GZIP_LEVEL = 6  # higher levels take longer and save almost nothing
CACHE_BYTES = 16 * 1024 * 1024  # a document has about 30 KB


class CompressedReplay(NamedTuple):
    """A gzipped document and its ETag."""

    body: bytes
    etag: str


async def compress(document: str) -> CompressedReplay:
    """Compresses a document in a worker thread."""
    body = await asyncio.to_thread(gzip.compress, document.encode(), GZIP_LEVEL, mtime=0)
    return CompressedReplay(body, hashlib.sha256(body).hexdigest()[:32])


class ReplayCache:
    """The replays that were asked for last. Keys name all that a document depends on."""

    def __init__(self) -> None:
        self._replays: LRUCache[str, CompressedReplay] = LRUCache(CACHE_BYTES, _size)

    def __len__(self) -> int:
        return len(self._replays)

    def get(self, key: str) -> CompressedReplay | None:
        """Returns the cached replay of this key, if any."""
        return self._replays.get(key)

    def put(self, key: str, replay: CompressedReplay) -> None:
        """Caches a replay, unless it is larger than the whole cache."""
        with suppress(ValueError):  # larger than the whole cache
            self._replays[key] = replay


def _size(replay: CompressedReplay) -> int:
    return len(replay.body)
