"""Long work of the event loop, cut into pieces: everybody else goes on in between."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
SLICE = 16  # positions of a game: a millisecond or two


async def in_slices(items: Iterable[Item]) -> AsyncIterator[Item]:
    """The same items, each piece of them a turn of the loop later."""
    for number, item in enumerate(items):
        if number % SLICE == SLICE - 1:
            await asyncio.sleep(0)
        yield item
