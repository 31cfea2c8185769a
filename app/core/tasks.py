"""Background tasks: periodic ones, sets of short ones, and one rule for what they log.

An expected failure (an AppError that is no fault of the server, or a database or Redis that cannot be
reached) is not logged by a task: what it had to do is done again later. Every other exception is logged; it
does not end a periodic task.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, NoReturn, TypeVar

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from app.core.errors import AppError, ServiceUnavailable
from app.core.outages import is_unavailable

log = logging.getLogger(__name__)

CANCEL_INTERVAL_S = 0.1
RETRY_INTERVAL_S = 1.0

Result = TypeVar("Result")


def is_expected(error: Exception) -> bool:
    """Returns whether a background task may fail by this error without anybody's fault."""
    if isinstance(error, AppError):
        return not error.is_fault
    return isinstance(error, (RedisConnectionError, RedisTimeoutError)) or is_unavailable(error)


def is_outage(error: Exception) -> bool:
    """Returns whether the database cannot be reached: then other work fails as well, and is done later."""
    return isinstance(error, ServiceUnavailable) or is_unavailable(error)


async def periodic(
    interval_s: float | None,
    run: Callable[[], Awaitable[object]],
    *,
    first_after_s: float = 0.0,
    wake: asyncio.Event | None = None,
    pause_s: float = 0.0,
) -> NoReturn:
    """Awaits `run` every `interval_s` seconds (None: only when woken), forever.

    `wake` brings the next run forward. It is cleared before each run. After a run that it caused, the next
    one is `pause_s` seconds later at the earliest.
    """
    await asyncio.sleep(first_after_s)
    wake, woken = wake or asyncio.Event(), False
    while True:
        wake.clear()
        await _run_logged(run)
        if woken:
            await asyncio.sleep(pause_s)
        woken = await _is_set_within(wake, interval_s)


async def retry_while_unavailable(
    run: Callable[[], Awaitable[Result]], interval_s: float = RETRY_INTERVAL_S
) -> Result:
    """Returns what `run` does; awaits it again for as long as the database cannot be reached."""
    while True:
        try:
            return await run()
        except Exception as error:
            if not is_outage(error):
                raise
        await asyncio.sleep(interval_s)


class TaskSet:
    """Tasks that nobody awaits. They are kept from the garbage collector and canceled by `close`."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, coroutine: Coroutine[Any, Any, object]) -> None:
        """Runs a coroutine; logs the exception that ends it, unless it is to be expected."""
        task = asyncio.create_task(_logged(coroutine))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        await cancel_and_wait(*self._tasks)


async def cancel_and_wait(*tasks: asyncio.Task[Any]) -> None:
    """Cancels tasks until they are done: `wait_for` and a connecting Redis may lose a cancellation."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=CANCEL_INTERVAL_S)


def call_logged(callback: Callable[..., None], *arguments: Any) -> None:
    """Calls a subscriber; its exception is logged, so that it does not keep others from their calls."""
    try:
        callback(*arguments)
    except Exception:
        log.exception("a subscriber failed")


async def _run_logged(run: Callable[[], Awaitable[object]]) -> None:
    try:
        await run()
    except Exception as error:
        if not is_expected(error):
            log.exception("%s failed", getattr(run, "__qualname__", run))


async def _logged(coroutine: Coroutine[Any, Any, object]) -> None:
    try:
        await coroutine
    except Exception as error:
        if not is_expected(error):
            log.exception("%s failed", getattr(coroutine, "__qualname__", coroutine))


async def _is_set_within(event: asyncio.Event, seconds: float | None) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            return await event.wait()
    return False
