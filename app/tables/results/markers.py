"""Columns of a table that mark a step of post-processing its finished game as done."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, TextClause, bindparam, func, or_, select, update

from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import TABLES


class UnprocessedGame(NamedTuple):
    """A finished game of which a step is to be done."""

    code: str
    finished_at: datetime


class ProcessedMarker:
    """Queries of one step: `lacks` selects tables without it; columns `done`, and `again` for the retry."""

    def __init__(self, lacks: TextClause, done: Column[Any], again: Column[Any]) -> None:
        this = TABLES.c.code == bindparam("table")
        is_due = or_(again.is_(None), again <= bindparam("now"))
        first = (
            select(TABLES.c.code, TABLES.c.finished_at)
            .where(lacks, is_due)
            .order_by(TABLES.c.finished_at, TABLES.c.id)
            .limit(1)
        )
        claim = update(TABLES).where(this, lacks).values({done: func.now()}).returning(TABLES.c.id)
        self._first = Query(first, UnprocessedGame)
        self._postpone = Command(update(TABLES).where(this, lacks).values({again: bindparam("again_at")}))
        self._claim = ValueQuery[int](claim)

    async def next(self, cursor: Cursor, now: datetime) -> UnprocessedGame | None:
        """Returns the game without the mark that ended first, unless it is postponed."""
        return await cursor.fetch_one(self._first, now=now)

    async def postpone(self, cursor: Cursor, code: str, until: datetime) -> None:
        """Sets when the step may be tried again."""
        await cursor.execute(self._postpone, table=code, again_at=until)

    async def claim(self, cursor: Cursor, code: str) -> bool:
        """Sets the mark with the end of the transaction; False if the table has it.

        Waits for another transaction that sets it.
        """
        return await cursor.fetch_one(self._claim, table=code) is not None
