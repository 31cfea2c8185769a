"""Tells an outage of the database, or a deadlock, from a programming error."""

from asyncpg.exceptions import InterfaceError, InternalClientError
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

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
