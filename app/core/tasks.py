"""Ends tasks for certain."""

import asyncio
from typing import Any

AGAIN = 0.1  # seconds


async def cancel_and_wait(*tasks: asyncio.Task[Any]) -> None:
    """Cancels them until they are over: `asyncio.wait_for` and a connecting Redis may lose a cancellation."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=AGAIN)
