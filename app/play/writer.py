"""Puts moves into the record. What comes in while one commit is under way goes together into the next."""

import asyncio
from contextlib import suppress

from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import Database
from app.models import MoveRow
from app.play import repository

Waiting = tuple[MoveRow, asyncio.Future[bool]]


class Writer:
    """Keeps one connection, on which each batch is one statement and with it one commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection | None = None
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, row: MoveRow) -> bool:
        """Commits the move; False if its table is at this version already, or has a move of this id.

        Raises what the driver raises; then the move may be in or not.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        await self._let_go()

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                if self._connection is None:
                    self._connection = await self._database.connect()
                async with self._connection.begin():
                    in_record = await repository.append_moves(self._connection, [row for row, _ in batch])
            except Exception as error:
                await self._let_go()
                for _, done in batch:
                    _settle(done, error)
            else:
                for row, done in batch:
                    _settle(done, (row.table_id, row.seq) in in_record)
        self._writing = None

    async def _let_go(self) -> None:
        """The next batch gets a new connection: this one may be broken."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.invalidate()
                await connection.close()


def _settle(done: "asyncio.Future[bool]", answer: bool | Exception) -> None:  # noqa: FBT001
    if done.done():  # whoever waited was cancelled
        return
    if isinstance(answer, Exception):
        done.set_exception(answer)
    else:
        done.set_result(answer)
