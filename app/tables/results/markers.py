"""Markers on finished tables: which processing steps have been done."""

from datetime import datetime
from typing import Any

from sqlalchemy import TextClause, bindparam, func, or_, select, update

from app.infra.database.models import TableRow
from app.infra.database.query import Cursor, Statement

TABLES: Any = TableRow.__table__


class ProcessedMarker:
    """The queries of one marker.

    `lacks` selects the tables without it, `done` is its column, `again` the column of the next attempt.
    """

    def __init__(self, lacks: TextClause, done: Any, again: Any) -> None:
        this = TABLES.c.code == bindparam("table")
        may = or_(again.is_(None), again <= bindparam("now"))
        ended = (TABLES.c.finished_at, TABLES.c.id)
        first = select(TABLES.c.code, TABLES.c.finished_at).where(lacks, may).order_by(*ended).limit(1)
        put_off = update(TABLES).where(this, lacks).values({again: bindparam("again_at")})
        claim = update(TABLES).where(this, lacks).values({done: func.now()}).returning(TABLES.c.id)
        self._first, self._put_off, self._claim = Statement(first), Statement(put_off), Statement(claim)

    async def next(self, cursor: Cursor, now: datetime) -> Any:
        """Returns code and end of the oldest finished game without the marker that is due; None if there is
        none.
        """
        return await cursor.one(self._first, now=now)

    async def put_off(self, cursor: Cursor, code: str, until: datetime) -> None:
        """Postpones the next attempt."""
        await cursor.run(self._put_off, table=code, again_at=until)

    async def claim(self, cursor: Cursor, code: str) -> bool:
        """Sets the marker within the transaction; returns False if it was set.

        Waits for a concurrent claim.
        """
        return await cursor.one(self._claim, table=code) is not None
