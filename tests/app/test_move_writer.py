"""Moves that wait during a commit share the next one; each gets its own result."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from app.infra.database.engine import Database
from app.infra.database.query import Cursor, PostgresCursor, Query
from app.infra.database.schema import TABLES
from app.tables.game import move_repository
from app.tables.game.move_repository import NewMove
from app.tables.game.move_writer import LARGE_BATCH, MoveWriter
from app.tables.game.repository import count_change
from tests.app.local_server import Running
from tests.app.people import LONGEST_WAIT, NewPerson


class StoredTable(NamedTuple):
    id: int
    status: str
    finished_at: Any
    changes: int


LOCK_WAITS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO moves%'
"""
ALL = Query(select(*(TABLES.c[name] for name in StoredTable._fields)), StoredTable)


def move(table: int, seq: int, move_id: str) -> NewMove:
    return NewMove(table, seq, 0, {"kind": "bid", "tricks": 1}, move_id)


@pytest.fixture
async def tables(running: Running, new_person: NewPerson) -> list[int]:
    ada = await new_person()
    codes = [(await ada.create_table(2, bots=""))["code"] for _ in range(20)]
    return [(await running.tables.game.table(code)).id for code in codes]


@pytest.fixture
def batches(tables: list[int], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Records the sizes of this test's batches; bots of other tests may play on the same server."""
    sizes: list[int] = []
    append = move_repository.append

    async def counted(cursor: Cursor, moves: Sequence[NewMove]) -> dict[tuple[int, int], datetime]:
        if size := sum(one.table_id in tables for one in moves):
            sizes.append(size)
        return await append(cursor, moves)

    monkeypatch.setattr(move_repository, "append", counted)
    return sizes


async def test_waiting_moves_share_a_commit(running: Running, tables: list[int], batches: list[int]) -> None:
    writer = MoveWriter(running.infra.database)
    assert all(await asyncio.gather(*(writer.append(move(table, 1, "a")) for table in tables)))
    await writer.close()
    assert sum(batches) == len(tables)
    assert len(batches) <= 2


async def test_large_batches_delay_the_next_commit(
    running: Running, tables: list[int], batches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tables.game.move_writer.BATCH_DELAY_S", 2.0)
    writer, under_way = MoveWriter(running.infra.database), []
    await asyncio.gather(*(writer.append(move(table, 1, "a")) for table in tables[:LARGE_BATCH]))
    for table in tables[:3]:
        under_way.append(asyncio.create_task(writer.append(move(table, 2, "b"))))
        await asyncio.sleep(0.1)  # long enough for a separate commit
    assert all(await asyncio.gather(*under_way))
    assert batches == [LARGE_BATCH, 3]
    await writer.close()


async def test_small_batches_do_not_delay_the_next_commit(
    running: Running, tables: list[int], batches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.tables.game.move_writer.BATCH_DELAY_S", 3600)
    writer = MoveWriter(running.infra.database)
    async with asyncio.timeout(30):
        for table in tables[:3]:
            assert await writer.append(move(table, 1, "a"))
    assert batches == [1, 1, 1]
    await writer.close()


async def test_only_late_moves_are_stale(running: Running, tables: list[int]) -> None:
    writer, (first, second, *_) = MoveWriter(running.infra.database), tables
    assert await writer.append(move(first, 1, "a"))
    rows = [move(first, 1, "b"), move(second, 1, "a"), move(first, 2, "a")]
    answers = await asyncio.gather(*map(writer.append, rows))
    assert list(map(bool, answers)) == [False, True, False]  # seq taken, id taken
    await writer.close()


async def test_end_is_stored_with_the_last_move(running: Running, tables: list[int]) -> None:
    writer, (first, second, third, *_) = MoveWriter(running.infra.database), tables
    assert await writer.append(move(first, 1, "a"))
    rows = [
        move(first, 1, "b")._replace(ends="finished"),  # too late
        move(second, 1, "a")._replace(ends="finished"),
        move(third, 1, "a"),
    ]
    answers = await asyncio.gather(*map(writer.append, rows))
    async with running.infra.database.read() as cursor:
        found = {row.id: row for row in await cursor.fetch_all(ALL)}
    assert [found[table].status for table in (first, second, third)] == ["open", "finished", "open"]
    assert [found[table].finished_at is None for table in (first, second, third)] == [True, False, True]
    assert answers[1] is not None
    assert abs(found[second].finished_at - answers[1]) < timedelta(seconds=1)
    await writer.close()


async def test_end_is_stored_despite_a_concurrent_change_of_the_table(
    running: Running, tables: list[int]
) -> None:
    database, table = running.infra.database, tables[0]
    writer = MoveWriter(database)
    async with database.write() as cursor:
        await count_change(cursor, table)
        last = asyncio.create_task(writer.append(move(table, 1, "a")._replace(ends="finished")))
        await asyncio.sleep(0.3)
        assert not last.done(), "it waits for the table"
    assert await last
    async with database.read() as cursor:
        found = next(row for row in await cursor.fetch_all(ALL) if row.id == table)
    assert (found.status, found.changes) == ("finished", 1)
    await writer.close()


async def test_broken_connection_is_discarded(running: Running, tables: list[int]) -> None:
    writer = MoveWriter(running.infra.database)
    nowhere = move(-1, 1, "a")  # no such table: the statement fails
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await writer.append(nowhere)
    assert await writer.append(move(tables[0], 1, "a"))
    await writer.close()


async def test_canceled_move_frees_its_version(running: Running, tables: list[int]) -> None:
    database, table = running.infra.database, tables[0]
    writer = MoveWriter(database)
    gone = asyncio.create_task(writer.append(move(table, 1, "gone")))
    await asyncio.sleep(0)  # the move is queued
    gone.cancel()
    assert await writer.append(move(table, 1, "next"))
    async with database.read() as cursor:
        assert [row.move_id for row in await move_repository.moves_after(cursor, table, 0)] == ["next"]
    await writer.close()


async def wait_for_lock_waits(database: Database, count: int) -> None:
    """Waits until so many insertions of moves are blocked; on SQLite, which has one writer, not at all."""
    async with asyncio.timeout(LONGEST_WAIT), database.read() as cursor:
        if isinstance(cursor, PostgresCursor):
            while await cursor.connection.fetchval(LOCK_WAITS) != count:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_concurrent_batches_do_not_deadlock(running: Running, tables: list[int]) -> None:
    """Two batches insert the same versions of two tables, in a different order."""
    database, places = running.infra.database, tables[:3]
    one, other = MoveWriter(database), MoveWriter(database)
    async with database.write() as cursor:
        await move_repository.append(cursor, [move(places[1], 1, "first")])
        answers = asyncio.gather(
            *(one.append(move(table, 1, "a")) for table in places),
            *(other.append(move(table, 1, "b")) for table in reversed(places)),
        )
        await wait_for_lock_waits(database, 2)  # both transactions wait for the middle table
    assert sorted(map(bool, await answers)) == [False] * 4 + [True] * 2
    for writer in (one, other):
        await writer.close()
