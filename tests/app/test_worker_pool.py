"""Worker processes answer calls; dead, slow and busy ones are refused."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from resource import RUSAGE_SELF, getrusage

import pytest

from app.core.errors import Busy, ServiceUnavailable
from app.infra.processor_share import ProcessorShare
from app.infra.worker_pool import WorkerPool

LONG_S = 60.0


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(processes=1, max_pending=2)
    yield pool
    await pool.close()


async def test_worker_is_used_again_at_the_lowest_priority(pool: WorkerPool) -> None:
    pids = [await pool.call(os.getpid, timeout_s=LONG_S) for _ in range(2)]
    assert pids[0] == pids[1] != os.getpid()
    assert await pool.call(os.getpriority, os.PRIO_PROCESS, 0, timeout_s=LONG_S) == 19


async def test_worker_pauses_while_it_works(pool: WorkerPool) -> None:
    async def pauses() -> int:
        return (await pool.call(getrusage, RUSAGE_SELF, timeout_s=LONG_S)).ru_nvcsw

    before = await pauses()
    await pool.call(eval, "sum(1 for _ in range(12_000_000))", timeout_s=LONG_S)
    assert await pauses() - before > 10


async def test_worker_takes_a_share_of_its_core() -> None:
    pool = WorkerPool(processes=1, share=BusyServer())
    began, used = await pool.call(_clocks, timeout_s=LONG_S)
    await pool.call(eval, "sum(1 for _ in range(12_000_000))", timeout_s=LONG_S)
    ended, used_after = await pool.call(_clocks, timeout_s=LONG_S)
    await pool.close()
    assert used_after - used < 0.3 * (ended - began)


class BusyServer(ProcessorShare):
    """Searches get a fifth of a core."""

    def current(self) -> float:
        return 0.2


def _clocks() -> tuple[float, float]:
    return time.monotonic(), time.process_time()


@pytest.mark.parametrize("ending", [(os._exit, 0), (int, "x")], ids=["dead", "failed"])
async def test_worker_that_ends_is_replaced(pool: WorkerPool, ending: tuple[object, ...]) -> None:
    with pytest.raises(ServiceUnavailable):
        await pool.call(*ending, timeout_s=LONG_S)  # type: ignore[arg-type]
    assert await pool.call(abs, -1, timeout_s=LONG_S) == 1


async def test_worker_is_stopped_when_its_time_is_up(pool: WorkerPool) -> None:
    pid = await pool.call(os.getpid, timeout_s=LONG_S)
    with pytest.raises(ServiceUnavailable):
        await pool.call(time.sleep, LONG_S, timeout_s=0.2)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert await pool.call(abs, -1, timeout_s=LONG_S) == 1


async def test_result_of_a_canceled_call_is_given_to_no_other(pool: WorkerPool) -> None:
    await pool.call(abs, 0, timeout_s=LONG_S)
    canceled = asyncio.create_task(pool.call(time.sleep, LONG_S, timeout_s=LONG_S))
    await asyncio.sleep(0.1)
    canceled.cancel()
    assert await pool.call(abs, -1, timeout_s=LONG_S) == 1


async def test_idle_call_gives_way_to_others(pool: WorkerPool) -> None:
    assert await pool.call_when_idle(abs, -1, timeout_s=LONG_S) == 1
    idle = asyncio.create_task(pool.call_when_idle(time.sleep, LONG_S, timeout_s=LONG_S))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.call_when_idle(abs, -1, timeout_s=LONG_S)
    other = asyncio.create_task(pool.call(abs, -2, timeout_s=LONG_S))
    with pytest.raises(Busy):
        await idle
    with pytest.raises(Busy):
        await pool.call_when_idle(abs, -1, timeout_s=LONG_S)
    assert await other == 2
    assert await pool.call_when_idle(abs, -1, timeout_s=LONG_S) == 1


async def test_pending_calls_are_bounded(pool: WorkerPool) -> None:
    calls = [asyncio.create_task(pool.call(time.sleep, 0.5, timeout_s=LONG_S)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.call(abs, -1, timeout_s=LONG_S)
    await asyncio.gather(*calls)


async def test_caller_with_many_calls_lets_others_pass() -> None:
    pool, ended = WorkerPool(processes=1, max_pending=9, max_pending_each=4), list[str]()

    async def call(caller: str) -> None:
        await pool.call(abs, -1, timeout_s=LONG_S, caller=caller)
        ended.append(caller)

    many = [asyncio.create_task(call("many")) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.call(abs, -1, timeout_s=LONG_S, caller="many")
    await asyncio.gather(call("few"), *many)
    await pool.close()
    assert ended == ["many", "few", "many", "many", "many"]
