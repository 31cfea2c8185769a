"""Tasks end even if they lose a cancellation."""

import asyncio
from contextlib import suppress

from app.core.tasks import cancel_and_wait


async def test_task_that_loses_its_cancellation_ends() -> None:
    async def once_more() -> None:
        for _ in range(2):
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    task = asyncio.create_task(once_more())
    await asyncio.sleep(0)
    await asyncio.wait_for(cancel_and_wait(task), 2)
    assert task.done()
