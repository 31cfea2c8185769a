"""Enforces deadlines: each once, by any process.

A deadline in the database is a lower bound, as moves only postpone it. The process that claims one checks the
position, lets the caretaker play if time is up, and sets the next deadline. A claim expires after some
seconds, so that another process takes over from one that died; the record accepts only one move.

`app.tables.game.remaining_time.clock_states` returns when a player's time is up.
"""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic

from app.core.clock import DatabaseClock
from app.core.tasks import cancel_and_wait, is_outage, periodic
from app.infra.database.engine import Database
from app.infra.database.query import PostgresCursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.bots import Bots
from app.tables.game.position import CARETAKER_PREFIX, TIME_UP_PREFIX, Position, StaleChoice
from app.tables.game.remaining_time import clock_states
from app.tables.game.service import LATEST, GameService
from app.tables.time_control.presets import TIME_CONTROLS, TIMEOUT_GRACE_S
from app.tables.timekeeping import repository
from app.tables.timekeeping.absence import idle_seats
from app.tables.timekeeping.attendance import Attendance
from app.tables.timekeeping.deserted import caretaker_takes_over_at
from app.tables.timekeeping.pauses import end_pause_if_due, pause_ends_at
from app.tables.timekeeping.steps import Steps
from engine.errors import RulesError
from engine.types import Seat

log = logging.getLogger(__name__)

INTERVAL_S = 1.0
BATCH_SIZE = 50  # tables per run
MAX_SERVING = 200  # tables at a time: the others' queries wait for connections to the database, too
BATCH_TIMEOUT_S = 0.5  # slow tables, whose bots take long, then run on beside the next batch
CLAIM_S = 15.0  # long enough for the caretaker to choose
RECHECK_S = 20.0  # next check of attended tables without a caretaker
OUTAGE_GRACE_S = 60.0  # extra time for players after an outage
SYNCHRONIZE_INTERVAL_S = 10.0
SUSPENDED_S = 5.0  # by which the clock was slow: this machine was suspended


