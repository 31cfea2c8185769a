"""Expensive work: one job at a time, for a bounded number of people."""

import asyncio
import gc
import weakref
from itertools import cycle
from uuid import UUID, uuid4

import pytest

from app.core.errors import Busy
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller

ADA, BO = uuid4(), uuid4()


class Jobs:
    """Runs jobs until they are released, and records their order."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.order: list[UUID] = []
        self.may_finish = asyncio.Semaphore(0)

    async def run(self, who: UUID, address: str = "") -> None:
        async with self.queue.slot(Caller(address or str(who), who)):
            self.order.append(who)
            await self.may_finish.acquire()


async def test_callers_take_turns() -> None:
    jobs = Jobs(FairQueue(max_pending=10, max_each=10))
    tasks = [asyncio.create_task(jobs.run(who)) for who in (ADA, ADA, ADA, BO)]
    await asyncio.sleep(0)  # all jobs are queued
    for _ in tasks:
        jobs.may_finish.release()
    await asyncio.gather(*tasks)
    assert jobs.order == [ADA, BO, ADA, ADA]


async def test_queue_is_bounded_in_total_and_per_caller() -> None:
    jobs = Jobs(FairQueue(max_pending=3, max_each=2))
    tasks = [asyncio.create_task(jobs.run(ADA)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await jobs.run(ADA)
    tasks.append(asyncio.create_task(jobs.run(BO)))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await jobs.run(uuid4())
    for _ in range(4):
        jobs.may_finish.release()
    await asyncio.gather(*tasks)
    await jobs.run(ADA)  # the queue has room again
    assert jobs.order.count(ADA) == 3


@pytest.mark.parametrize("addresses", [["a school"], [f"2001:db8:1:{number}::" for number in range(5)]])
async def test_address_with_many_callers_leaves_half_of_the_slots(addresses: list[str]) -> None:
    """A request from another address is next, however many wait, and always finds room in the queue."""
    jobs = Jobs(FairQueue(max_pending=10, max_each=5))
    crowd = [uuid4() for _ in range(5)]
    tasks = [
        asyncio.create_task(jobs.run(who, address))
        for who, address in zip(crowd, cycle(addresses), strict=False)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await jobs.run(uuid4(), addresses[0])
    tasks.append(asyncio.create_task(jobs.run(BO, "a flat")))
    await asyncio.sleep(0)
    for _ in tasks:
        jobs.may_finish.release()
    await asyncio.gather(*tasks)
    assert jobs.order == [crowd[0], BO, *crowd[1:]]


@pytest.mark.parametrize("count", [2, 4])
async def test_several_addresses_leave_room_for_others(count: int) -> None:
    jobs = Jobs(FairQueue(max_pending=20, max_each=2))
    addresses = [f"10.{number}.0.1" for number in range(count)]
    crowd = [asyncio.create_task(jobs.run(uuid4(), address)) for address in addresses for _ in range(12)]
    await asyncio.sleep(0)
    newcomer = asyncio.create_task(jobs.run(BO, "a flat"))
    for _ in range(len(crowd) + 1):
        jobs.may_finish.release()
    results = await asyncio.gather(newcomer, *crowd, return_exceptions=True)
    assert results[0] is None
    assert any(isinstance(one, Busy) for one in results)


async def test_concurrency_is_limited_in_total_and_per_address() -> None:
    jobs = Jobs(FairQueue(max_pending=10, max_each=10, max_running=3, max_running_per_address=2))
    callers = [(uuid4(), "a"), (uuid4(), "a"), (uuid4(), "a"), (ADA, "b"), (ADA, "b"), (BO, "c")]
    tasks = [asyncio.create_task(jobs.run(*caller)) for caller in callers]
    await asyncio.sleep(0)
    assert jobs.order == [callers[0][0], callers[1][0], ADA]
    for _ in tasks:
        jobs.may_finish.release()
    await asyncio.gather(*tasks)
    assert len(jobs.order) == len(callers)


async def test_players_without_requests_are_not_kept() -> None:
    queue, player = FairQueue(max_pending=10, max_each=10), uuid4()
    kept = weakref.ref(player)
    async with queue.slot(Caller("a", player)):
        assert kept() is not None
    del player
    gc.collect()
    assert kept() is None
