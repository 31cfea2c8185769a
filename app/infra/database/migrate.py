"""Upgrades a database to the newest schema.

Run by the server at start, or with `python -m app.infra.database.migrate`.
"""

import asyncio
import logging
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import ConnectionPoolEntry

from app.core.paths import ROOT
from app.infra.database.engine import create_engine
from app.infra.logging import set_up_logs
from app.settings import Settings, SettingsError, create_data_dir, load_settings

log = logging.getLogger(__name__)

LOCK = 0x626F7863617473  # key of the advisory lock that lets one process at a time migrate on Postgres
LOCK_TIMEOUT_S = 600  # for another process to migrate, on SQLite; Postgres has no limit

Schema = Literal["behind", "current", "later"]


WRONG_SCHEMA = {
    "behind": "is behind this version: run `python -m app.infra.database.migrate` first",
    "later": "was migrated by a later version: use that one",
}


class UnknownRevision(Exception):
    """The revision is not among this version's migrations."""


async def migrate(url: str) -> None:
    """Runs missing migrations in one transaction; several processes may call it at once.

    Leaves the schema of a later version unchanged: this version can use it, too (see docs/database.md).
    """
    async with migration(url) as connection:
        await connection.run_sync(_upgrade)


@asynccontextmanager
async def migration(url: str) -> AsyncIterator[AsyncConnection]:
    """Yields a connection for migrations, in one transaction; other processes that migrate wait.

    SQLite changes a table by copying it and dropping the old one. Foreign keys are therefore off: they would
    delete all rows that refer to it.
    """
    engine = create_engine(url, limits_statements=False)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare)
    try:
        async with engine.execution_options(write=True).begin() as connection:
            await connection.run_sync(_acquire_lock)
            yield connection
            await connection.run_sync(_check_foreign_keys)
    finally:
        await engine.dispose()


async def bring_up_to_date(settings: Settings, *, migrating: bool) -> None:
    """Migrates the database, or with `migrating=False` only checks that it is migrated.

    Raises SettingsError if the database cannot be reached or migrated, or is behind and `migrating` is False.
    """
    allowed = ("behind", "current", "later") if migrating else ("current", "later")
    await check_schema(settings.database, *allowed)
    if not migrating:
        return
    try:
        await migrate(settings.database)
    except DBAPIError as error:
        log.debug("a migration has failed", exc_info=error)
        where = _without_password(settings.database)
        raise SettingsError(f"the database {where} cannot be migrated ({reason_of(error)}).") from None


async def check_schema(url: str, *allowed: Schema) -> None:
    """Checks that the database has one of these schemas. Raises SettingsError if not, or if it is away."""
    where = _without_password(url)
    engine = create_engine(url)
    try:
        async with engine.connect() as connection:
            schema = await connection.run_sync(schema_state)
    except Exception as error:
        await asyncio.sleep(0.1)  # the SQLite driver's thread still calls this loop
        raise SettingsError(f"the database {where} cannot be reached ({reason_of(error)}).") from None
    finally:
        await engine.dispose()
    if schema not in allowed:
        raise SettingsError(f"the database {where} {WRONG_SCHEMA[schema]}.")


def schema_state(connection: Connection) -> Schema:
    """Compares the database's revision with this version's migrations."""
    scripts = ScriptDirectory.from_config(_config())
    present = set(MigrationContext.configure(connection).get_current_heads())
    if present == set(scripts.get_heads()):
        return "current"
    return "behind" if present <= {script.revision for script in scripts.walk_revisions()} else "later"


def build(connection: Connection, revision: str) -> None:
    """Creates the schema of this revision in an empty database. Raises UnknownRevision."""
    config = _config()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision not in known:
        raise UnknownRevision("a later version has saved it")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _prepare(connection: Any, _: ConnectionPoolEntry) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")  # within a transaction it would do nothing
    connection.execute(f"PRAGMA busy_timeout = {LOCK_TIMEOUT_S * 1000}")


def _acquire_lock(connection: Connection) -> None:
    """Takes the advisory lock on Postgres; on SQLite the transaction's write lock is enough."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _check_foreign_keys(connection: Connection) -> None:
    """Checks the foreign keys, which were off on SQLite. Raises RuntimeError."""
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        raise RuntimeError("a migration left rows that refer to nothing")


def _upgrade(connection: Connection) -> None:
    schema = schema_state(connection)
    if schema == "later":
        log.warning("a later version has migrated the database: it stays as it is")
    elif schema == "behind":
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _without_password(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _config() -> Config:
    return Config(ROOT / "alembic.ini")


def reason_of(error: BaseException) -> str:
    """Returns the first line of the driver's message."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return re.sub(r"^<class '[\w.]+'>: ", "", lines[0]) if lines else type(error).__name__


def main() -> None:
    """Migrates as a job before the servers of a new version start."""
    try:
        settings = load_settings()
        set_up_logs(settings)
        create_data_dir(settings)
        asyncio.run(bring_up_to_date(settings, migrating=True))
    except SettingsError as error:
        sys.exit(f"Boxcats cannot migrate: {error}")


if __name__ == "__main__":
    main()
