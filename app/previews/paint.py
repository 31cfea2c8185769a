"""Drawings as PNG: painted one at a time beside this process, the last ones kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

from app.beside import work_out
from app.errors import OneMoment

KEPT = 100  # pictures, some 200 KB each
WAITING = 10  # at most: one takes a third of a second
LONGEST = 10.0  # seconds
BRUSH = ("app.previews.brush",)


class Painter:
    """Knows the pictures that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()  # the longest unused first
        self._one = asyncio.Lock()
        self._waiting = 0

    async def picture(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """What `draw` draws; the same key is the same picture. Raises OneMoment."""
        if key not in self._kept:
            if self._waiting >= WAITING:
                raise OneMoment
            self._waiting += 1
            try:
                async with self._one:
                    await self._paint(key, draw)
            finally:
                self._waiting -= 1
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _paint(self, key: Hashable, draw: Callable[[], str]) -> None:
        """Whoever waited for the same picture meanwhile has it already."""
        if key in self._kept:
            return
        drawing = await asyncio.to_thread(draw)
        self._kept[key] = await work_out(BRUSH, drawing.encode(), LONGEST)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
