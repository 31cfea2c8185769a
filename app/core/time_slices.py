"""Lets other tasks run during long work on the event loop."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
ITEMS_PER_SLICE = 16  # positions of a game take one or two milliseconds


async def in_slices(items: Iterable[Item], per_slice: int = ITEMS_PER_SLICE) -> AsyncIterator[Item]:
    """Yields the items, and yields to the event loop after every `per_slice` of them."""
    for number, item in enumerate(items):
        if number % per_slice == per_slice - 1:
            await asyncio.sleep(0)
        yield item
