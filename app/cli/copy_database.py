"""`python -m app copy URL`: copies all rows of a database, such as one of SQLite, into that of DATABASE_URL.

The new database has the newest schema and is empty. All is written in one transaction, so a copy that was
interrupted leaves it empty and can be repeated.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Dialect,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    cast,
    func,
    insert,
    literal,
    select,
    tuple_,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

import app.infra.database.models  # noqa: F401  (fills Base.metadata)
from app.cli.progress import Progress
from app.infra.database.engine import create_engine
from app.infra.database.migrate import check_schema, migration, reason_of
from app.infra.database.models.base import Base
from app.infra.database.sqlite_lock import lock_database, sqlite_file
from app.settings import SettingsError, load_settings, with_driver

BATCH_SIZE = 200  # rows in memory; the largest have 256 KB
Rows = list[dict[str, Any]]


class JsonText(TypeDecorator[str]):
    """A JSON column whose text is neither parsed nor written: NULL and JSON's null stay what they are."""

    impl = JSON
    cache_ok = True

    def column_expression(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        return cast(column, Text)

    def bind_processor(self, dialect: Dialect) -> None:
        """Returns None: values are passed on."""

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        """Returns None: values are passed on."""


def _plain(table: Table) -> Table:
    """Returns the table with all columns, whose types are the same on both databases, and its key."""
    columns = (
        Column(
            column.name,
            JsonText() if isinstance(column.type, JSON) else column.type,
            primary_key=column.primary_key,
        )
        for column in table.columns
    )
    return Table(table.name, MetaData(), *columns)


TABLES = [_plain(table) for table in Base.metadata.sorted_tables]  # each after those it refers to


def copy(source: str) -> None:
    """Prints the number of copied rows; exits with one sentence if nothing was copied."""
    try:
        number = asyncio.run(copy_database(_address(source), load_settings().database))
    except SettingsError as error:
        sys.exit(f"Nothing was copied: {error}")
    except (OSError, SQLAlchemyError) as error:
        sys.exit(f"Nothing was copied: {type(error).__name__}: {reason_of(error)}")
    sys.stdout.write(f"{number} rows are copied.\n")


async def copy_database(source: str, target: str) -> int:
    """Copies all rows into an empty database and returns their number, or copies nothing if it raises.

    Raises SettingsError if one of the two cannot be used, OSError, SQLAlchemyError.
    """
    file = sqlite_file(source)
    if file and not file.exists():
        raise SettingsError(f"the database {file} does not exist.")
    if (file or source) == (sqlite_file(target) or target):
        raise SettingsError("DATABASE_URL must be the new database, not the one to copy.")
    with lock_database(source), lock_database(target):
        for url in (source, target):
            await check_schema(url, "current")
        async with _snapshot(source) as here, migration(target) as there:
            await _check_empty(there)
            return await _copy_tables(here, there)


@asynccontextmanager
async def _snapshot(url: str) -> AsyncIterator[AsyncConnection]:
    """Yields a connection that sees one state of the database, also while others write."""
    engine = create_engine(url, limits_statements=False)
    try:
        async with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield connection
    finally:
        await engine.dispose()


async def _check_empty(target: AsyncConnection) -> None:
    """Raises SettingsError if a table has rows."""
    for table in TABLES:
        if (await target.execute(select(table).limit(1))).first():
            raise SettingsError(f"DATABASE_URL must be an empty database; its table {table.name} has rows.")


async def _copy_tables(source: AsyncConnection, target: AsyncConnection) -> int:
    progress, number = Progress(len(TABLES)), 0
    for table in TABLES:
        async for rows in _batches(source, table):
            await target.execute(insert(table), rows)
            number += len(rows)
        if target.dialect.name == "postgresql":
            await _advance_sequence(target, table)
        progress.advance()
    return number


async def _batches(source: AsyncConnection, table: Table) -> AsyncIterator[Rows]:
    """Yields all rows in the order of the primary key."""
    key = list(table.primary_key)
    page = query = select(table).order_by(*key).limit(BATCH_SIZE)
    while rows := [dict(row) for row in (await source.execute(query)).mappings()]:
        yield rows
        last = [literal(rows[-1][column.name], column.type) for column in key]
        query = page.where(tuple_(*key) > tuple_(*last))


async def _advance_sequence(target: AsyncConnection, table: Table) -> None:
    """Lets new rows get numbers after those that were copied; does nothing for tables without a sequence."""
    if (number := table.autoincrement_column) is not None:
        sequence = func.pg_get_serial_sequence(table.name, number.name)
        await target.execute(select(func.setval(sequence, select(func.max(number)).scalar_subquery())))


def _address(source: str) -> str:
    """Returns the URL with the name of the driver. Raises SettingsError."""
    try:
        return with_driver(source)
    except ValueError as error:
        raise SettingsError(f"the address of the old database {error}.") from None
