"""Periodic tasks, sets of tasks, and their logs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.core.errors import ServiceUnavailable
from app.core.tasks import TaskSet, cancel_and_wait, periodic, retry_while_unavailable
from app.tables.errors import TableNotFound

SHORT_S, NEVER_S = 0.01, 3600.0


class FakeTask:
    """Counts its calls and raises the given errors, one per call."""

    def __init__(self, *errors: Exception) -> None:
        self.count = 0
        self._errors = list(errors)

    async def __call__(self) -> int:
        self.count += 1
        if self._errors:
            raise self._errors.pop(0)
        return self.count

    async def wait_for_runs(self, count: int) -> None:
        async with asyncio.timeout(20):
            while self.count < count:  # noqa: ASYNC110
                await asyncio.sleep(SHORT_S / 10)


@asynccontextmanager
async def run_periodically(
    interval_s: float | None, run: Callable[[], Awaitable[object]], **options: Any
) -> Any:
    task = asyncio.create_task(periodic(interval_s, run, **options))
    try:
        yield
    finally:
        await cancel_and_wait(task)
    assert task.cancelled()


async def test_task_runs_at_once_and_then_periodically() -> None:
    task = FakeTask()
    async with run_periodically(SHORT_S, task):
        await task.wait_for_runs(3)


async def test_first_run_can_be_delayed() -> None:
    task = FakeTask()
    async with run_periodically(SHORT_S, task, first_after_s=NEVER_S):
        await asyncio.sleep(3 * SHORT_S)
        assert task.count == 0


@pytest.mark.parametrize("interval_s", [NEVER_S, None])
async def test_task_can_be_woken(interval_s: float | None) -> None:
    task, wake = FakeTask(), asyncio.Event()
    async with run_periodically(interval_s, task, wake=wake):
        await task.wait_for_runs(1)
        wake.set()
        await task.wait_for_runs(2)
        assert not wake.is_set()


async def test_repeatedly_woken_task_pauses() -> None:
    task, wake = FakeTask(), asyncio.Event()
    async with run_periodically(NEVER_S, task, wake=wake, pause_s=NEVER_S):
        await task.wait_for_runs(1)
        for _ in range(3):
            wake.set()
            await asyncio.sleep(SHORT_S)
        assert task.count == 2


async def test_errors_do_not_end_a_task_and_unexpected_ones_are_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    task = FakeTask(TableNotFound(), ServiceUnavailable(), ConnectionError(), KeyError("a bug"))
    with caplog.at_level(logging.DEBUG, "app.core.tasks"):
        async with run_periodically(SHORT_S, task):
            await task.wait_for_runs(6)
    assert len(caplog.records) == 1
    assert "a bug" in str(caplog.records[0].exc_info)


async def test_task_set_logs_errors_and_cancels_its_tasks(caplog: pytest.LogCaptureFixture) -> None:
    tasks, done = TaskSet(), asyncio.Event()

    async def wait() -> None:
        try:
            await asyncio.sleep(NEVER_S)
        finally:
            done.set()

    with caplog.at_level(logging.DEBUG, "app.core.tasks"):
        for run in (FakeTask(TableNotFound()), FakeTask(KeyError("a bug"))):
            tasks.start(run())
        tasks.start(wait())
        await asyncio.sleep(SHORT_S)
        await tasks.close()
    assert done.is_set()
    assert ["a bug" in str(record.exc_info) for record in caplog.records] == [True]


async def test_retry_applies_only_while_the_database_is_unavailable() -> None:
    task = FakeTask(ServiceUnavailable(), ConnectionError())
    assert await retry_while_unavailable(task, SHORT_S) == 3
    with pytest.raises(TableNotFound):
        await retry_while_unavailable(FakeTask(TableNotFound()), SHORT_S)
