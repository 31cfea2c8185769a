"""Drawings as PNG: painted one at a time beside this process, the last ones kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

from app.core.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.subprocess import run_in_subprocess

CACHE_SIZE = 100  # pictures, some 200 KB each
MAX_PENDING = 40  # at most, half of them from one address: one takes a third of a second
TIMEOUT_S = 10.0  # seconds
WORKER_MODULE = ("app.archive.link_previews.render_worker",)


class Renderer:
    """Knows the pictures that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()  # the longest unused first
        self._turns = FairQueue(MAX_PENDING, MAX_PENDING // 2)

    async def render(self, key: Hashable, draw: Callable[[], str], address: str = "") -> bytes:
        """What `draw` draws; the same key is the same picture. Raises Busy, ServiceUnavailable."""
        if key not in self._kept:
            async with self._turns.of(Caller(address)):
                await self._render(key, draw)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _render(self, key: Hashable, draw: Callable[[], str]) -> None:
        """Whoever waited for the same picture meanwhile has it already."""
        if key in self._kept:
            return
        drawing = await asyncio.to_thread(draw)
        self._kept[key] = await run_in_subprocess(WORKER_MODULE, drawing.encode(), TIMEOUT_S)
        if len(self._kept) > CACHE_SIZE:
            self._kept.popitem(last=False)
