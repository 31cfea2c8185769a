"""Drawings as PNG: painted one at a time beside this process, the last ones kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

from app.core.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.subprocess import run_in_subprocess

KEPT = 100  # pictures, some 200 KB each
WAITING = 40  # at most, half of them from one address: one takes a third of a second
LONGEST = 10.0  # seconds
BRUSH = ("app.archive.link_previews.render_worker",)


class Renderer:
    """Knows the pictures that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()  # the longest unused first
        self._turns = FairQueue(WAITING, WAITING // 2)

    async def picture(self, key: Hashable, draw: Callable[[], str], address: str = "") -> bytes:
        """What `draw` draws; the same key is the same picture. Raises Busy, ServiceUnavailable."""
        if key not in self._kept:
            async with self._turns.of(Caller(address)):
                await self._paint(key, draw)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _paint(self, key: Hashable, draw: Callable[[], str]) -> None:
        """Whoever waited for the same picture meanwhile has it already."""
        if key in self._kept:
            return
        drawing = await asyncio.to_thread(draw)
        self._kept[key] = await run_in_subprocess(BRUSH, drawing.encode(), LONGEST)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
