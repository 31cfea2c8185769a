"""Queries of bug reports, which are rows of `reports` with a `problem`."""

from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, delete, func, insert, select

from app.infra.database.paging import PagedQuery
from app.infra.database.query import Command, Cursor, Query
from app.infra.database.schema import IMPORTS, REPORTS, TABLES
from engine.types import Json

_mine = REPORTS.c.by_id == bindparam("player")
_is_problem = REPORTS.c.problem.is_not(None)
_columns = ("by_id", "table", "words", "lines", "problem", "address_key")
_new: dict[str, Any] = {name: bindparam(name) for name in _columns}
ADD = Command(insert(REPORTS).values(at=func.now(), about="", **_new))


class Attachment(NamedTuple):
    """What a bug report has of the table it is about."""

    table: str  # its code
    problem: Json


ATTACHMENT = Query(
    select(REPORTS.c.table, REPORTS.c.problem).where(REPORTS.c.id == bindparam("report"), _is_problem),
    Attachment,
)
REPORTED_BY = PagedQuery(
    select(
        REPORTS.c.table,
        func.coalesce(TABLES.c.deal, IMPORTS.c.deal).label("deal"),
        REPORTS.c.words,
        REPORTS.c.problem["page"].label("problem"),
        REPORTS.c.at,
    )
    .outerjoin(TABLES, TABLES.c.code == REPORTS.c.table)
    .outerjoin(IMPORTS, IMPORTS.c.code == REPORTS.c.table)
    .where(_mine, _is_problem),
    REPORTS.c.id,
)
ERASE = Command(delete(REPORTS).where(_mine, _is_problem))


async def add(cursor: Cursor, by: UUID, table: str, words: str, attached: Json, address_key: str) -> None:
    values = {"words": words, "lines": [], "problem": attached, "address_key": address_key}
    await cursor.execute(ADD, by_id=by, table=table, **values)


async def attachment(cursor: Cursor, report: int) -> Attachment | None:
    """Returns the attachment of this bug report; None if there is no such bug report."""
    return await cursor.fetch_one(ATTACHMENT, report=report)


async def erase(cursor: Cursor, player: UUID) -> None:
    """Deletes all bug reports of this player, as they describe the player's page and browser."""
    await cursor.execute(ERASE, player=player)
