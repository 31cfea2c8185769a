"""Databases at any revision, ours or one that a test makes up, and rows as its servers have them."""

import json
import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import (
    CHAR,
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    Table,
    Uuid,
    func,
    insert,
    select,
)

from app.core.paths import ROOT
from app.infra.database.migrate import migration
from engine.types import Json

Answer = TypeVar("Answer")
Rows = dict[str, list[dict[str, Any]]]  # by table
VERSIONS = ROOT / "migrations" / "versions"

# What a server of the first revision had stored: a finished game, one in play with the moves that were still
# to come and how it ended, and a table that had not started; with its key, and the cookies of two people.
FIRST: Json = json.loads(Path(__file__).with_name("first_revision.json").read_text("utf-8"))


def alembic(*more: Path) -> Config:
    """Our migrations, and those in these folders."""
    config = Config(ROOT / "alembic.ini")
    config.set_main_option("version_locations", os.pathsep.join(map(str, (VERSIONS, *more))))
    return config


@cache
def revisions(*more: Path) -> list[Any]:
    """Ours and those in these folders, the oldest first."""
    return list(ScriptDirectory.from_config(alembic(*more)).walk_revisions())[::-1]


def contracts(scripts: Iterable[Any]) -> set[str]:
    """The tables and columns that these revisions take away, as no server before them used them any more."""
    return {name for script in scripts for name in getattr(script.module, "contracts", ())}


async def run(url: str, what: Callable[[Connection], Answer]) -> Answer:
    """Does it in one transaction, as migrations do."""
    async with migration(url) as connection:
        return await connection.run_sync(what)


async def upgrade(url: str, revision: str, *more: Path) -> None:
    """From wherever it is."""
    await run(url, lambda connection: command.upgrade(_at(connection, *more), revision))


async def empty_at(url: str, revision: str, *more: Path) -> None:
    """All that was in it is gone."""
    await run(url, lambda connection: command.downgrade(_at(connection, *more), "base"))
    await upgrade(url, revision, *more)


def _at(connection: Connection, *more: Path) -> Config:
    config = alembic(*more)
    config.attributes["connection"] = connection
    return config


async def tables_of(url: str, without: Iterable[str] = ()) -> list[Table]:
    """The tables as they are, each after those it refers to, less what is in `without`."""
    reflected = MetaData()
    await run(url, reflected.reflect)
    gone = {"alembic_version", *without}
    return [_without(table, gone) for table in reflected.sorted_tables if table.name not in gone]


def _without(table: Table, gone: set[str]) -> Table:
    """What code knows that names these columns and no others."""
    kept = [column for column in table.columns if f"{table.name}.{column.name}" not in gone]
    columns = [Column(column.name, _kind(column.type), primary_key=column.primary_key) for column in kept]
    return Table(table.name, MetaData(), *columns)


def _kind(reflected: Any) -> Any:
    return Uuid() if isinstance(reflected, CHAR) else reflected  # SQLite has no kind of its own for them


async def read(url: str, tables: list[Table]) -> Rows:
    """All rows, in order."""

    def all_of(connection: Connection) -> Rows:
        return {
            table.name: [
                dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in tables
        }

    return await run(url, all_of)


async def write(url: str, tables: list[Table], rows: Rows) -> None:
    """Adds them, as if they had come one after the other."""

    def add(connection: Connection) -> None:
        for table in tables:
            if rows.get(table.name):
                connection.execute(insert(table), rows[table.name])
                _count_on(connection, table)

    await run(url, add)


def _count_on(connection: Connection, table: Table) -> None:
    """Postgres counts numbers it has given out, not those it was given."""
    number = table.autoincrement_column
    if number is not None and connection.dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(table.name, number.name)
        connection.execute(select(func.setval(sequence, select(func.max(number)).scalar_subquery())))


def first_rows(tables: list[Table]) -> Rows:
    """FIRST's rows, as Python has such values."""
    return {
        table.name: [
            {name: _value(table.columns[name].type, value) for name, value in row.items()}
            for row in FIRST["rows"].get(table.name, ())
        ]
        for table in tables
    }


def _value(kind: Any, value: Any) -> Any:
    match kind:
        case _ if value is None:
            return None
        case Uuid():
            return UUID(value)
        case LargeBinary():
            return bytes.fromhex(value)
        case DateTime():
            return datetime.fromisoformat(value).replace(tzinfo=UTC)
        case _:
            return value
