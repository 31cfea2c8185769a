"""Background job that computes the deal digests of games stored by older versions."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import bindparam, or_, select

from app.archive.game_import import repository as imports
from app.archive.game_import.reading import replay_to_end, seat_places
from app.core.outages import is_unavailable
from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.infra.database.models.table import WITHOUT_DEAL
from app.infra.database.query import Cursor, Query
from app.infra.database.schema import BRANCHES, TABLES
from app.tables.deal_guard.digest import deal_digest, record_deal_digest
from app.tables.deal_guard.repository import set_deal
from app.tables.game.repository import load_table
from engine.record import read_record

log = logging.getLogger(__name__)

INTERVAL_S = 600.0  # repeated, because old servers keep running for a while during an upgrade

_after = TABLES.c.id > bindparam("after")
_ended = select(TABLES.c.id, TABLES.c.code).where(WITHOUT_DEAL, _after).order_by(TABLES.c.id).limit(1)
_branch = (
    select(TABLES.c.id, TABLES.c.code)
    .join(BRANCHES, BRANCHES.c.table_id == TABLES.c.id)
    .where(TABLES.c.deal.is_(None), or_(TABLES.c.status == "open", TABLES.c.status == "playing"), _after)
    .order_by(TABLES.c.id)
    .limit(1)
)


class TableCandidate(NamedTuple):
    """A table whose deal digest is not stored yet."""

    id: int
    code: str


ENDED, BRANCH = Query(_ended, TableCandidate), Query(_branch, TableCandidate)


Find = Callable[[Cursor, int], Awaitable[Any]]


class DealBackfill:
    """Runs in every process; concurrent runs are idempotent."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.run))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def run(self) -> None:
        """Fills in all missing digests, skipping records that cannot be read."""
        for statement in (BRANCH, ENDED):
            await self._each(partial(_next, statement), self._table)
        await self._each(imports.next_without_deal, self._import)

    async def _each(self, find: Find, fill: Callable[[Any], Awaitable[None]]) -> None:
        after = 0
        while True:
            async with self._database.read() as cursor:
                row = await find(cursor, after)
            if row is None:
                return
            after = row.id
            try:
                await fill(row)
            except Exception as error:
                if is_unavailable(error):
                    raise
                log.exception("could not compute the deals of a game")

    async def _table(self, row: TableCandidate) -> None:
        async with self._database.write() as cursor:
            table = await load_table(cursor, row.code)
            await set_deal(cursor, table.id, deal_digest(table))

    async def _import(self, row: imports.ImportWithoutDeal) -> None:
        record = read_record(row.record)
        places = seat_places(record, await replay_to_end(record))
        async with self._database.write() as cursor:
            await imports.set_deal(cursor, row.id, record_deal_digest(record), places)


async def _next(query: Query[TableCandidate], cursor: Cursor, after: int) -> TableCandidate | None:
    """Returns id and code of the next table, by id."""
    return await cursor.fetch_one(query, after=after)
