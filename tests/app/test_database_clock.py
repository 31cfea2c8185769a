"""The clock by which deadlines are enforced follows the database's, whatever this machine's does."""

import time
from datetime import UTC, datetime

import pytest

from app.core.clock import DatabaseClock
from app.tables.timekeeping import deadlines
from tests.app.local_server import SharedServer

HOUR_S = 3600.0


async def test_jump_of_the_machine_clock_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    async def database_time() -> datetime:
        return datetime.fromtimestamp(1_000_000, UTC)

    clock, machine_time = DatabaseClock(), time.time
    await clock.synchronize(database_time())
    assert 0 <= clock.now() - 1_000_000 < 60
    monkeypatch.setattr(time, "time", lambda: machine_time() + HOUR_S)
    assert 0 <= clock.now() - 1_000_000 < 60


async def test_clock_is_synchronized_again(
    served_server: SharedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine was suspended: deadlines that came due meanwhile get the grace period."""
    clock, enforcer = served_server.infra.clock, served_server.tables.timekeeping.deadlines
    await enforcer._serve_all()
    assert clock._offset_s is not None
    monkeypatch.setattr(clock, "_offset_s", clock._offset_s - HOUR_S)
    assert clock.now() < time.time() - HOUR_S / 2
    monkeypatch.setattr(deadlines, "SYNCHRONIZE_INTERVAL_S", 0.0)
    before = enforcer._running_since
    await enforcer._serve_all()
    assert enforcer._running_since > before
    assert abs(clock.now() - time.time()) < 60
