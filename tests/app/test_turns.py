"""Heavy work: one at a time, for a bounded number of people."""

import asyncio
from uuid import UUID, uuid4

import pytest

from app.errors import OneMoment
from app.turns import Turns

ADA, BO = uuid4(), uuid4()


class Work:
    """Takes until it is told to go on, and remembers whose turn it was."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[UUID] = []
        self.go_on = asyncio.Semaphore(0)

    async def do(self, who: UUID) -> None:
        async with self.turns.of(who):
            self.order.append(who)
            await self.go_on.acquire()


async def test_whoever_asks_for_much_waits_behind_themselves() -> None:
    work = Work(Turns(longest=10, each=10))
    tasks = [asyncio.create_task(work.do(who)) for who in (ADA, ADA, ADA, BO)]
    await asyncio.sleep(0)  # all of them wait
    for _ in tasks:
        work.go_on.release()
    await asyncio.gather(*tasks)
    assert work.order == [ADA, BO, ADA, ADA]


async def test_only_so_many_wait_and_only_so_many_of_one_person() -> None:
    work = Work(Turns(longest=3, each=2))
    tasks = [asyncio.create_task(work.do(ADA)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(OneMoment):
        await work.do(ADA)
    tasks.append(asyncio.create_task(work.do(BO)))
    await asyncio.sleep(0)
    with pytest.raises(OneMoment):
        await work.do(uuid4())
    for _ in range(4):
        work.go_on.release()
    await asyncio.gather(*tasks)
    await work.do(ADA)  # there is room again
    assert work.order.count(ADA) == 3
