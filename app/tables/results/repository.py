"""Queries of tables whose results do not count."""

from sqlalchemy import bindparam, func, update

from app.infra.database.query import Command, Cursor
from app.infra.database.schema import TABLES

EXCLUDE = Command(update(TABLES).where(TABLES.c.id == bindparam("table")).values(tallied_at=func.now()))


async def exclude_from_results(cursor: Cursor, table: int) -> None:
    """Marks the table's results as stored, so that its game is never counted or rated."""
    await cursor.execute(EXCLUDE, table=table)
