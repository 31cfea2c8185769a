"""The mark that a table gets when something was made of its game, once."""

from datetime import datetime
from typing import Any

from sqlalchemy import TextClause, bindparam, func, or_, select, update

from app.infra.database.models import TableRow
from app.infra.database.query import Cursor, Statement

TABLES: Any = TableRow.__table__


class ProcessedMarker:
    """Its SQL: `lacks` says which tables lack it, `done` is its column, and `again` when to try anew."""

    def __init__(self, lacks: TextClause, done: Any, again: Any) -> None:
        this = TABLES.c.code == bindparam("table")
        may = or_(again.is_(None), again <= bindparam("now"))
        ended = (TABLES.c.finished_at, TABLES.c.id)
        first = select(TABLES.c.code, TABLES.c.finished_at).where(lacks, may).order_by(*ended).limit(1)
        put_off = update(TABLES).where(this, lacks).values({again: bindparam("again_at")})
        claim = update(TABLES).where(this, lacks).values({done: func.now()}).returning(TABLES.c.id)
        self._first, self._put_off, self._claim = Statement(first), Statement(put_off), Statement(claim)

    async def next(self, cursor: Cursor, now: datetime) -> Any:
        """Code and end of the game that ended first among those without it, and not put off."""
        return await cursor.one(self._first, now=now)

    async def put_off(self, cursor: Cursor, code: str, until: datetime) -> None:
        """Nobody tries before that moment."""
        await cursor.run(self._put_off, table=code, again_at=until)

    async def claim(self, cursor: Cursor, code: str) -> bool:
        """Waits for whoever is at it; whether the table had none. At the end of the transaction it has."""
        return await cursor.one(self._claim, table=code) is not None
