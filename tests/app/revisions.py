"""Databases at any revision of the project or of a test, and rows as servers stored them."""

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
from tests.conftest import MakeDatabase

Answer = TypeVar("Answer")
Rows = dict[str, list[dict[str, Any]]]  # by table
VERSIONS = ROOT / "migrations" / "versions"

# Rows of a server of the first revision: a finished game, a running one with its remaining moves and its
# result, and a table that had not started; with the server's key, and the cookies of two players.
FIRST: Json = json.loads(Path(__file__).with_name("first_revision.json").read_text("utf-8"))


def alembic(*more: Path) -> Config:
    """Configures the project's migrations and those in these folders."""
    config = Config(ROOT / "alembic.ini")
    config.set_main_option("version_locations", os.pathsep.join(map(str, (VERSIONS, *more))))
    return config


@cache
def revisions(*more: Path) -> list[Any]:
    """Returns the project's revisions and those in these folders, oldest first."""
    return list(ScriptDirectory.from_config(alembic(*more)).walk_revisions())[::-1]


def contracts(scripts: Iterable[Any]) -> set[str]:
    """Returns the tables and columns that these revisions drop because the servers before them no longer use
    them.
    """
    return {name for script in scripts for name in getattr(script.module, "contracts", ())}


async def run(url: str, what: Callable[[Connection], Answer]) -> Answer:
    """Runs this in one transaction, as migrations do."""
    async with migration(url) as connection:
        return await connection.run_sync(what)


async def upgrade(url: str, revision: str, *more: Path) -> None:
    """Upgrades from the current revision."""
    await run(url, lambda connection: command.upgrade(_at(connection, *more), revision))


async def empty_at(url: str, revision: str, *more: Path) -> None:
    """Empties the database and upgrades it to this revision."""
    await run(url, lambda connection: command.downgrade(_at(connection, *more), "base"))
    await upgrade(url, revision, *more)


def _at(connection: Connection, *more: Path) -> Config:
    config = alembic(*more)
    config.attributes["connection"] = connection
    return config


async def tables_of(url: str, without: Iterable[str] = ()) -> list[Table]:
    """Returns the tables as they are, each after those it refers to, without those in `without`."""
    reflected = MetaData()
    await run(url, reflected.reflect)
    gone = {"alembic_version", *without}
    return [_without(table, gone) for table in reflected.sorted_tables if table.name not in gone]


def _without(table: Table, gone: set[str]) -> Table:
    """Returns the table without the columns in `gone`."""
    kept = [column for column in table.columns if f"{table.name}.{column.name}" not in gone]
    columns = [Column(column.name, _kind(column.type), primary_key=column.primary_key) for column in kept]
    return Table(table.name, MetaData(), *columns)


def _kind(reflected: Any) -> Any:
    return Uuid() if isinstance(reflected, CHAR) else reflected  # SQLite has no type for UUIDs


async def read(url: str, tables: list[Table]) -> Rows:
    """Returns all rows in order."""

    def all_of(connection: Connection) -> Rows:
        return {
            table.name: [
                dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in tables
        }

    return await run(url, all_of)


async def write(url: str, tables: list[Table], rows: Rows) -> None:
    """Inserts the rows in order."""

    def add(connection: Connection) -> None:
        for table in tables:
            if rows.get(table.name):
                connection.execute(insert(table), rows[table.name])
                _count_on(connection, table)

    await run(url, add)


def _count_on(connection: Connection, table: Table) -> None:
    """Advances sequences in Postgres, which does not count explicit ids."""
    number = table.autoincrement_column
    if number is not None and connection.dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(table.name, number.name)
        connection.execute(select(func.setval(sequence, select(func.max(number)).scalar_subquery())))


# Added to every time, so that retention does not delete the rows during a test.
AGE = datetime.now(UTC) - max(
    datetime.fromisoformat(row["created_at"]).replace(tzinfo=UTC) for row in FIRST["rows"]["tables"]
)


def first_rows(tables: list[Table]) -> Rows:
    """Returns FIRST's rows as Python values."""
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
            return datetime.fromisoformat(value).replace(tzinfo=UTC) + AGE
        case _:
            return value


async def database_of_the_first_revision(new_database: MakeDatabase, revision: str) -> str:
    """Creates a database with the games of the first revision, upgraded to this one; returns its URL."""
    url = await new_database()
    await empty_at(url, revisions()[0].revision)
    tables = await tables_of(url)
    await write(url, tables, first_rows(tables))
    await upgrade(url, revision)
    return url
