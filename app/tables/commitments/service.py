"""The public list of commitments: read in parts, and continued every second."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from time import time

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.tables.commitments import repository
from app.tables.commitments.chain import GENESIS, Entry, linked
from app.tables.commitments.schemas import CommitmentEntry, Commitments

EVERY = 1.0  # seconds
AT_ONCE = 500  # entries in one transaction
PAGE = 500  # entries in one answer
EVER = 2**62  # ms
LAST = 2**31 - 1  # a number after which there is no entry


class PublicList:
    """New commitments are linked to it by one process at a time, whichever is first."""

    def __init__(self, database: Database, clock: Callable[[], float] = time) -> None:
        self._database = database
        self._clock = clock
        self._task = asyncio.create_task(periodic(EVERY, self._publish_all))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def part(self, after: int, day: date | None = None) -> Commitments:
        """The entries after this number, of one day (UTC) or of all."""
        if day is None:
            return await self._part(after, 0, EVER)
        since = _ms(datetime(day.year, day.month, day.day, tzinfo=UTC))
        return await self._part(after, since, since + _ms_of(timedelta(days=1)))

    async def around(self, commitment: bytes) -> Commitments:
        """This commitment's entry and those after it; no entries if it is not published."""
        async with self._database.read() as cursor:
            number = await repository.number_of(cursor, commitment)
        return await self._part(LAST if number is None else number - 1, 0, EVER)

    async def _part(self, after: int, since: int, until: int) -> Commitments:
        async with self._database.read() as cursor:
            found = await repository.page(cursor, after, since, until, PAGE + 1)
            head = await repository.head(cursor)
            began_at = await repository.began_at(cursor)
        return Commitments(
            entries=[_written(entry) for entry in found[:PAGE]],
            more=len(found) > PAGE,
            head=None if head == GENESIS else _written(head),
            began_at=began_at,
        )

    async def publish(self) -> int:
        """Links the oldest commitments that wait; how many there were."""
        async with self._database.read() as cursor:
            if not await repository.is_waiting(cursor):
                return 0
        async with self._database.write() as cursor:
            waiting = await repository.take_waiting(cursor, AT_ONCE)
            head = await repository.head(cursor)
            await repository.link(cursor, linked(head, int(self._clock() * 1000), waiting))
        return len(waiting)

    async def _publish_all(self) -> None:
        while await self.publish() == AT_ONCE:
            pass


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _ms_of(span: timedelta) -> int:
    return span // timedelta(milliseconds=1)


def _written(entry: Entry) -> CommitmentEntry:
    return CommitmentEntry(
        number=entry.number,
        at=entry.at,
        commitment=entry.commitment.hex(),
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
    )
