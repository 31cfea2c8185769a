"""Serves the deadlines that have come: any process may, and each is served once.

A deadline in the database is a lower bound, as moves only put it off: whoever claims one looks into the
record, lets the caretaker play if time is up, and puts the deadline to when it may be up next. A claim holds
for some seconds, so that what a dying process had claimed is taken up by another; who was first with a move,
the record judges.

Whoever wants to know when somebody's time is up asks `faces.faces(position)`.
"""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from math import inf

from app.core.clock import DatabaseClock
from app.core.errors import ServiceUnavailable
from app.core.tasks import cancel_and_wait, periodic
from app.infra.database.engine import Database
from app.infra.database.query import PostgresCursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.bots import Bots
from app.tables.game.position import CARETAKER_PREFIX, TIME_UP_PREFIX, Position, StaleChoice
from app.tables.game.service import LATEST, GameService
from app.tables.time_control.presets import LATE, PACES
from app.tables.time_control.remaining import faces
from app.tables.timekeeping import repository
from app.tables.timekeeping.abandoned import played_out_at
from app.tables.timekeeping.pauses import ends_at, resume
from engine.errors import RulesError
from engine.types import Seat

log = logging.getLogger(__name__)

EVERY = 1.0  # seconds
AT_ONCE = 50  # tables
CLAIM = 15.0  # seconds: long enough for the caretaker to think
LOOK_AGAIN = 20.0  # seconds: where nobody plays for others
GRACE = 60.0  # seconds for people to come back, too, after nobody could serve a deadline


class Deadlines:
    """Looks for what is due as long as the process lives."""

    def __init__(
        self, database: Database, pubsub: PubSub, play: GameService, bots: Bots, clock: DatabaseClock
    ) -> None:
        self._database, self._pubsub, self._play = database, pubsub, play
        self._bots, self._clock = bots, clock
        self._serving_since = inf  # without a break
        self._task = asyncio.create_task(periodic(EVERY, self._serve_all))

    async def close(self) -> None:
        await cancel_and_wait(self._task)

    async def _serve_all(self) -> None:
        try:
            if self._serving_since == inf:
                await self._begin()
            while await self.serve() == AT_ONCE:
                pass
        except Exception:
            self._serving_since = inf
            raise

    async def _begin(self) -> None:
        """What has come due before now gets the grace."""
        async with self._database.write() as cursor:
            if isinstance(cursor, PostgresCursor):  # SQLite's clock is ours
                self._clock.tell(await repository.time(cursor))
            await repository.find(cursor, self._clock.now())
        self._serving_since = self._clock.now()

    async def serve(self) -> int:
        """Looks at tables whose deadline has come; how many there were."""
        now = self._clock.now()
        until = now + CLAIM
        async with self._database.write() as cursor:
            claimed = await repository.claim(cursor, now, until, AT_ONCE)
        serving = (self._serve(table, code, until) for table, code in claimed.items())
        outcomes = await asyncio.gather(*serving, return_exceptions=True)
        failed = [outcome for outcome in outcomes if outcome is not None]
        if failed and len(failed) == len(outcomes):
            raise failed[0]  # one table's trouble is not the others'
        return len(claimed)

    async def _serve(self, table: int, code: str, until: float) -> None:
        try:
            due = await self._look_at(code)
        except ServiceUnavailable:
            raise
        except Exception:
            log.exception("a deadline cannot be served")  # the claim runs out: tried again
            return
        async with self._database.write() as cursor:
            await repository.put_off(cursor, table, until, due)

    async def _look_at(self, code: str) -> float | None:
        """Lets the caretaker play where time is up; when to look again, None if nobody's time can be up."""
        self._play.invalidate(code)
        position = await self._play.position(code, LATEST)
        if ends_at(position.table) <= self._clock.now():
            position = await self._resumed(code)
        late = self._late(position)
        if late and position.table.settings.caretaker:
            await self._play_for(position, late)
        if late:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))  # that they are late is to be seen
        return self._next(position)

    async def _resumed(self, code: str) -> Position:
        """The game after its pause."""
        await resume(self._database, code, self._clock.now())
        self._play.invalidate(code)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return await self._play.position(code, LATEST)

    async def _play_for(self, position: Position, late: dict[Seat, int]) -> None:
        why = CARETAKER_PREFIX if position.table.is_deserted else TIME_UP_PREFIX
        for seat, turn in late.items():
            still = partial(self._is_late, seat, turn)
            if still(position):
                with suppress(RulesError, StaleChoice):  # its owner was first after all
                    await self._bots.play_for_absent(position, seat, why, still)

    def _is_late(self, seat: Seat, turn: int, position: Position) -> bool:
        """With this choice: the next one has its own time."""
        return self._late(position).get(seat) == turn

    def _late(self, position: Position) -> dict[Seat, int]:
        """Whose time is up, and for which choice."""
        now, turns = self._clock.now(), position.turns
        if position.table.is_deserted:
            return turns if played_out_at(position) <= now else {}
        return {
            seat: turns[seat] for seat, face in faces(position).items() if self._served_at(face.due) <= now
        }

    def _served_at(self, due: float) -> float:
        if due < self._serving_since:
            return max(due, self._serving_since + GRACE)
        return due + LATE

    def _next(self, position: Position) -> float | None:
        table = position.table
        pace = PACES.get(table.settings.clock)
        if pace is None or position.over:
            return None
        if table.timing.paused or table.is_deserted:
            return _finite(ends_at(table) if table.timing.paused else played_out_at(position))
        now = self._clock.now()
        if not table.settings.caretaker:
            return now + LOOK_AGAIN
        soonest = min((self._served_at(face.due) for face in faces(position).values()), default=inf)
        return min(soonest, now + pace.move)


def _finite(moment: float) -> float | None:
    return None if moment == inf else moment
