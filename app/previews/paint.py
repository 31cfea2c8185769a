"""Drawings as PNG: painted one at a time in a thread of their own, the last ones kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import resvg_py

from app.errors import OneMoment
from app.previews.svg import TEXT_FONT

FONTS = [str(file) for file in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
KEPT = 100  # pictures, some 200 KB each
WAITING = 10  # at most: one takes a quarter of a second


def paint(drawing: str) -> bytes:
    """Letters that our fonts lack come from the system's."""
    return resvg_py.svg_to_bytes(svg_string=drawing, font_files=FONTS, font_family=TEXT_FONT)


class Painter:
    """Until it is closed."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="paint")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()  # the longest unused first
        self._waiting = 0

    async def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    async def picture(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """What `draw` draws, in the thread, too; the same key is the same picture. Raises OneMoment."""
        if key not in self._kept:
            if self._waiting >= WAITING:
                raise OneMoment
            self._waiting += 1
            try:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._make, key, draw)
            finally:
                self._waiting -= 1
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _make(self, key: Hashable, draw: Callable[[], str]) -> None:
        """Whoever waited for the same picture meanwhile has it already."""
        if key not in self._kept:
            self._kept[key] = paint(draw())
