"""Export of a player's data, and deletion of a player."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from math import inf
from time import monotonic
from uuid import UUID

from asyncpg import DeadlockDetectedError
from pydantic_core import to_json

from app.core.errors import NoSession
from app.core.tasks import cancel_and_wait, is_outage, periodic
from app.infra.database.engine import Database
from app.infra.personal_data import PersonalDataSource
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts import repository, session_repository
from app.players.accounts.session_revocation import SessionRevocations
from engine.types import Json

log = logging.getLogger(__name__)

MAX_CONCURRENT_PAGES = 2  # pages being read, over all downloads
# After a deletion, other processes accept its sessions for two seconds, and requests under way may still
# store something: it is erased later.
REPEAT_AFTER_S, REPEAT_INTERVAL_S = 60.0, 5.0
MAX_DEADLOCKS = 3  # with moves at the player's tables, before the deletion is answered as unavailable
LeaveAll = Callable[[UUID], Awaitable[None]]  # gives up what a player takes part in


class AccountDeletion:
    """Goes through the registered `PersonalDataSource`s of all features."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        revocations: SessionRevocations,
        sources: Sequence[PersonalDataSource],
        leave_all: Sequence[LeaveAll],
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._revocations = revocations
        self._leave_all = leave_all
        self._sources = sources
        self._reading = asyncio.Semaphore(MAX_CONCURRENT_PAGES)
        self._erased: list[tuple[float, UUID]] = []  # time of the deletion, and player
        self._task = asyncio.create_task(periodic(REPEAT_INTERVAL_S, self._repeat_due))

    async def close(self) -> None:
        """Erases once more what is due later."""
        await cancel_and_wait(self._task)
        try:
            await self.repeat(inf)
        except Exception as error:
            if not is_outage(error):
                raise

    async def export(self, player: UUID) -> AsyncGenerator[bytes]:
        """Streams all stored data about the player as one JSON object. Raises NoSession."""
        yield b'{"me":' + to_json(await self._me(player))
        for source in self._sources:
            yield f',"{source.name}":['.encode()
            comma, pages = b"", source.export(self._database, player)
            while page := await self._next_of(pages):
                yield comma + b",".join(map(to_json, page))
                comma = b","
            yield b"]"
        yield b"}"

    async def _me(self, player: UUID) -> Json:
        async with self._database.read() as cursor:
            row = await repository.find_player(cursor, player)
        if row is None:
            raise NoSession
        account, since = row.name_key is not None, row.created_at.isoformat()
        return {"name": row.name, "cat": row.cat, "account": account, "created_at": since}

    async def _next_of(self, pages: AsyncIterator[list[Json]]) -> list[Json]:
        """Returns the next page, or an empty list after the last."""
        async with self._reading:
            return await anext(pages, [])

    async def delete(self, player: UUID) -> None:
        """Erases name and texts and ends all sessions; records stay, naming a former player."""
        for deadlocks in range(MAX_DEADLOCKS + 1):
            try:
                await self._erase(player)
                break
            except DeadlockDetectedError:  # rolled back; everything can be erased again
                if deadlocks == MAX_DEADLOCKS:
                    raise
        self._erased.append((monotonic(), player))

    async def repeat(self, until: float) -> None:
        """Erases the players again who were deleted until this time of the monotonic clock.

        After a failure, other than of the database, the others are erased and the next call tries again.
        """
        for deletion in [one for one in self._erased if one[0] <= until]:
            try:
                await self._erase(deletion[1])
            except Exception as error:
                if is_outage(error):
                    raise
                log.exception("a deleted player could not be erased again")
            else:
                self._erased.remove(deletion)

    async def _repeat_due(self) -> None:
        await self.repeat(monotonic() - REPEAT_AFTER_S)

    async def _erase(self, player: UUID) -> None:
        for leave in self._leave_all:
            await leave(player)
        async with self._database.write() as cursor:
            tables = {table.code for table in await repository.tables_of(cursor, player)}
            tables.update(await repository.unfinished_tables(cursor, [player]))
            for source in self._sources:
                await source.erase(cursor, player)
            ended = await session_repository.end_all(cursor, player)
        self._revocations.notify(ended)
        for code in tables:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
