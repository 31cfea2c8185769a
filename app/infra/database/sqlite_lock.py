"""Lets one process at a time serve an SQLite file: without Redis, others would learn late of its changes.

Commands that work beside a server, such as backups, exports and migrations, need no lock.
"""

import fcntl
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from app.settings import SettingsError

SUFFIX = ".lock"  # of a file beside the database; SQLite has locks of its own on the database itself


def lock_database(url: str) -> AbstractContextManager[object]:
    """Keeps other processes from serving this database while the context is open; on Postgres all may.

    Raises SettingsError as `lock_file` does.
    """
    file = sqlite_file(url)
    return lock_file(file) if file else nullcontext()


def sqlite_file(url: str) -> Path | None:
    """Returns the path of an SQLite database without symbolic links, or None for Postgres."""
    address = make_url(url)
    return Path(address.database or "").resolve() if address.drivername.startswith("sqlite") else None


def lock_file(database: Path) -> IO[str]:
    """Returns an open file that holds the lock; the kernel releases it when the process ends or is killed.

    Raises SettingsError if another process holds the lock, or the folder cannot be used.
    """
    try:
        file = database.with_name(database.name + SUFFIX).open("a")
    except OSError as error:
        raise SettingsError(f"the database {database} cannot be reached ({error.strerror}).") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise SettingsError(
            f"another process uses the database {database}; stop it first. Several processes need Postgres."
        ) from None
    return file
