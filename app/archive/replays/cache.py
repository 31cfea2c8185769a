"""Documents as they go over the wire; those of finished games are kept for whoever asks next."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from typing import NamedTuple

LEVEL = 6  # a higher one takes longer and saves next to nothing
KEPT = 16 * 1024 * 1024  # bytes; a document has some 30 KB


class Packed(NamedTuple):
    """A document compressed, and a mark that tells it from any other."""

    body: bytes
    mark: str


async def pack(document: str) -> Packed:
    """Compresses in another thread, which does not hold up this one."""
    body = await asyncio.to_thread(gzip.compress, document.encode(), LEVEL, mtime=0)
    return Packed(body, hashlib.sha256(body).hexdigest()[:32])


class Shelf:
    """The documents that were asked for last, by all that they depend on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Packed] = OrderedDict()  # the longest unused first
        self._size = 0  # bytes

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: str) -> Packed | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def keep(self, key: str, packed: Packed) -> None:
        """One that is not there yet."""
        self._kept[key] = packed
        self._size += len(packed.body)
        while self._size > KEPT:
            _, forgotten = self._kept.popitem(last=False)
            self._size -= len(forgotten.body)
