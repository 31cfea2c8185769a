"""Tells an outage of the database, or a deadlock, from a programming error, and logs outages."""

import logging
import os
from collections.abc import Callable
from time import monotonic

from asyncpg.exceptions import InterfaceError, InternalClientError
from redis.exceptions import RedisError
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

log = logging.getLogger(__name__)

LOG_INTERVAL_S = 10.0  # between two lines about an outage, which fails many requests and moves

# asyncpg raises the last two when Postgres closes a connection between two messages.
UNAVAILABLE_ERRORS = (
    OperationalError,
    PoolTimeout,
    OSError,
    TimeoutError,
    InternalClientError,
    InterfaceError,
)
# Of Postgres: connection lost, rolled back because of a deadlock, too busy, going down or coming up.
UNAVAILABLE_SQLSTATES = ("08", "40", "53", "57")


def is_unavailable(error: BaseException) -> bool:
    """Returns whether the database cannot be reached, or cannot do this now but may soon."""
    if isinstance(error, DBAPIError):
        away = error.connection_invalidated or isinstance(error, OperationalError)
        return away or (error.orig is not None and is_unavailable(error.orig))
    # asyncpg raises an InterfaceError that is a ValueError for a value that does not fit
    if isinstance(error, ValueError):
        return False
    return (
        isinstance(error, UNAVAILABLE_ERRORS)
        or str(getattr(error, "sqlstate", None))[:2] in UNAVAILABLE_SQLSTATES
    )


def cause_of(error: BaseException) -> BaseException:
    """Returns the error of the database's driver, or of the network."""
    return getattr(error, "orig", None) or error


def reason_of(error: BaseException) -> str:
    """Returns the error's name and cause, such as a full disk; no address, no statement and no value."""
    cause = cause_of(error)
    if isinstance(cause, OSError):  # its own message has the database's address
        number = cause.errno or 0
        text = os.strerror(number) if number > 0 else ""
    elif isinstance(cause, RedisError):  # that of Redis may have a command's arguments
        text = ""
    else:
        text = (str(cause).splitlines() or [""])[0]  # the next lines of Postgres have values
    return f"{type(cause).__name__}: {text}".removesuffix(": ")


class OutageLog:
    """Logs why a service is unavailable, once in a while."""

    def __init__(self, service: str, clock: Callable[[], float] = monotonic) -> None:
        self._service, self._clock = service, clock
        self._next_at: dict[type, float] = {}  # by kind of the cause

    def add(self, error: BaseException) -> None:
        """Logs the error, unless one of the same kind was logged a moment ago."""
        kind = type(cause_of(error))
        if self._clock() >= self._next_at.get(kind, 0.0):
            self._next_at[kind] = self._clock() + LOG_INTERVAL_S
            log.warning("%s is unavailable: %s", self._service, reason_of(error))


database_outages = OutageLog("the database")
redis_outages = OutageLog("Redis")
