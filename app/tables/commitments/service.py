"""The public log of commitments: read in pages, extended every second."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from time import time

from app.core.dates import unix_ms
from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.tables.commitments import repository
from app.tables.commitments.chain import GENESIS, ChainEntry, append_commitments
from app.tables.commitments.schemas import CommitmentEntry, Commitments

INTERVAL_S = 1.0
BATCH_SIZE = 500  # entries in one transaction
PAGE_SIZE = 100  # entries in one answer
MAX_TIME_MS = 2**62
DAY_MS = 24 * 3600 * 1000
MAX_NUMBER = 2**31 - 1  # no entry has a greater number


class CommitmentLog:
    """One process at a time appends new commitments."""

    def __init__(self, database: Database, clock: Callable[[], float] = time) -> None:
        self._database = database
        self._clock = clock
        self._task = asyncio.create_task(periodic(INTERVAL_S, self._publish_all))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def get_page(self, after: int, day: date | None) -> Commitments:
        """Returns the entries after this number, of one day (UTC) or of all."""
        if day is None:
            return await self._get_page(after)
        since = unix_ms(datetime(day.year, day.month, day.day, tzinfo=UTC))
        return await self._get_page(after, since, since + DAY_MS)

    async def get_from(self, commitment: bytes) -> Commitments:
        """Returns this commitment's entry and those after it; no entries if it is not published."""
        async with self._database.read() as cursor:
            number = await repository.number_of(cursor, commitment)
        return await self._get_page(MAX_NUMBER if number is None else number - 1)

    async def _get_page(self, after: int, since: int = 0, until: int = MAX_TIME_MS) -> Commitments:
        async with self._database.read() as cursor:
            head = await repository.head(cursor)
            if since:
                after = max(after, await repository.last_before(cursor, since, head.number))
            following = await repository.page(cursor, after, PAGE_SIZE + 1)
            found = [entry for entry in following if entry.at < until]
            began_at = await repository.began_at(cursor)
        return Commitments(
            entries=[_to_schema(entry) for entry in found[:PAGE_SIZE]],
            more=len(found) > PAGE_SIZE,
            head=None if head == GENESIS else _to_schema(head),
            began_at=began_at,
        )

    async def publish(self) -> int:
        """Appends the oldest waiting commitments; returns how many there were."""
        async with self._database.read() as cursor:
            if not await repository.has_unpublished(cursor):
                return 0
        async with self._database.write() as cursor:
            waiting = await repository.take_unpublished(cursor, BATCH_SIZE)
            head = await repository.head(cursor)
            await repository.append(cursor, append_commitments(head, int(self._clock() * 1000), waiting))
        return len(waiting)

    async def _publish_all(self) -> None:
        while await self.publish() == BATCH_SIZE:
            pass


def _to_schema(entry: ChainEntry) -> CommitmentEntry:
    return CommitmentEntry(
        number=entry.number,
        at=entry.at,
        commitment=entry.commitment.hex(),
        previous=entry.previous.hex(),
        hash=entry.hash.hex(),
    )
