"""The log says why the database is unavailable, and nothing that it must not say."""

import errno
import sqlite3

import pytest
from asyncpg.exceptions import DiskFullError, TooManyConnectionsError
from redis.exceptions import ResponseError
from sqlalchemy.exc import OperationalError

from app.core.errors import ServiceUnavailable
from app.core.outages import LOG_INTERVAL_S, OutageLog, reason_of
from app.infra.database.errors import database_errors

STATEMENT, VALUES = "INSERT INTO moves VALUES (?)", ["a secret"]


def full_disk() -> OperationalError:
    return OperationalError(STATEMENT, VALUES, sqlite3.OperationalError("database or disk is full"))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (full_disk(), "OperationalError: database or disk is full"),
        (DiskFullError("no space\nDETAIL: a secret"), "DiskFullError: no space"),
        (TooManyConnectionsError("sorry"), "TooManyConnectionsError: sorry"),
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('192.0.2.1', 5432)"),
            "ConnectionRefusedError: Connection refused",
        ),
        (OSError("Multiple exceptions: 192.0.2.1"), "OSError"),
        (TimeoutError(), "TimeoutError"),
        (ResponseError("unknown command 'X', with args 'a secret'"), "ResponseError"),
    ],
)
def test_reason_has_no_address_and_no_value(error: BaseException, reason: str) -> None:
    assert reason_of(error) == reason


def test_long_outage_is_logged_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    times = [100, 101, 100 + LOG_INTERVAL_S - 1, 100 + LOG_INTERVAL_S]
    log = OutageLog("the database", lambda: times[0])
    while times:
        log.add(full_disk())
        del times[0]
    assert caplog.messages == 2 * ["the database is unavailable: OperationalError: database or disk is full"]


def test_two_causes_are_logged_at_once(caplog: pytest.LogCaptureFixture) -> None:
    log = OutageLog("the database", lambda: 100)
    for error in (ConnectionRefusedError(errno.ECONNREFUSED, "with an address"), full_disk()):
        log.add(error)
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "ConnectionRefusedError: Connection refused",
        "OperationalError: database or disk is full",
    ]


async def test_refused_move_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.infra.database.errors.database_outages", OutageLog("the database"))
    with pytest.raises(ServiceUnavailable):
        async with database_errors():
            raise full_disk()
    assert "disk is full" in caplog.text
