"""Databases at any revision of the project or of a test, and rows as servers stored them."""

import json
import os
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch
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
    create_engine,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.engine.interfaces import ReflectedColumn, ReflectedPrimaryKeyConstraint

from app.core.paths import ROOT
from app.infra.database.migrate import migration
from app.infra.database.models.base import Base
from app.players.accounts.sessions import COOKIE, LEGACY_COOKIES
from engine.types import Json
from tests.app.people import Person
from tests.services import MakeDatabase

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
def scripts(*more: Path) -> ScriptDirectory:
    """Returns the project's migrations and those in these folders, loaded once."""
    return ScriptDirectory.from_config(alembic(*more))


@cache
def revisions(*more: Path) -> list[Any]:
    """Returns the project's revisions and those in these folders, oldest first."""
    return list(scripts(*more).walk_revisions())[::-1]


def contracts(scripts: Iterable[Any]) -> set[str]:
    """Returns the tables and columns that these revisions drop because the servers before them no longer use
    them.
    """
    return {name for script in scripts for name in getattr(script.module, "contracts", ())}


async def run(url: str, what: Callable[[Connection], Answer]) -> Answer:
    """Runs this in one transaction, as migrations do."""
    async with migration(url) as connection:
        return await connection.run_sync(what)


async def run_query(url: str, what: Callable[[Connection], Answer]) -> Answer:
    """Runs this in one transaction; on SQLite without the asynchronous driver and its thread."""
    if not url.startswith("sqlite"):
        return await run(url, what)
    engine = create_engine(url.replace("+aiosqlite", ""))
    try:
        with engine.begin() as connection:
            return what(connection)
    finally:
        engine.dispose()


async def upgrade(url: str, revision: str, *more: Path) -> None:
    """Upgrades from the current revision."""
    loaded = scripts(*more)
    with patch.object(ScriptDirectory, "from_config", return_value=loaded):
        await run(url, lambda connection: command.upgrade(_at(connection, *more), revision))


async def downgrade(url: str, revision: str) -> None:
    """Goes back to this revision."""
    await run(url, lambda connection: command.downgrade(_at(connection), revision))


async def empty_at(url: str, revision: str) -> None:
    """Removes the newest schema and creates the one of this revision."""

    def remove(connection: Connection) -> None:
        Base.metadata.drop_all(connection, checkfirst=False)
        connection.execute(text("DROP TABLE alembic_version"))

    await run_query(url, remove)
    await upgrade(url, revision)


def _at(connection: Connection, *more: Path) -> Config:
    config = alembic(*more)
    config.attributes["connection"] = connection
    return config


async def read_all(url: str, without: Iterable[str] = ()) -> tuple[list[Table], Rows]:
    """Returns the tables as they are, without those in `without`, and all rows.

    Each table comes after those it refers to.
    """

    def all_of(connection: Connection) -> tuple[list[Table], Rows]:
        tables = _tables_of(connection, without)
        return tables, _rows_of(connection, tables)

    return await run_query(url, all_of)


def _tables_of(connection: Connection, without: Iterable[str]) -> list[Table]:
    """Returns columns and primary keys only: all else would take half of the time of these tests."""
    inspector, gone = inspect(connection), {"alembic_version", *without}
    columns, keys = inspector.get_multi_columns(), inspector.get_multi_pk_constraint()
    return [
        Table(name, MetaData(), *_columns_of(name, columns[None, name], keys[None, name], gone))
        for name, _ in inspector.get_sorted_table_and_fkc_names()
        if name and name not in gone
    ]


def _columns_of(
    table: str, reflected: list[ReflectedColumn], key: ReflectedPrimaryKeyConstraint, gone: set[str]
) -> Iterable[Column[Any]]:
    """Returns the table's columns without those in `gone`."""
    for column in reflected:
        name = column["name"]
        if f"{table}.{name}" not in gone:
            yield Column(name, _kind(column["type"]), primary_key=name in key["constrained_columns"])


def _kind(reflected: Any) -> Any:
    return Uuid() if isinstance(reflected, CHAR) else reflected  # SQLite has no type for UUIDs


def _rows_of(connection: Connection, tables: Iterable[Table]) -> Rows:
    """Returns all rows in order."""
    return {
        table.name: [
            dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
        ]
        for table in tables
    }


async def write(url: str, tables: list[Table], rows: Rows) -> Rows:
    """Inserts the rows in order. Returns the rows that these tables have then."""

    def add(connection: Connection) -> Rows:
        for table in tables:
            if rows.get(table.name):
                connection.execute(insert(table), rows[table.name])
                _count_on(connection, table)
        return _rows_of(connection, tables)

    return await run_query(url, add)


async def read_newest(url: str, names: Collection[str]) -> Rows:
    """Returns all rows of these tables of the newest schema."""
    tables = [table for table in Base.metadata.sorted_tables if table.name in names]
    return await run_query(url, lambda connection: _rows_of(connection, tables))


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


async def database_of_the_first_revision(create_database: MakeDatabase, revision: str) -> str:
    """Creates a database with the games of the first revision, upgraded to this one; returns its URL."""
    url = await create_database()
    await empty_at(url, revisions()[0].revision)
    tables, _ = await read_all(url)
    await write(url, tables, first_rows(tables))
    await upgrade(url, revision)
    return url


async def client_of_first_revision(url: str, name: str) -> Person:
    """Returns a client with a cookie from a server of the first revision."""
    person = Person(url)
    person.http.cookies.set(LEGACY_COOKIES[COOKIE], FIRST["cookies"][name], domain="127.0.0.1")
    assert (await person.request("GET", "/me"))["name"] == name
    return person
