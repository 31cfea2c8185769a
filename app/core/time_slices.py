"""Lets other tasks run during long work on the event loop."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
ITEMS_PER_SLICE = 16  # positions of a game take one or two milliseconds


async def in_slices(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Yields the items, and yields to the event loop after every few of them."""
    for number, item in enumerate(items):
        if number % ITEMS_PER_SLICE == ITEMS_PER_SLICE - 1:
            await asyncio.sleep(0)
        yield item
