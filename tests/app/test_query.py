"""Compiled statements: no parameter or column is left out silently, and rows have the fields they name."""

from typing import NamedTuple
from uuid import UUID

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, bindparam, insert, select, update

from app.infra.database.engine import Database
from app.infra.database.query import Command, Query, SqliteCursor, ValueQuery
from app.infra.database.schema import PLAYERS
from app.players.friends.repository import FIND_BY_NAME
from tests.app.local_server import Running
from tests.app.people import NewPerson
from tests.services import MakeDatabase

RENAME = Command(
    update(PLAYERS).where(PLAYERS.c.name == bindparam("called")).values(name=bindparam("renamed"))
)
ROWS = ValueQuery[str](select(PLAYERS.c.name).where(PLAYERS.c.name.like("Row%")).order_by(PLAYERS.c.name))


def test_missing_parameter_is_an_error() -> None:
    statement = Command(insert(PLAYERS).values(id=bindparam("id"), name="Ada", created_at=bindparam("at")))
    assert "Ada" in statement.arguments({"id": 1, "at": 2})
    with pytest.raises(KeyError, match="at"):
        statement.arguments({"id": 1})


def test_column_with_a_client_side_default_must_be_given() -> None:
    table = Table("things", MetaData(), Column("id", Integer), Column("state", String, default="new"))
    with pytest.raises(TypeError, match="default"):
        Command(insert(table).values(id=bindparam("id")))


async def test_command_runs_once_for_each_row(running: Running, new_person: NewPerson) -> None:
    for name in ("Row 1", "Row 2", "Row 3"):
        await new_person(name)
    async with running.infra.database.write() as cursor:
        await cursor.execute_many(RENAME, [])
        await cursor.execute_many(RENAME, [{"called": f"Row {n}", "renamed": f"Row {n} b"} for n in (1, 2)])
    async with running.infra.database.read() as cursor:
        assert await cursor.fetch_all(ROWS) == ["Row 1 b", "Row 2 b", "Row 3"]


class NamedPlayer(NamedTuple):
    name: str
    id: UUID


def test_row_must_have_the_columns_of_its_query() -> None:
    Query(select(PLAYERS.c.name, PLAYERS.c.id), NamedPlayer)
    with pytest.raises(TypeError, match="NamedPlayer"):
        Query(select(PLAYERS.c.id, PLAYERS.c.name), NamedPlayer)


def test_list_is_one_parameter_on_postgres() -> None:
    """Its type has no length, which would truncate longer texts."""
    names = PLAYERS.c.name.in_(bindparam("names", expanding=True))
    query = ValueQuery[str](select(PLAYERS.c.name).where(names))
    assert query.sql.endswith("players.name = ANY ($1::VARCHAR[])")
    assert query.arguments({"names": ["Ada", "Bo"]}) == [["Ada", "Bo"]]


async def test_names_are_found_by_their_index_on_sqlite(new_sqlite: MakeDatabase) -> None:
    database = Database(await new_sqlite())
    async with database.read() as cursor:
        assert isinstance(cursor, SqliteCursor)
        compiled = FIND_BY_NAME.statement.compile(cursor.connection.engine)
        values = compiled.construct_params({"me": "0" * 32, "pattern": "ada%", "most": 5})
        arguments = tuple(values[name] for name in compiled.positiontup or [])
        plan = await cursor.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", arguments)
        assert "look>? AND look<?" in str(plan.all())
    await database.close()
