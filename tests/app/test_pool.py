"""The pool of connections to Postgres: reuses them, bounds their number, and replaces those that ended."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import pytest
from asyncpg.exceptions import InterfaceError, InternalClientError, PostgresError

from app.infra.database.engine import PING, Database
from app.infra.database.pool import POOL_SIZE
from app.infra.database.query import Cursor, PostgresCursor
from tests.services import MakeDatabase


@pytest.fixture
async def database(new_postgres: MakeDatabase) -> AsyncIterator[Database]:
    database = Database(await new_postgres())
    yield database
    await database.close()
    assert database.connections == (0, 0)


def connection_of(cursor: Cursor) -> asyncpg.Connection:
    assert isinstance(cursor, PostgresCursor)
    return cursor.connection


async def backend_pid(cursor: Cursor) -> int:
    """Returns the id that Postgres gives to this connection."""
    pid: int = await connection_of(cursor).fetchval("SELECT pg_backend_pid()")
    return pid


async def test_connection_is_reused(database: Database) -> None:
    seen = set()
    for _ in range(3):
        async with database.write() as cursor:
            seen.add(await backend_pid(cursor))
            assert database.connections == (1, 0)
        assert database.connections == (0, 1)
    assert len(seen) == 1


async def test_caller_waits_while_all_connections_are_in_use(database: Database) -> None:
    all_in_use, give_back, in_use = asyncio.Event(), asyncio.Event(), 0

    async def use_connection() -> None:
        nonlocal in_use
        async with database.read() as cursor:
            await cursor.fetch_one(PING)
            in_use += 1
            if in_use == POOL_SIZE:
                all_in_use.set()
            await give_back.wait()

    borrowers = [asyncio.create_task(use_connection()) for _ in range(POOL_SIZE + 3)]
    async with asyncio.timeout(20):
        await all_in_use.wait()
        await asyncio.sleep(0.2)  # the other callers would have succeeded
        assert in_use == POOL_SIZE
        give_back.set()
        await asyncio.gather(*borrowers)
    assert database.connections == (0, POOL_SIZE)


async def test_wait_for_a_connection_times_out(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(POOL_SIZE):
            await stack.enter_async_context(database.read())
        monkeypatch.setattr("app.infra.database.pool.ACQUIRE_TIMEOUT_S", 0.1)
        with pytest.raises(TimeoutError):
            await stack.enter_async_context(database.read())
    async with database.read() as cursor:
        assert await cursor.fetch_one(PING)


async def test_closed_idle_connection_is_replaced(database: Database) -> None:
    async with database.read() as one, database.read() as other:
        first, second = await backend_pid(one), await backend_pid(other)
        await connection_of(one).execute("SELECT pg_terminate_backend($1)", second)
        with pytest.raises((InterfaceError, InternalClientError, PostgresError)):
            await connection_of(other).execute("SELECT pg_sleep(60)")
        for _ in range(500):  # the socket closes after the error message
            if database.connections == (1, 0):
                break
            await asyncio.sleep(0.01)
    async with database.read() as cursor, database.read() as new:
        assert await backend_pid(cursor) == first
        assert await backend_pid(new) not in (first, second)
    assert database.connections == (0, 2)


async def test_canceled_transaction_is_not_continued(database: Database) -> None:
    begun = asyncio.Event()

    async def sleep() -> None:
        async with database.write() as cursor:
            begun.set()
            await connection_of(cursor).execute("SELECT pg_sleep(60)")

    sleeper = asyncio.create_task(sleep())
    await begun.wait()
    sleeper.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeper
    assert database.connections == (0, 0)
    async with database.write() as cursor:
        assert await cursor.fetch_one(PING)


async def test_dedicated_connection_counts_as_in_use(database: Database) -> None:
    dedicated = await database.acquire_dedicated()
    async with dedicated.autocommit():
        assert await dedicated.fetch_one(PING) == 1
    assert database.connections == (1, 0)
    await database.release(dedicated)
    assert dedicated.closed
