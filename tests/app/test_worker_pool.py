"""Worker processes answer calls; dead, slow and busy ones are refused."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from resource import RUSAGE_SELF, getrusage
from uuid import uuid4

import pytest

from app.core.errors import Busy, ServiceUnavailable
from app.infra.processor_share import ProcessorShare
from app.infra.rate_limits import Caller
from app.infra.worker_pool import MAX_PENDING, MAX_PENDING_EACH, WorkerPool

LONG_S = 60.0
ADA, BO = Caller("ada's", uuid4()), Caller("bo's", uuid4())


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(processes=1)
    yield pool
    await pool.close()


async def test_worker_is_used_again_at_the_lowest_priority(pool: WorkerPool) -> None:
    pids = [await pool.call(os.getpid, timeout_s=LONG_S, caller=ADA) for _ in range(2)]
    assert pids[0] == pids[1] != os.getpid()
    assert await pool.call(os.getpriority, os.PRIO_PROCESS, 0, timeout_s=LONG_S, caller=ADA) == 19


async def test_worker_pauses_while_it_works(pool: WorkerPool) -> None:
    async def pauses() -> int:
        return (await pool.call(getrusage, RUSAGE_SELF, timeout_s=LONG_S, caller=ADA)).ru_nvcsw

    before = await pauses()
    await pool.call(eval, "sum(1 for _ in range(3_000_000))", timeout_s=LONG_S, caller=ADA)
    assert await pauses() - before > 10


async def test_worker_takes_a_share_of_its_core() -> None:
    pool = WorkerPool(processes=1, share=BusyServer())
    began, used = await pool.call(_clocks, timeout_s=LONG_S, caller=ADA)
    await pool.call(eval, "sum(1 for _ in range(3_000_000))", timeout_s=LONG_S, caller=ADA)
    ended, used_after = await pool.call(_clocks, timeout_s=LONG_S, caller=ADA)
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
        await pool.call(*ending, timeout_s=LONG_S, caller=ADA)  # type: ignore[arg-type]
    assert await pool.call(abs, -1, timeout_s=LONG_S, caller=ADA) == 1


async def test_worker_is_stopped_when_its_time_is_up(pool: WorkerPool) -> None:
    pid = await pool.call(os.getpid, timeout_s=LONG_S, caller=ADA)
    with pytest.raises(ServiceUnavailable):
        await pool.call(time.sleep, LONG_S, timeout_s=0.2, caller=ADA)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert await pool.call(abs, -1, timeout_s=LONG_S, caller=ADA) == 1


async def test_result_of_a_canceled_call_is_given_to_no_other(pool: WorkerPool) -> None:
    await pool.call(abs, 0, timeout_s=LONG_S, caller=ADA)
    canceled = asyncio.create_task(pool.call(time.sleep, LONG_S, timeout_s=LONG_S, caller=ADA))
    await asyncio.sleep(0.1)
    canceled.cancel()
    assert await pool.call(abs, -1, timeout_s=LONG_S, caller=ADA) == 1


async def test_idle_call_gives_way_to_others(pool: WorkerPool) -> None:
    assert await pool.call_when_idle(abs, -1, timeout_s=LONG_S) == 1
    idle = asyncio.create_task(pool.call_when_idle(time.sleep, LONG_S, timeout_s=LONG_S))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.call_when_idle(abs, -1, timeout_s=LONG_S)
    other = asyncio.create_task(pool.call(abs, -2, timeout_s=LONG_S, caller=ADA))
    with pytest.raises(Busy):
        await idle
    with pytest.raises(Busy):
        await pool.call_when_idle(abs, -1, timeout_s=LONG_S)
    assert await other == 2
    assert await pool.call_when_idle(abs, -1, timeout_s=LONG_S) == 1


async def test_pending_calls_are_bounded() -> None:
    pool = WorkerPool(processes=1, max_pending=3, max_pending_each=9)
    calls = [
        asyncio.create_task(pool.call(time.sleep, 0.5, timeout_s=LONG_S, caller=one))
        for one in (ADA, ADA, BO)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.call(abs, -1, timeout_s=LONG_S, caller=Caller("cy's", uuid4()))
    await asyncio.gather(*calls)
    await pool.close()


async def test_player_with_many_calls_lets_others_pass() -> None:
    pool, ended = WorkerPool(processes=1, max_pending_each=4), list[Caller]()

    async def call(caller: Caller) -> None:
        await pool.call(abs, -1, timeout_s=LONG_S, caller=caller)
        ended.append(caller)

    many = [asyncio.create_task(call(ADA)) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await pool.call(abs, -1, timeout_s=LONG_S, caller=ADA)
    await asyncio.gather(call(BO), *many)
    await pool.close()
    assert ended == [ADA, BO, ADA, ADA, ADA]


async def test_address_with_many_players_lets_others_pass() -> None:
    """The players of one address take half of the places, and every second turn."""
    pool, ended = WorkerPool(processes=1), list[Caller]()
    crowd = [Caller("a crowd's", uuid4()) for _ in range(10)]
    refused = 0

    async def call(caller: Caller) -> None:
        nonlocal refused
        try:
            await pool.call(abs, -1, timeout_s=LONG_S, caller=caller)
            ended.append(caller)
        except Busy:
            refused += 1

    calls = [asyncio.create_task(call(one)) for one in crowd * MAX_PENDING_EACH]
    await asyncio.sleep(0)
    assert refused == len(calls) - MAX_PENDING // 2
    await asyncio.gather(call(BO), *calls)
    await pool.close()
    assert ended.index(BO) == 1
