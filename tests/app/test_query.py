"""Statements as they go to the driver: nothing is left out in silence."""

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, bindparam, insert, select, update

from app.infra.database.query import Statement
from app.infra.database.schema import PLAYERS
from tests.app.conftest import NewPerson
from tests.app.local_server import Running

RENAME = Statement(
    update(PLAYERS).where(PLAYERS.c.name == bindparam("called")).values(name=bindparam("renamed"))
)
ROWS = Statement(select(PLAYERS.c.name).where(PLAYERS.c.name.like("Row%")).order_by(PLAYERS.c.name))


def test_a_parameter_that_is_not_given_is_missed() -> None:
    statement = Statement(insert(PLAYERS).values(id=bindparam("id"), name="Ada", created_at=bindparam("at")))
    assert "Ada" in statement.arguments({"id": 1, "at": 2})
    with pytest.raises(KeyError, match="at"):
        statement.arguments({"id": 1})


def test_a_column_is_not_left_to_a_default_that_the_driver_does_not_know() -> None:
    table = Table("things", MetaData(), Column("id", Integer), Column("state", String, default="new"))
    with pytest.raises(TypeError, match="default"):
        Statement(insert(table).values(id=bindparam("id")))


async def test_once_with_each_row(running: Running, new_person: NewPerson) -> None:
    for name in ("Row 1", "Row 2", "Row 3"):
        await new_person(name)
    async with running.infra.database.write() as cursor:
        await cursor.run_each(RENAME, [])
        await cursor.run_each(RENAME, [{"called": f"Row {n}", "renamed": f"Row {n} b"} for n in (1, 2)])
    async with running.infra.database.read() as cursor:
        assert [row.name for row in await cursor.run(ROWS)] == ["Row 1 b", "Row 2 b", "Row 3"]
