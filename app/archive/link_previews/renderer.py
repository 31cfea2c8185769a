"""Renders SVG drawings as PNG in a subprocess, one at a time, and caches the results."""

import asyncio
from collections.abc import Callable, Hashable

from cachetools import LRUCache

from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller
from app.infra.subprocess import run_in_subprocess

CACHE_SIZE = 100  # images, about 200 KB each
MAX_PENDING = 40  # queued requests, at most half of them from one address; each takes about 0.3 s
TIMEOUT_S = 10.0
WORKER_MODULE = ("app.archive.link_previews.render_worker",)


class Renderer:
    """Keeps the most recently requested images in memory."""

    def __init__(self) -> None:
        self._cache: LRUCache[Hashable, bytes] = LRUCache(CACHE_SIZE)
        self._queue = FairQueue(MAX_PENDING, MAX_PENDING // 2)

    async def render(self, key: Hashable, draw: Callable[[], str], address: str = "") -> bytes:
        """Returns the PNG of the SVG from `draw`, cached by `key`. Raises Busy, ServiceUnavailable."""
        if key not in self._cache:
            async with self._queue.slot(Caller(address)):
                await self._render(key, draw)
        return self._cache[key]

    async def _render(self, key: Hashable, draw: Callable[[], str]) -> None:
        """Renders and caches the image, unless a concurrent request has done so."""
        if key in self._cache:
            return
        drawing = await asyncio.to_thread(draw)
        self._cache[key] = await run_in_subprocess(WORKER_MODULE, drawing.encode(), TIMEOUT_S)
