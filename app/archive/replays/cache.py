"""Compressed replay documents, and a bounded cache for those of finished games."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from typing import NamedTuple

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
    """Least recently used cache; the key is the document's header, which holds all that it depends on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, CompressedReplay] = OrderedDict()  # least recently used first
        self._size = 0  # bytes

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> CompressedReplay | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, packed: CompressedReplay) -> None:
        """Adds a document that is not in the cache."""
        self._kept[key] = packed
        self._size += len(packed.body)
        while self._size > CACHE_BYTES:
            _, forgotten = self._kept.popitem(last=False)
            self._size -= len(forgotten.body)
