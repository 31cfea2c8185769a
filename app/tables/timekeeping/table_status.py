"""Tells the pages at a table what is to be said besides the game: who is away, what is voted on, pauses."""

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
from app.tables.game.service import GameService
from app.tables.game.tables import Table
from app.tables.time_control.arithmetic import is_endless
from app.tables.time_control.remaining import show_faces
from app.tables.timekeeping import repository
from app.tables.timekeeping import seat_request_repository as seat_requests
from app.tables.timekeeping.absence import Absence, in_hands
from app.tables.timekeeping.pauses import ends_at
from app.tables.timekeeping.service import Agreements
from app.tables.timekeeping.votes import Vote, decided
from engine.types import Seat

log = logging.getLogger(__name__)

NOTHING = Standing()
A_BIT = 0.1  # seconds


class Standings:
    """Looks again when people come and go, when somebody has been away for long enough, and when word comes.

    Where nothing new is to be said it costs nothing per move, nor while a table lies still.
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
        agreements: Agreements,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._play, self._bots, self._hub = database, play, bots, hub
        self._absence, self._agreements, self._clock = absence, agreements, clock
        self._shown: dict[str, Standing] = {}  # by table of this process, once looked at
        self._looking: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # looked at already when word came
        self._timers: dict[str, asyncio.TimerHandle] = {}
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)
        presence.listen(self.heard)

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        await cancel_and_wait(*self._looking.values())

    def heard(self, code: str, people: frozenset[UUID]) -> None:
        """From presence: these are at the table now, on any process."""
        table = next((one.table for one in self._hub.subscribers_of(code) if one.table), None)
        if table is None or table.status != "playing":
            self._shown.pop(code, None)
            return
        if not self._is_told(table, people):
            self._look(code)

    def on_table_changed(self, notice: TableChanged) -> None:
        """A move changes nothing, unless somebody was late."""
        shown = self._shown.get(notice.table)
        if notice.version is None or (shown and any(one.late for one in shown.seats.values())):
            self._look(notice.table)

    def on_gap(self) -> None:
        """Messages of other processes may have been lost."""
        for code in self._shown:
            self._look(code)

    def _is_told(self, table: Table, people: frozenset[UUID]) -> bool:
        """Whether each page here knows who is away, or will once they have been away for long enough."""
        shown, watchers = self._shown.get(table.code), self._hub.subscribers_of(table.code)
        if shown is None or any((one.sent_status or NOTHING) != shown for one in watchers if one.table):
            return False
        lost = {seat for seat, one in shown.seats.items() if one.lost}
        absent = {str(seat) for seat in table.player_seats if table.seats[seat].player not in people}
        return table.is_turn_based or lost == absent or (lost < absent and table.code in self._timers)

    def _look(self, code: str) -> None:
        if code in self._looking:
            self._again.add(code)
        elif self._hub.subscribers_of(code):
            self._looking[code] = asyncio.create_task(self._look_at(code))

    async def _look_at(self, code: str) -> None:
        try:
            self._again.add(code)
            while code in self._again:
                self._again.discard(code)
                await self._show(code)
        except Exception as error:
            self._shown.pop(code, None)  # looked at again when presence speaks of it next
            if not is_expected(error):
                log.exception("the standing of a table cannot be shown")
        finally:
            self._looking.pop(code, None)
            self._again.discard(code)

    async def _show(self, code: str) -> None:
        position = await self._play.position(code)
        if position.over:
            self._shown.pop(code, None)
            return
        away = await self._absence.away(position)
        standing = await self._standing(position, away)
        steps = (self._absence.LOST, self._absence.AFTER)
        coming = [step - seconds for step in steps for seconds in away.values()]
        if soon := [seconds for seconds in coming if seconds > 0]:
            self._look_in(code, min(soon) + A_BIT)
        self._send(position, standing)

    async def _standing(self, position: Position, away: dict[Seat, float]) -> Standing:
        table = position.table
        gone = {seat for seat, seconds in away.items() if seconds >= self._absence.AFTER}
        lost = gone | {seat for seat, seconds in away.items() if seconds >= self._absence.LOST}
        late, hands = self._absence.late(position), in_hands(position)
        async with self._database.read() as cursor:
            votes = await repository.votes(cursor, table.id)
            request = await seat_requests.current(cursor, table.id, self._clock.now())
        if request is not None:
            self._look_in(table.code, request.until.timestamp() - self._clock.now() + A_BIT)
        back = {vote.about for vote in votes if vote.about is not None} - (gone | late)
        if back:
            await self._agreements.drop_votes(table, back)
        absent = gone | late | hands
        for about in {vote.about for vote in votes if vote.about is not None} - back:
            if decided(table, votes, about, absent):  # since somebody left, who is asked no more
                await self._agreements.settle(table.code, about, absent)
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

    def _look_in(self, code: str, seconds: float) -> None:
        before = self._timers.get(code)
        if before is not None:
            before.cancel()
        loop = asyncio.get_running_loop()
        self._timers[code] = loop.call_later(seconds, self._look_now, code)

    def _look_now(self, code: str) -> None:
        self._timers.pop(code, None)
        self._look(code)

    def _send(self, position: Position, standing: Standing) -> None:
        code = position.table.code
        self._shown[code] = standing
        clocks = show_faces(position, self._clock.now()) or None
        ends = ends_at(position.table)
        resumes = None if is_endless(ends) else max(0, round((ends - self._clock.now()) * 1000))
        timed = standing.model_copy(update={"clocks": clocks, "resumes": resumes})
        message = timed.model_dump_json(exclude_none=True)
        for watcher in self._hub.subscribers_of(code):
            if watcher.table is not None and (watcher.sent_status or NOTHING) != standing:
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
