"""Sends a table's subscribers its status apart from the game: absences, votes, pauses."""

import asyncio
import logging
from collections.abc import Collection
from typing import Any
from uuid import UUID

from app.core.clock import DatabaseClock
from app.core.tasks import cancel_and_wait, is_expected
from app.infra.database.engine import Database
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.hub import Hub
from app.tables.game.position import Position
from app.tables.game.protocol import TableStatus
from app.tables.game.remaining_time import seat_clocks
from app.tables.game.service import GameService
from app.tables.game.subscriber import TableSubscriber
from app.tables.game.tables import Table
from app.tables.time_control.arithmetic import is_never
from app.tables.timekeeping import repository
from app.tables.timekeeping import seat_request_repository as seat_requests
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.pauses import pause_ends_at
from app.tables.timekeeping.status_message import build_status, finished_status, seat_states
from app.tables.timekeeping.vote_settlement import VoteSettlement
from app.tables.timekeeping.votes import Vote
from engine.types import Seat

log = logging.getLogger(__name__)

TIMER_MARGIN_S = 0.1  # added to timers, so that they fire after the moment
ADMISSION_DELAY_S = 1.0  # for presence to report a new subscriber; it cannot while Redis is away


class TableStatusNotifier:
    """Refreshes on presence changes, when an absence reaches a threshold, and on table changes.

    After a game it sends who is absent to players who may want a rematch. It adds no cost per move while the
    status does not change.
    """

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        presence: Presence,
        game_service: GameService,
        hub: Hub,
        absence: Absence,
        settlement: VoteSettlement,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._game_service, self._hub = database, game_service, hub
        self._absence, self._settlement, self._clock = absence, settlement, clock
        self._sent: dict[str, TableStatus] = {}  # by table followed in this process: the status sent last
        self._refreshing: dict[str, asyncio.Task[None]] = {}
        self._dirty: set[str] = set()  # tables that changed during their refresh
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._admissions: dict[str, asyncio.TimerHandle] = {}  # by table with new subscribers
        hub.on_admission(self._on_admission)
        pubsub.subscribe(TABLE_CHANGES, self.on_table_changed, self.on_gap)
        presence.subscribe(self.on_presence)

    async def close(self) -> None:
        for timer in (*self._timers.values(), *self._admissions.values()):
            timer.cancel()
        await cancel_and_wait(*self._refreshing.values())

    def _on_admission(self, subscriber: TableSubscriber) -> None:
        code, table = subscriber.code, subscriber.table
        if table and _has_status(table) and code not in self._admissions:
            loop = asyncio.get_running_loop()
            self._admissions[code] = loop.call_later(ADMISSION_DELAY_S, self._check_admission, code)

    def _check_admission(self, code: str) -> None:
        """Refreshes if a new subscriber was not sent the status."""
        self._admissions.pop(code)
        if not self._all_show(self._sent.get(code), code):
            self._schedule_refresh(code)

    def on_presence(self, code: str, players: frozenset[UUID]) -> None:
        """Called by presence with the people connected to the table at any process."""
        table = next((one.table for one in self._hub.subscribers_of(code) if one.table), None)
        if table is None or not _has_status(table) or _is_abandoned(table, players):
            self._sent.pop(code, None)
            return
        if not self._is_up_to_date(table, players):
            self._schedule_refresh(code)

    def on_table_changed(self, notice: TableChanged) -> None:
        """Called on TABLE_CHANGES. A move changes the status only if a player was late."""
        shown = self._sent.get(notice.table)
        if notice.version is None or (shown and any(one.late for one in shown.seats.values())):
            self._schedule_refresh(notice.table)

    def on_gap(self) -> None:
        """Refreshes all tables, as notices of other processes may have been lost."""
        for code in self._sent:
            self._schedule_refresh(code)

    def _is_up_to_date(self, table: Table, players: frozenset[UUID]) -> bool:
        """Returns whether all subscribers know who is away, or a timer will soon tell them."""
        shown = self._sent.get(table.code)
        if shown is None or not self._all_show(shown, table.code):
            return False
        lost = {seat for seat, one in shown.seats.items() if one.lost}
        absent = {str(seat) for seat in table.player_seats if table.seats[seat].player not in players}
        return table.is_turn_based or lost == absent or (lost < absent and self._refreshes_soon(table.code))

    def _refreshes_soon(self, code: str) -> bool:
        """Returns whether the timer is set for a disconnect, and not for a later end of another wait."""
        timer, now = self._timers.get(code), asyncio.get_running_loop().time()
        within = self._absence.DISCONNECTED_AFTER_S + TIMER_MARGIN_S
        return timer is not None and timer.when() <= now + within

    def _all_show(self, status: TableStatus | None, code: str) -> bool:
        """Returns whether all subscribers show this status; False for None."""
        subscribers = [one for one in self._hub.subscribers_of(code) if one.table]
        return status is not None and all(one.shows_status(status) for one in subscribers)

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
                log.exception("the status of a table could not be sent", extra={"table": code})
        finally:
            self._refreshing.pop(code, None)
            self._dirty.discard(code)

    async def _refresh(self, code: str) -> None:
        position = await self._game_service.position(code)
        seconds_away = await self._absence.seconds_away(position)
        if position.over:
            self._refresh_finished(position, seconds_away)
            return
        states = seat_states(position, seconds_away, self._absence)
        votes, request = await self._votes_and_request(position.table)
        self._schedule_next(code, seconds_away.values(), request)
        connected = set(await self._absence.connected_seats(position)) if votes else set()
        open_votes = await self._settlement.settle(position.table, votes, states, connected)
        self._send(position, build_status(position, states, open_votes, request))

    def _refresh_finished(self, position: Position, seconds_away: dict[Seat, float]) -> None:
        table = position.table
        if not _has_status(table) or len(seconds_away) == len(table.player_seats):
            self._sent.pop(table.code, None)
            return
        self._schedule_next(table.code, seconds_away.values(), None)
        self._send(position, finished_status(seconds_away, self._absence))

    async def _votes_and_request(self, table: Table) -> tuple[list[Vote], Any]:
        async with self._database.read() as cursor:
            votes = await repository.votes(cursor, table.id)
            return votes, await seat_requests.current(cursor, table.id, self._clock.now())

    def _schedule_next(self, code: str, seconds_away: Collection[float], request: Any) -> None:
        """Sets the timer to the next threshold of an absence, or to the end of the seat request."""
        steps = (self._absence.DISCONNECTED_AFTER_S, self._absence.AWAY_AFTER_S)
        coming = [step - seconds for step in steps for seconds in seconds_away if step > seconds]
        if request is not None:
            coming.append(max(0.0, request.until.timestamp() - self._clock.now()))
        if coming:
            self._refresh_after(code, min(coming) + TIMER_MARGIN_S)

    def _refresh_after(self, code: str, seconds: float) -> None:
        before = self._timers.get(code)
        if before is not None:
            before.cancel()
        loop = asyncio.get_running_loop()
        self._timers[code] = loop.call_later(seconds, self._on_timer, code)

    def _on_timer(self, code: str) -> None:
        self._timers.pop(code, None)
        self._schedule_refresh(code)

    def _send(self, position: Position, status: TableStatus) -> None:
        code = position.table.code
        subscribers = [one for one in self._hub.subscribers_of(code) if one.table is not None]
        if not subscribers:  # they left during the refresh
            self._sent.pop(code, None)
            return
        self._sent[code] = status
        timed = status if position.over else self._with_times(position, status)
        message = timed.model_dump_json(exclude_none=True)
        for subscriber in subscribers:
            if not subscriber.shows_status(status):
                subscriber.sent_status = status
                subscriber.send_queue.put(message)

    def _with_times(self, position: Position, status: TableStatus) -> TableStatus:
        """Returns the status with the clocks and the rest of a pause."""
        clocks = seat_clocks(position, self._clock.now()) or None
        ends = pause_ends_at(position.table)
        resumes = None if is_never(ends) else max(0, round((ends - self._clock.now()) * 1000))
        return status.model_copy(update={"clocks": clocks, "resumes": resumes})


def _has_status(table: Table) -> bool:
    """Returns whether a table has a status: from the start of its game until a rematch begins."""
    return table.status != "open" and not table.started_rematch


def _is_abandoned(table: Table, players: frozenset[UUID]) -> bool:
    """Returns whether the game is over and none of its players is there, who would wait for a rematch."""
    return table.status != "playing" and not any(seat.player in players for seat in table.seats)
