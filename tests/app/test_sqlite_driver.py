"""Transactions and errors of connections to SQLite, and how often they switch to their thread."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from app.infra.database import sqlite
from app.infra.database.engine import PING, Database, now
from app.infra.database.query import Command, ValueQuery
from app.infra.database.schema import PLAYERS
from app.infra.database.sqlite_driver import Connection
from tests.services import MakeDatabase

ADD = Command(insert(PLAYERS).values(id=bindparam("id"), name="Ada", created_at=bindparam("at")))
WRITERS = 30
KEPT = 20  # writes with a connection of its own
COUNT = ValueQuery[int](select(func.count().label("count")).select_from(PLAYERS))
SLOW = (
    f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {10**6}) SELECT max(i) FROM n"
)


@pytest.fixture
async def database(new_sqlite: MakeDatabase) -> AsyncIterator[Database]:
    database = Database(await new_sqlite())
    yield database
    await database.close()


async def add(database: Database, player: int) -> None:
    async with database.write() as cursor:
        await cursor.execute(ADD, id=UUID(int=player), at=now())


async def count(database: Database) -> int:
    async with database.read() as cursor:
        return await cursor.fetch_row(COUNT)


async def test_reader_sees_the_state_of_its_first_statement(database: Database) -> None:
    async with database.read() as cursor:
        await asyncio.create_task(add(database, 1))
        assert await cursor.fetch_row(COUNT) == 1
        await asyncio.create_task(add(database, 2))
        assert await cursor.fetch_row(COUNT) == 1
    assert await count(database) == 2


async def test_writers_follow_in_order_of_arrival(database: Database) -> None:
    """SQLite itself lets writers poll for its lock, and some of many would time out."""
    kept = await database.acquire_dedicated()
    written: list[int] = []

    async def write(player: int) -> None:
        context = kept.autocommit() if player == KEPT else database.write()
        async with context as cursor:
            await (cursor or kept).execute(ADD, id=UUID(int=player), at=now())
            await asyncio.sleep(0.02)
            written.append(player)

    await asyncio.gather(*map(write, range(WRITERS)))
    await database.release(kept)
    assert written == list(range(WRITERS))
    assert await count(database) == WRITERS


async def test_writer_that_waits_too_long_is_refused(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.write():
        monkeypatch.setattr(sqlite, "WRITE_TIMEOUT_S", 0.01)
        with pytest.raises(TimeoutError):
            await asyncio.create_task(add(database, 1))
    await add(database, 2)
    assert await count(database) == 1


async def test_transaction_without_statements_ends(database: Database) -> None:
    async with database.read():
        pass
    async with database.write():
        pass
    await add(database, 1)
    assert await count(database) == 1


async def test_failed_statement_undoes_its_transaction(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.write() as cursor:
            await cursor.execute_many(ADD, [{"id": UUID(int=n), "at": now()} for n in (1, 2, 1)])
    assert await count(database) == 0


async def test_canceled_statement_leaves_no_transaction(database: Database) -> None:
    async def read_slowly() -> None:
        async with database.read() as cursor:
            await cursor.fetch_all(PING)
            await cursor.connection.exec_driver_sql(SLOW)  # type: ignore[attr-defined]

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(read_slowly(), 0.05)
    await add(database, 1)
    assert await count(database) == 1


async def test_statement_is_one_call_of_the_thread(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await count(database)  # opens the connection
    calls = []
    call_thread: Any = Connection._execute

    async def counted(connection: Connection, *function: object) -> object:
        calls.append(function)
        return await call_thread(connection, *function)

    monkeypatch.setattr(Connection, "_execute", counted)
    async with database.read() as cursor:
        await cursor.fetch_row(COUNT)
        await cursor.fetch_row(COUNT)
    assert len(calls) == 3  # two statements, the end of the transaction
