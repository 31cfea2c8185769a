"""Connections to Postgres are lent, come back, and are replaced when they end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from asyncpg.exceptions import InterfaceError, InternalClientError, PostgresError
from sqlalchemy import bindparam, select

from app.infra.database.engine import ANYTHING, LENT, Database
from app.infra.database.models import PlayerRow
from app.infra.database.query import Cursor, Statement
from tests.conftest import MakeDatabase

PLAYERS = PlayerRow.__table__
THESE = Statement(select(PLAYERS.c.id).where(PLAYERS.c.name.in_(bindparam("names", expanding=True))))


@pytest.fixture
async def database(new_postgres: MakeDatabase) -> AsyncIterator[Database]:
    database = Database(await new_postgres())
    yield database
    await database.close()
    assert database.connections == (0, 0)


async def backend(cursor: Cursor) -> int:
    """What Postgres calls this connection."""
    pid: int = await cursor.driver.fetchval("SELECT pg_backend_pid()")
    return pid


async def test_the_same_is_lent_again(database: Database) -> None:
    seen = set()
    for _ in range(3):
        async with database.write() as cursor:
            seen.add(await backend(cursor))
            assert database.connections == (1, 0)
        assert database.connections == (0, 1)
    assert len(seen) == 1


async def test_whoever_comes_when_all_are_lent_waits(database: Database) -> None:
    all_lent, come_back, lent = asyncio.Event(), asyncio.Event(), 0

    async def borrow() -> None:
        nonlocal lent
        async with database.read() as cursor:
            await cursor.run(ANYTHING)
            lent += 1
            if lent == LENT:
                all_lent.set()
            await come_back.wait()

    borrowers = [asyncio.create_task(borrow()) for _ in range(LENT + 3)]
    async with asyncio.timeout(20):
        await all_lent.wait()
        await asyncio.sleep(0.2)  # the others would have come
        assert lent == LENT
        come_back.set()
        await asyncio.gather(*borrowers)
    assert database.connections == (0, LENT)


async def test_nobody_waits_for_ever(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.infra.database.pool.WAITS", 0.1)
    async with AsyncExitStack() as stack:
        for _ in range(LENT):
            await stack.enter_async_context(database.read())
        with pytest.raises(TimeoutError):
            await stack.enter_async_context(database.read())
    async with database.read() as cursor:
        assert await cursor.one(ANYTHING)


async def test_what_ended_while_it_was_free_is_replaced(database: Database) -> None:
    async with database.read() as one, database.read() as other:
        first, second = await backend(one), await backend(other)
        await one.driver.execute("SELECT pg_terminate_backend($1)", second)
        with pytest.raises((InterfaceError, InternalClientError, PostgresError)):
            await other.driver.execute("SELECT pg_sleep(60)")
        for _ in range(500):  # the end comes after the word of it
            if other.closed:
                break
            await asyncio.sleep(0.01)
    async with database.read() as cursor, database.read() as new:
        assert await backend(cursor) == first
        assert await backend(new) not in (first, second)
    assert database.connections == (0, 2)


async def test_what_broke_off_is_lent_no_more(database: Database) -> None:
    begun = asyncio.Event()

    async def sleep() -> None:
        async with database.write() as cursor:
            begun.set()
            await cursor.driver.execute("SELECT pg_sleep(60)")

    sleeper = asyncio.create_task(sleep())
    await begun.wait()
    sleeper.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeper
    assert database.connections == (0, 0)
    async with database.write() as cursor:
        assert await cursor.one(ANYTHING)


async def test_nothing_is_left_of_a_statement_that_went_through_sqlalchemy(database: Database) -> None:
    async with database.read() as cursor:
        assert await cursor.run(THESE, names=["Ada", "Bo"]) == []
        assert cursor.connection.in_transaction()
    async with database.read() as cursor:
        assert not cursor.connection.in_transaction()
