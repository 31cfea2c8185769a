"""A pool of worker processes for pure functions that take long."""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, Self, TypeVar, TypeVarTuple

from app.core.errors import Busy, ServiceUnavailable
from app.core.paths import ROOT
from app.core.tasks import cancel_and_wait
from app.infra.fair_queue import FairQueue
from app.infra.processor_share import ProcessorShare
from app.infra.rate_limits import Caller
from app.infra.worker import LENGTH_BYTES, frame

PROCESSES = max(1, (os.cpu_count() or 1) - 1)  # one core stays free for the server
MAX_PENDING, MAX_PENDING_EACH = 64, 8  # calls that wait or run, of all and of one player
COMMAND = (sys.executable, "-m", "app.infra.worker")
IDLE = Caller("idle")  # of calls that give way to all others

Args = TypeVarTuple("Args")
R = TypeVar("R")


class WorkerPool:
    """Starts workers when they are first needed, and again after one has died or was stopped.

    A player has one call running or next in line at a time, so players with few calls pass those with many;
    an address has at most as many pending as places are left (FairQueue), and leaves one process to others.
    """

    def __init__(
        self,
        processes: int = PROCESSES,
        max_pending: int = MAX_PENDING,
        max_pending_each: int = MAX_PENDING_EACH,
        share: ProcessorShare | None = None,
    ) -> None:
        self._queue = FairQueue(
            max_pending,
            max_pending_each,
            max_running=processes,
            max_running_per_address=max(1, processes - 1),
        )
        self._share = share or ProcessorShare()
        self._idle: list[Worker] = []
        self._idle_call: asyncio.Task[Any] | None = None

    async def call(self, function: Callable[[*Args], R], *args: *Args, timeout_s: float, caller: Caller) -> R:
        """Returns the result of a module's function. The time to wait for a worker counts.

        `caller` is for whom it is called; its address may be any key of an address. Raises Busy if too many
        calls are pending; ServiceUnavailable if the time is up, the worker died or the function raised.
        """
        if self._idle_call and self._queue.is_full:
            self._idle_call.cancel()
        return await self._call_in_slot(function, args, timeout_s, caller)

    async def call_when_idle(self, function: Callable[[*Args], R], *args: *Args, timeout_s: float) -> R:
        """Does the same as `call` while no other call is pending.

        Raises Busy if one is, or if one takes the worker meanwhile; ServiceUnavailable as `call` does.
        """
        if self._idle_call or not self._queue.is_idle:
            raise Busy
        self._idle_call = task = asyncio.create_task(self._call_in_slot(function, args, timeout_s, IDLE))
        try:
            await asyncio.wait([task])
            if task.cancelled():
                raise Busy
            return task.result()
        finally:
            await cancel_and_wait(task)
            self._idle_call = None

    async def _call_in_slot(
        self, function: Callable[..., R], args: tuple[Any, ...], timeout_s: float, caller: Caller
    ) -> R:
        try:
            async with asyncio.timeout(timeout_s), self._queue.slot(caller):
                return await self._call(function, args)
        except (TimeoutError, OSError, EOFError):
            raise ServiceUnavailable from None

    async def close(self) -> None:
        for worker in self._idle:
            await worker.stop()

    async def _call(self, function: Callable[..., R], args: tuple[Any, ...]) -> R:
        worker = self._idle.pop() if self._idle else await Worker.start()
        try:
            result: R = await worker.call(self._share.current(), function, args)
        except BaseException:  # the next call would read this one's result
            await worker.stop()
            raise
        self._idle.append(worker)
        return result


class Worker:
    """One process of the pool."""

    def __init__(self, process: Process) -> None:
        assert process.stdin
        assert process.stdout
        self._process, self._calls, self._results = process, process.stdin, process.stdout

    @classmethod
    async def start(cls) -> Self:
        return cls(await asyncio.create_subprocess_exec(*COMMAND, cwd=ROOT, stdin=PIPE, stdout=PIPE))

    async def call(self, share: float, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Returns what the function returns in the process, which works for this share of the time.

        Raises OSError or EOFError if the process has died.
        """
        self._calls.write(frame((share, function, args)))
        await self._calls.drain()
        length = int.from_bytes(await self._results.readexactly(LENGTH_BYTES))
        return pickle.loads(await self._results.readexactly(length))

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