class Deadlines:
    """Runs due deadlines periodically."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        bots: Bots,
        steps: Steps,
        attendance: Attendance,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._pubsub, self._game_service = database, pubsub, game_service
        self._bots, self._steps, self._attendance, self._clock = bots, steps, attendance, clock
        self._running_since = inf  # since when deadlines are enforced without interruption; inf: not yet
        self._synchronized_at = -inf  # when the clock was, in monotonic time
        self.caught_up = asyncio.Event()  # set after the first run
        self._serving: dict[int, asyncio.Task[None]] = {}  # by table
        self._task = asyncio.create_task(periodic(INTERVAL_S, self._serve_all))

    async def close(self) -> None:
        await cancel_and_wait(self._task)
        await cancel_and_wait(*self._serving.values())

    async def _serve_all(self) -> None:
        try:
            if self._synchronized_at + SYNCHRONIZE_INTERVAL_S <= monotonic():
                await self._synchronize()
            if self._running_since == inf:
                await self._begin()
            while await self.run_due(BATCH_TIMEOUT_S) == BATCH_SIZE:
                pass
            self.caught_up.set()
        except Exception:
            self._running_since, self._synchronized_at = inf, -inf
            raise

    async def _synchronize(self) -> None:
        before = self._clock.now() - monotonic()
        async with self._database.read() as cursor:
            if isinstance(cursor, PostgresCursor):  # SQLite uses this process's clock
                await self._clock.synchronize(repository.database_time(cursor))
        self._synchronized_at = monotonic()
        if self._clock.now() - monotonic() - before > SUSPENDED_S:
            self._running_since = inf  # what came due meanwhile gets the grace period

    async def _begin(self) -> None:
        """Starts enforcing; deadlines that came due before now get the grace period."""
        async with self._database.write() as cursor:
            await repository.add_missing_deadlines(cursor, self._clock.now())
            await repository.check_tables_of_bots(cursor, self._clock.now())
        self._running_since = self._clock.now()

    async def run_due(self, timeout_s: float | None = None) -> int:
        """Claims and runs due deadlines; returns how many there were.

        Waits at most `timeout_s` for them; slow ones run on. Raises ServiceUnavailable, or an
        error of the database, if none of them could be run.
        """
        now = self._clock.now()
        until = now + CLAIM_S
        async with self._database.write() as cursor:
            most = min(BATCH_SIZE, MAX_SERVING - len(self._serving))
            claimed = await repository.claim_due(cursor, now, until, most)
        tasks = [self._serve(*table, until) for table in claimed.items() if table[0] not in self._serving]
        done, slow = await asyncio.wait(tasks, timeout=timeout_s) if tasks else (set(), set())
        failed = [error for task in done if (error := task.exception()) is not None]
        if failed and len(failed) == len(tasks):
            raise failed[0]  # a failure of a single table must not stop the others
        for task in slow:
            task.add_done_callback(_retrieve_error)
        return len(claimed)

    def _serve(self, table: int, code: str, until: float) -> asyncio.Task[None]:
        self._serving[table] = task = asyncio.create_task(self._run_claimed(table, code, until))
        task.add_done_callback(lambda _: self._serving.pop(table))
        return task

    async def _run_claimed(self, table: int, code: str, until: float) -> None:
        try:
            due = await self._enforce(code)
            async with self._database.write() as cursor:
                await repository.reschedule(cursor, table, until, due)
        except Exception as error:
            if is_outage(error):
                raise
            # retried when the claim expires
            log.exception("a deadline cannot be enforced", extra={"table": code})

    async def _enforce(self, code: str) -> float | None:
        """Lets the caretaker play where time is up; returns the next check, None if no time can run out."""
        self._game_service.invalidate(code)
        position = await self._game_service.position(code, LATEST)
        if pause_ends_at(position.table) <= self._clock.now():
            position = await self._end_pause(code)
        late = self._timed_out(position)
        if late and position.table.settings.caretaker:
            await self._play_for_absent(position, late)
        if position.game.has_time_limits:
            position = await self._steps.enforce(position, self._enforced_at)
        if position.bots_to_act:  # the process that drove them may have ended
            self._bots.wake(code)
        if late or idle_seats(position, self._clock.now()):
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))  # clients show who is late
        return await self._next_check_at(position)

    async def _end_pause(self, code: str) -> Position:
        """Ends the pause and returns the reloaded position."""
        await end_pause_if_due(self._database, code, self._clock.now())
        self._game_service.invalidate(code)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return await self._game_service.position(code, LATEST)

    async def _play_for_absent(self, position: Position, late: dict[Seat, int]) -> None:
        id_prefix = CARETAKER_PREFIX if position.table.is_deserted else TIME_UP_PREFIX
        for seat, turn in late.items():
            still_due = partial(self._has_timed_out, seat, turn)
            if still_due(position):
                with suppress(RulesError, StaleChoice):  # the player moved first
                    await self._bots.play_for_absent(position, seat, id_prefix, still_due)

    def _has_timed_out(self, seat: Seat, turn: int, position: Position) -> bool:
        """Returns whether the seat's time for this choice is up."""
        return self._timed_out(position).get(seat) == turn

    def _timed_out(self, position: Position) -> dict[Seat, int]:
        """Returns the seats whose time is up, with the turn of the choice."""
        now, turns = self._clock.now(), position.turns
        if position.table.is_deserted:
            return turns if caretaker_takes_over_at(position) <= now else {}
        return {
            seat: turns[seat]
            for seat, clock in clock_states(position).items()
            if self._enforced_at(clock.due_at) <= now
        }

    def _enforced_at(self, due: float) -> float:
        if due < self._running_since:
            return max(due, self._running_since + OUTAGE_GRACE_S)
        return due + TIMEOUT_GRACE_S

    async def _next_check_at(self, position: Position) -> float | None:
        if position.game.has_time_limits:
            return await self._steps.next_check_at(position, self._enforced_at)
        table = position.table
        control = TIME_CONTROLS.get(table.settings.clock)
        if control is None or position.over:
            return None
        if table.timing.paused or table.is_deserted:
            return _none_if_never(
                pause_ends_at(table) if table.timing.paused else caretaker_takes_over_at(position)
            )
        if not table.settings.caretaker:
            return await self._attendance.next_check_at(position, RECHECK_S)
        soonest = min(
            (self._enforced_at(clock.due_at) for clock in clock_states(position).values()), default=inf
        )
        return min(soonest, self._clock.now() + control.move_s)


def _retrieve_error(task: asyncio.Task[None]) -> None:
    """Keeps asyncio from logging the error of a task that nobody waits for: its claim expires."""
    if not task.cancelled():
        task.exception()


def _none_if_never(moment: float) -> float | None:
    return None if moment == inf else moment
