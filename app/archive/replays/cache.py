"""Documents as they go over the wire; those of finished games are kept for whoever asks next."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from typing import NamedTuple

GZIP_LEVEL = 6  # a higher one takes longer and saves next to nothing
CACHE_BYTES = 16 * 1024 * 1024  # bytes; a document has some 30 KB


class CompressedReplay(NamedTuple):
    """A document compressed, and a mark that tells it from any other."""

    body: bytes
    etag: str


async def compress(document: str) -> CompressedReplay:
    """Compresses in another thread, which does not hold up this one."""
    body = await asyncio.to_thread(gzip.compress, document.encode(), GZIP_LEVEL, mtime=0)
    return CompressedReplay(body, hashlib.sha256(body).hexdigest()[:32])


class ReplayCache:
    """The documents that were asked for last, by all that they depend on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, CompressedReplay] = OrderedDict()  # the longest unused first
        self._size = 0  # bytes

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> CompressedReplay | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, packed: CompressedReplay) -> None:
        """One that is not there yet."""
        self._kept[key] = packed
        self._size += len(packed.body)
        while self._size > CACHE_BYTES:
            _, forgotten = self._kept.popitem(last=False)
            self._size -= len(forgotten.body)
