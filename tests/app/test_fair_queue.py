"""Expensive work: one job at a time, for a bounded number of people."""

import asyncio
from itertools import cycle
from uuid import UUID, uuid4

import pytest

from app.core.errors import Busy
from app.infra.fair_queue import FairQueue
from app.infra.rate_limits import Caller

ADA, BO = uuid4(), uuid4()


class Work:
    """Runs until it is released, and records the order of jobs."""

    def __init__(self, turns: FairQueue) -> None:
        self.turns = turns
        self.order: list[UUID] = []
        self.go_on = asyncio.Semaphore(0)

    async def do(self, who: UUID, address: str = "") -> None:
        async with self.turns.slot(Caller(address or str(who), who)):
            self.order.append(who)
            await self.go_on.acquire()


async def test_callers_take_turns() -> None:
    work = Work(FairQueue(max_pending=10, max_each=10))
    tasks = [asyncio.create_task(work.do(who)) for who in (ADA, ADA, ADA, BO)]
    await asyncio.sleep(0)  # all of them wait
    for _ in tasks:
        work.go_on.release()
    await asyncio.gather(*tasks)
    assert work.order == [ADA, BO, ADA, ADA]


async def test_queue_is_bounded_in_total_and_per_caller() -> None:
    work = Work(FairQueue(max_pending=3, max_each=2))
    tasks = [asyncio.create_task(work.do(ADA)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await work.do(ADA)
    tasks.append(asyncio.create_task(work.do(BO)))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await work.do(uuid4())
    for _ in range(4):
        work.go_on.release()
    await asyncio.gather(*tasks)
    await work.do(ADA)  # there are free places again
    assert work.order.count(ADA) == 3


@pytest.mark.parametrize("addresses", [["a school"], [f"2001:db8:1:{number}::" for number in range(5)]])
async def test_address_with_many_callers_leaves_half_of_the_slots(addresses: list[str]) -> None:
    """A request from another address is next, however many wait, and always finds room in the queue."""
    work = Work(FairQueue(max_pending=10, max_each=5))
    crowd = [uuid4() for _ in range(5)]
    tasks = [
        asyncio.create_task(work.do(who, address))
        for who, address in zip(crowd, cycle(addresses), strict=False)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await work.do(uuid4(), addresses[0])
    tasks.append(asyncio.create_task(work.do(BO, "a flat")))
    await asyncio.sleep(0)
    for _ in tasks:
        work.go_on.release()
    await asyncio.gather(*tasks)
    assert work.order == [crowd[0], BO, *crowd[1:]]


async def test_concurrency_is_limited_in_total_and_per_address() -> None:
    work = Work(FairQueue(max_pending=10, max_each=10, max_running=3, max_running_per_address=2))
    callers = [(uuid4(), "a"), (uuid4(), "a"), (uuid4(), "a"), (ADA, "b"), (ADA, "b"), (BO, "c")]
    tasks = [asyncio.create_task(work.do(*caller)) for caller in callers]
    await asyncio.sleep(0)
    assert work.order == [callers[0][0], callers[1][0], ADA]
    for _ in tasks:
        work.go_on.release()
    await asyncio.gather(*tasks)
    assert len(work.order) == len(callers)
    assert not vars(work.turns)["_counts"], "nobody is remembered"
