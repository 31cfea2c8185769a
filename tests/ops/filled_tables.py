"""Rows in every table, with the values that databases store differently."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    Double,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Text,
    Uuid,
    cast,
    insert,
    null,
    select,
)

from app.infra.database.models.base import Base, UtcDateTime
from app.infra.database.schema import MOVES
from tests.app.revisions import run_query

NULLS, VALUES, JSON_NULLS = range(3)  # rows of each table
TEXT = "\u3000猫' \\ \u2028\x7f"
VALUES_OF: list[tuple[type[Any], Callable[[int], Any]]] = [  # the first type that fits, by number of the row
    (Text, lambda row: f"{row}{TEXT}" * 99),
    (SmallInteger, lambda row: 2**15 - 5 + row),
    (BigInteger, lambda row: 2**63 - 5 + row),
    (Integer, lambda row: 2**31 - 5 + row),
    (Boolean, lambda row: row == VALUES),
    (Uuid, lambda row: UUID(int=2**128 - 5 + row)),
    (UtcDateTime, lambda row: datetime(2026, 2, 28, 23, 59, 59, 999_990 + row, UTC)),
    (Date, lambda row: date(2026, 2, 26 + row)),
    (Double, lambda row: 0.1 + row),
    (LargeBinary, lambda row: bytes([row, 0, 255, 39, 92]) * 7),
    (JSON, lambda row: {"b": [1, None, 1.10, TEXT], "a": {}, "row": row}),
]
# what constraints of single tables ask for
FITTING: dict[str, Callable[[int], Any]] = {
    "tables.status": lambda row: ["open", "playing", "finished"][row],
    "nights.status": lambda row: ["open", "playing", "finished"][row],
    "bans.network": lambda row: "10.0.0.0/8" if row == NULLS else None,
}


def _value(column: Column[Any], row: int, rows: dict[str, list[dict[str, Any]]]) -> Any:
    if make := FITTING.get(str(column)):
        return make(row)
    if row == NULLS and column.nullable:
        return null()
    for key in column.foreign_keys:
        return rows[key.column.table.name][row][key.column.name]
    if isinstance(column.type, JSON) and row == JSON_NULLS:
        return JSON.NULL
    if isinstance(column.type, String) and column.type.length:
        return f"{row}{TEXT}"[: column.type.length]
    return next(make(row) for kind, make in VALUES_OF if isinstance(column.type, kind))


async def fill(url: str) -> None:
    """Adds three rows to every table of an empty database, and moves of one table."""

    def add(connection: Connection) -> None:
        rows: dict[str, list[dict[str, Any]]] = {}
        for table in Base.metadata.sorted_tables:
            rows[table.name] = []
            for row in (NULLS, VALUES, JSON_NULLS):
                rows[table.name].append({one.name: _value(one, row, rows) for one in table.columns})
                connection.execute(insert(table).values(rows[table.name][-1]))
        for seq in range(1, 6):
            connection.execute(insert(MOVES).values({**rows["moves"][NULLS], "seq": seq}))

    await run_query(url, add)


async def read_filled(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Returns the rows of all tables, with JSON as it is stored."""

    def read(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            table.name: [tuple(row) for row in connection.execute(_all_rows(table))]
            for table in Base.metadata.sorted_tables
        }

    return await run_query(url, read)


def _all_rows(table: Table) -> Any:
    columns = [cast(one, Text) if isinstance(one.type, JSON) else one for one in table.columns]
    return select(*columns).order_by(*table.primary_key)
