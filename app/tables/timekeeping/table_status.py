"""Sends a table's subscribers its status apart from the game: absences, votes, pauses."""

import asyncio
import logging
from typing import Any
from uuid import UUID

from app.core.clock import DatabaseClock
from app.core.tasks import cancel_and_wait, is_expected
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.bots import Bots
from app.tables.game.hub import Hub
from app.tables.game.position import Position
from app.tables.game.protocol import SeatRequestInfo, SeatStanding, Standing, VoteInfo
from app.tables.game.remaining_time import seat_clocks
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from app.tables.time_control.arithmetic import is_never
from app.tables.timekeeping import repository
from app.tables.timekeeping import seat_request_repository as seat_requests
from app.tables.timekeeping.absence import Absence, caretaker_seats
from app.tables.timekeeping.pauses import pause_ends_at
from app.tables.timekeeping.service import TableVotes
from app.tables.timekeeping.votes import Vote, decide
from engine.types import Seat

log = logging.getLogger(__name__)

EMPTY_STATUS = Standing()
TIMER_MARGIN_S = 0.1  # added to timers, so that they fire after the moment


class TableStatusNotifier:
    """Refreshes on presence changes, when an absence reaches a threshold, and on table changes.

    It adds no cost per move while the status does not change.
    """

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        presence: Presence,
        play: GameService,
        bots: Bots,
        hub: Hub,
        absence: Absence,
        agreements: TableVotes,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._play, self._bots, self._hub = database, play, bots, hub
        self._absence, self._agreements, self._clock = absence, agreements, clock
        self._sent: dict[str, Standing] = {}  # by table followed in this process: the status sent last
        self._refreshing: dict[str, asyncio.Task[None]] = {}
        self._dirty: set[str] = set()  # tables that changed during their refresh
        self._timers: dict[str, asyncio.TimerHandle] = {}
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)
        presence.listen(self.on_presence)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        await cancel_and_wait(*self._refreshing.values())

    def on_presence(self, code: str, people: frozenset[UUID]) -> None:
        """Called by presence with the people connected to the table at any process."""
        table = next((one.table for one in self._hub.subscribers_of(code) if one.table), None)
        if table is None or table.status != "playing":
            self._sent.pop(code, None)
            return
        if not self._is_up_to_date(table, people):
            self._schedule_refresh(code)

    def on_table_changed(self, notice: TableChanged) -> None:
        """A move changes nothing, unless somebody was late."""
        shown = self._sent.get(notice.table)
        if notice.version is None or (shown and any(one.late for one in shown.seats.values())):
            self._schedule_refresh(notice.table)

    def on_gap(self) -> None:
        """Messages of other processes may have been lost."""
        for code in self._sent:
            self._schedule_refresh(code)

    def _is_up_to_date(self, table: Table, people: frozenset[UUID]) -> bool:
        """Returns whether all subscribers know who is away, or a timer will tell them."""
        shown, watchers = self._sent.get(table.code), self._hub.subscribers_of(table.code)
        if shown is None or any((one.sent_status or EMPTY_STATUS) != shown for one in watchers if one.table):
            return False
        lost = {seat for seat, one in shown.seats.items() if one.lost}
        absent = {str(seat) for seat in table.player_seats if table.seats[seat].player not in people}
        return table.is_turn_based or lost == absent or (lost < absent and table.code in self._timers)

    def _schedule_refresh(self, code: str) -> None:
        if code in self._refreshing:
            self._dirty.add(code)
        elif self._hub.subscribers_of(code):
            self._refreshing[code] = asyncio.create_task(self._refresh_until_current(code))

    async def _refresh_until_current(self, code: str) -> None:
        try:
            self._dirty.add(code)
            while code in self._dirty:
                self._dirty.discard(code)
                await self._refresh(code)
        except Exception as error:
            self._sent.pop(code, None)  # refreshed at the next call from presence
            if not is_expected(error):
                log.exception("the standing of a table cannot be shown")
        finally:
            self._refreshing.pop(code, None)
            self._dirty.discard(code)

    async def _refresh(self, code: str) -> None:
        position = await self._play.position(code)
        if position.over:
            self._sent.pop(code, None)
            return
        away = await self._absence.seconds_away(position)
        standing = await self._standing(position, away)
        steps = (self._absence.DISCONNECTED_AFTER_S, self._absence.AWAY_AFTER_S)
        coming = [step - seconds for step in steps for seconds in away.values()]
        if soon := [seconds for seconds in coming if seconds > 0]:
            self._refresh_after(code, min(soon) + TIMER_MARGIN_S)
        self._send(position, standing)

    async def _standing(self, position: Position, away: dict[Seat, float]) -> Standing:
        table = position.table
        gone = {seat for seat, seconds in away.items() if seconds >= self._absence.AWAY_AFTER_S}
        lost = gone | {
            seat for seat, seconds in away.items() if seconds >= self._absence.DISCONNECTED_AFTER_S
        }
        late, hands = self._absence.timed_out_seats(position), caretaker_seats(position)
        async with self._database.read() as cursor:
            votes = await repository.votes(cursor, table.id)
            request = await seat_requests.current(cursor, table.id, self._clock.now())
        if request is not None:
            self._refresh_after(table.code, request.until.timestamp() - self._clock.now() + TIMER_MARGIN_S)
        back = {vote.about for vote in votes if vote.about is not None} - (gone | late)
        if back:
            await self._agreements.drop_votes(table, back)
        absent = gone | late | hands
        for about in {vote.about for vote in votes if vote.about is not None} - back:
            if decide(table, votes, about, absent):  # decided by fewer eligible voters
                await self._agreements.apply_seat_decision(table.code, about, absent)
                self._bots.wake(table.code)
        return Standing(
            paused=table.timing.paused,
            seats={
                str(seat): SeatStanding(
                    lost=seat in lost, away=seat in gone, late=seat in late, caretaker=seat in hands
                )
                for seat in sorted(absent | lost)
            },
            votes=[_info(vote) for vote in votes if vote.about not in back],
            request=_request_info(request) if request else None,
        )

    def _refresh_after(self, code: str, seconds: float) -> None:
        before = self._timers.get(code)
        if before is not None:
            before.cancel()
        loop = asyncio.get_running_loop()
        self._timers[code] = loop.call_later(seconds, self._on_timer, code)

    def _on_timer(self, code: str) -> None:
        self._timers.pop(code, None)
        self._schedule_refresh(code)

    def _send(self, position: Position, standing: Standing) -> None:
        code = position.table.code
        self._sent[code] = standing
        clocks = seat_clocks(position, self._clock.now()) or None
        ends = pause_ends_at(position.table)
        resumes = None if is_never(ends) else max(0, round((ends - self._clock.now()) * 1000))
        timed = standing.model_copy(update={"clocks": clocks, "resumes": resumes})
        message = timed.model_dump_json(exclude_none=True)
        for watcher in self._hub.subscribers_of(code):
            if watcher.table is not None and (watcher.sent_status or EMPTY_STATUS) != standing:
                watcher.sent_status = standing
                watcher.send_queue.put(message)


def _info(vote: Vote) -> VoteInfo:
    return VoteInfo(about=vote.about, seat=vote.seat, wish=vote.wish)


def _request_info(request: Any) -> SeatRequestInfo:
    answers = sorted(request.answers.items())
    return SeatRequestInfo(
        seat=request.seat,
        name=request.name,
        agreed=[int(seat) for seat, yes in answers if yes],
        refused=[int(seat) for seat, yes in answers if not yes],
    )
