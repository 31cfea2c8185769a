"""Closes open tables whose people have not been connected, at any process, for some time."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, func, null, or_, select, update

from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Clock, Database, now
from app.infra.database.models.table import HAS_ADDRESS
from app.infra.database.query import Command, Cursor, Query, ValueQuery
from app.infra.database.schema import SEATS, TABLES
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.time_control.presets import TURN_BASED_CLOCKS

INTERVAL_S = 60.0
MIN_AGE = timedelta(seconds=45)  # tables attended more recently are skipped
IDLE_AFTER, IDLE_AFTER_TURN_BASED = timedelta(minutes=5), timedelta(hours=12)
# clients need some seconds to reconnect after a restart of the server or Redis
CONFIRM_AFTER = timedelta(seconds=50)
BATCH_SIZE = 500  # tables


class SeatOfIdleTable(NamedTuple):
    """A seat of an open table, with the columns of the table repeated."""

    id: int
    code: str
    clock: str | None
    at: datetime  # last attended, or made
    player_id: UUID | None


_moment = bindparam("moment", type_=TABLES.c.attended_at.type)
_attended = func.coalesce(TABLES.c.attended_at, TABLES.c.created_at)
# Private tables with a host wait for invited people, and nobody else sees them: retention deletes them later.
_unlisted = (TABLES.c.visibility == "link") & TABLES.c.host_id.is_not(None)
_waiting = (TABLES.c.status == "open") & TABLES.c.starts_at.is_(None) & ~_unlisted
_some = (
    select(
        TABLES.c.id, TABLES.c.code, TABLES.c.terms["clock"].as_string().label("clock"), _attended.label("at")
    )
    .where(_waiting, TABLES.c.id > bindparam("after"), _attended < _moment)
    .order_by(TABLES.c.id)
    .limit(BATCH_SIZE)
    .subquery()
)
DUE = Query(
    select(_some.c.id, _some.c.code, _some.c.clock, _some.c.at, SEATS.c.player_id)
    .join(SEATS, SEATS.c.table_id == _some.c.id)
    .order_by(_some.c.id),
    SeatOfIdleTable,
)
_these = (
    select(TABLES.c.id)
    .where(TABLES.c.id.in_(bindparam("tables", expanding=True)))
    .with_for_update(skip_locked=True)
)
ATTEND = Command(update(TABLES).where(TABLES.c.id.in_(_these)).values(attended_at=_moment))
CLOSE = ValueQuery[str](
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), _waiting, _attended < _moment)
    .values(status="abandoned", finished_at=func.now(), address_key=null())
    .returning(TABLES.c.code)
)
CLEAR_ADDRESSES = Command(
    update(TABLES)
    .where(HAS_ADDRESS, or_(TABLES.c.status == "finished", TABLES.c.status == "abandoned"))
    .values(address_key=null())
)


@dataclass(frozen=True, slots=True)
class IdleCandidate:
    """An open table that was not attended recently."""

    id: int
    code: str
    is_turn_based: bool
    attended_at: datetime
    players: frozenset[UUID]


class IdleTableCloser:
    """Closes open tables whose people have been disconnected for some time.

    The time of attendance is in the database, so any process may sweep.
    """

    def __init__(self, database: Database, pubsub: PubSub, presence: Presence, clock: Clock = now) -> None:
        self._database, self._pubsub, self._presence = database, pubsub, presence
        self._clock = clock
        self._empty_since: dict[int, datetime] = {}  # by table id: since when this process has seen it empty
        first = random.uniform(INTERVAL_S / 2, INTERVAL_S)
        self._task = asyncio.create_task(periodic(INTERVAL_S, self.sweep, first_after_s=first))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def sweep(self) -> None:
        """Checks all candidates once."""
        checked, after = set[int](), 0
        while tables := await self._candidates_after(after):
            after = tables[-1].id
            checked.update(table.id for table in tables)
            players = await self._presence.players_at([table.code for table in tables])
            await self._mark_attended(
                [table.id for table in tables if table.players & players.get(table.code, set())]
            )
            for table in tables:
                await self._close_if_idle(table, players)
        self._empty_since = {table: at for table, at in self._empty_since.items() if table in checked}
        async with self._database.write() as cursor:
            await cursor.execute(CLEAR_ADDRESSES)

    async def _candidates_after(self, after: int) -> list[IdleCandidate]:
        async with self._database.read() as cursor:
            rows = await cursor.fetch_all(DUE, after=after, moment=self._clock() - MIN_AGE)
        return [_candidate(list(seats)) for _, seats in groupby(rows, key=attrgetter("id"))]

    async def _mark_attended(self, tables: Sequence[int]) -> None:
        if tables:
            async with self._database.write() as cursor:
                await cursor.execute(ATTEND, tables=tables, moment=self._clock())

    async def _close_if_idle(self, table: IdleCandidate, players: Mapping[str, frozenset[UUID]]) -> None:
        """Closes the table if it was empty for long enough and in two checks; skips it if presence is
        unknown.
        """
        here = players.get(table.code)
        if here is None or here & table.players:
            self._empty_since.pop(table.id, None)
            return
        moment = self._clock()
        since = self._empty_since.setdefault(table.id, moment)
        before = moment - (IDLE_AFTER_TURN_BASED if table.is_turn_based else IDLE_AFTER)
        if table.attended_at < before and moment - since >= CONFIRM_AFTER:
            async with self._database.write() as cursor:
                closed = await self._close(cursor, table, before)
            if closed:
                self._pubsub.publish(TABLE_CHANGES, TableChanged(table.code))

    async def _close(self, cursor: Cursor, table: IdleCandidate, before: datetime) -> bool:
        return await cursor.fetch_one(CLOSE, table=table.id, moment=before) is not None


def _candidate(seats: Sequence[SeatOfIdleTable]) -> IdleCandidate:
    row = seats[0]
    players = frozenset(seat.player_id for seat in seats if seat.player_id)
    return IdleCandidate(row.id, row.code, row.clock in TURN_BASED_CLOCKS, row.at, players)
