"""My data, to take along; and my account, to go."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import suppress
from uuid import UUID

from pydantic_core import to_json

from app.core.errors import AppError, NoSession
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts import repository, session_repository
from app.players.accounts.session_revocation import SessionRevocations
from app.players.personal_data.sources import PersonalDataSource
from app.tables.lobby.service import Lobby
from engine.types import Json

MAX_CONCURRENT_PAGES = 2  # pages that are being read, of all downloads


class AccountDeletion:
    """Asks every room that keeps something about people."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        ended: SessionRevocations,
        lobby: Lobby,
        keepers: Sequence[PersonalDataSource],
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._ended = ended
        self._lobby = lobby
        self._keepers = keepers
        self._reading = asyncio.Semaphore(MAX_CONCURRENT_PAGES)

    async def export(self, player: UUID) -> AsyncGenerator[bytes]:
        """All that is kept about this person, as parts of one JSON object. Raises NoSession."""
        yield b'{"me":' + to_json(await self._me(player))
        for keeper in self._keepers:
            yield f',"{keeper.name}":['.encode()
            comma, pages = b"", keeper.export(self._database, player)
            while page := await self._next_of(pages):
                yield comma + b",".join(map(to_json, page))
                comma = b","
            yield b"]"
        yield b"}"

    async def _me(self, player: UUID) -> Json:
        async with self._database.read() as cursor:
            person = await repository.person(cursor, player)
        if person is None:
            raise NoSession
        account, since = person.look is not None, person.created_at.isoformat()
        return {"name": person.name, "account": account, "created_at": since}

    async def _next_of(self, pages: AsyncIterator[list[Json]]) -> list[Json]:
        """The next page; an empty one after the last."""
        async with self._reading:
            return await anext(pages, [])

    async def active_tables(self, player: UUID) -> list[str]:
        """The tables where this person is in a game."""
        async with self._database.read() as cursor:
            seats = await repository.seats_of(cursor, player)
        return [row.code for row in seats if row.status == "playing"]

    async def delete(self, player: UUID) -> None:
        """Name and texts go, the sessions end. Records stay, with a former player in them."""
        await self._leave_open_seats(player)
        async with self._database.write() as cursor:
            tables = await repository.tables_of(cursor, player)
            for keeper in self._keepers:
                await keeper.erase(cursor, player)
            ended = await session_repository.end_all(cursor, player)
        self._ended.notify(ended)
        for table in tables:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(table.code))

    async def _leave_open_seats(self, player: UUID) -> None:
        """From the tables that have not started: somebody else may sit there."""
        async with self._database.read() as cursor:
            seats = await repository.seats_of(cursor, player)
        for row in seats:
            if row.status == "open":
                with suppress(AppError):  # it started meanwhile, or is gone
                    await self._lobby.leave(player, row.code, row.seat)
