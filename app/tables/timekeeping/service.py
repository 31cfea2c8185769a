"""Votes of a table's players: caretaker, pause, another time control, end of the game."""

from collections.abc import AsyncIterator, Set
from contextlib import asynccontextmanager, suppress
from typing import get_args
from uuid import UUID

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.errors import GameOver, NoSuchSeat, NotStarted
from app.tables.game.repository import load_table
from app.tables.game.service import LATEST, GameService
from app.tables.game.tables import Table
from app.tables.lobby.repository import lock_table
from app.tables.time_control.presets import ClockName
from app.tables.time_control.state import Timing
from app.tables.timekeeping import repository
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.errors import NoCaretaker, NoPauseLeft, NotAbsent, NotAtThisTable
from app.tables.timekeeping.pauses import may_request_pause
from app.tables.timekeeping.votes import SeatChoice, Vote, VoteChoice, allowed_table_choices, decide
from engine.types import Seat

TURN_BASED_CLOCK: ClockName = "day"  # the clock that `to_days` sets
DEFAULT_LIVE_CLOCK: ClockName = "relaxed"  # the clock that `to_live` sets if the table had no other before


class TableVotes:
    """Votes on a running table: caretaker, pause, time control and end.

    Every change is published, and makes the table's deadline due.
    """

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        game_service: GameService,
        absence: Absence,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._pubsub, self._game_service = database, pubsub, game_service
        self._absence, self._clock = absence, clock

    async def set_caretaker(self, player: UUID, code: str, *, caretaker: bool) -> None:
        """Gives this player's seat to the caretaker, or takes it back; does nothing if it is so already.

        Raises TableNotFound, NotStarted, GameOver, NotSeated, NoCaretaker, ServiceUnavailable.
        """
        known = await self._game_service.table(code)
        if _is_set_already(known, player, caretaker=caretaker):
            return
        known.require_seat(player)  # before the lock, for which the players wait
        async with self.lock_running_table(code) as (cursor, table):
            seat = table.require_seat(player)
            if caretaker and not table.settings.caretaker:
                raise NoCaretaker
            # No clock ran while nobody played. In a rated game it goes on: its last player could restart it
            # again and again, and the game would not end.
            if table.is_deserted and not table.rated:
                timing = table.timing.model_copy(update={"since": self._clock.now()})
                await repository.set_time(cursor, table.id, table.settings, timing)
            await repository.set_caretaker(cursor, table.id, seat, plays=caretaker)
            await repository.drop_votes(cursor, table.id, [seat])

    async def vote(self, player: UUID, code: str, about: Seat | None, choice: VoteChoice) -> None:
        """Records a vote, and applies the decision if there is one.

        Raises TableNotFound, NotStarted, GameOver, NotSeated, NoSuchSeat, NotAbsent, NoCaretaker,
        NotAtThisTable, NoPauseLeft, ServiceUnavailable.
        """
        known = await self._game_service.table(code)
        known.require_seat(player)  # before the lock, for which the players wait
        absent = await self._absent_seats(code)
        async with self.lock_running_table(code) as (cursor, table):
            vote = Vote(about, table.require_seat(player), choice)
            _check_vote(table, vote, absent)
            await _count_pause(cursor, table, vote)
            await repository.store_vote(cursor, table.id, vote)
            decision = (
                None if about is None else await _decide_seat(cursor, table, about, absent - {vote.seat})
            )
        if decision == "end":
            await self._end(code, about)

    async def apply_seat_decision(self, code: str, about: Seat, absent: Set[Seat]) -> None:
        """Applies a decision about a seat that follows from fewer eligible voters.

        Raises GameOver, ServiceUnavailable.
        """
        async with self.lock_running_table(code) as (cursor, table):
            decision = await _decide_seat(cursor, table, about, absent)
        if decision == "end":
            await self._end(code, about)

    async def _end(self, code: str, about: Seat | None) -> None:
        """Ends the game, then deletes the votes for it: after a failure the next settlement repeats both."""
        with suppress(GameOver):  # the settlement was first
            await self._game_service.abandon(code)
        await self.drop_votes(await self._game_service.table(code), {about})

    async def drop_votes(self, table: Table, about: Set[Seat | None]) -> None:
        """Deletes the votes about these seats: their players are back, or the game is over."""
        async with database_errors(), self._database.write() as cursor:
            await repository.drop_votes(cursor, table.id, about)

    async def _absent_seats(self, code: str) -> Set[Seat]:
        self._game_service.invalidate(code)
        return await self._absence.absent_seats(await self._game_service.position(code, LATEST))

    @asynccontextmanager
    async def lock_running_table(self, code: str) -> AsyncIterator[tuple[Cursor, Table]]:
        """Locks a running table for a change; publishes the change at the end.

        Raises TableNotFound, NotStarted, GameOver, ServiceUnavailable.
        """
        async with database_errors(), self._database.write() as cursor:
            table = await lock_table(cursor, code)
            if table.status != "playing":
                raise GameOver if table.started else NotStarted
            yield cursor, table
            await _decide_table(cursor, code, self._clock.now())
            await repository.make_due(cursor, table.id, self._clock.now())
        self._game_service.invalidate(code)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))


async def _count_pause(cursor: Cursor, table: Table, vote: Vote) -> None:
    """Counts a pause for the player who votes for it first. Raises NoPauseLeft."""
    if vote.choice != "pause":
        return
    if any(other.choice == "pause" for other in await repository.votes(cursor, table.id)):
        return
    if not may_request_pause(table, vote.seat):
        raise NoPauseLeft
    await repository.count_pause(cursor, table.id, vote.seat)


async def _decide_seat(cursor: Cursor, table: Table, about: Seat, absent: Set[Seat]) -> VoteChoice | None:
    """Applies and returns the majority's decision about this seat; the caller carries out `end`."""
    votes = await repository.votes(cursor, table.id)
    decision = decide(table, votes, about, absent)
    if decision == "end" and table.is_awaited:
        return None  # a server of the previous version has accepted the votes
    if decision and decision != "end":
        await repository.drop_votes(cursor, table.id, [about])
    if decision == "end" and table.rated:
        wanted = {vote.seat for vote in votes if vote.about == about and vote.choice == "end"}
        await repository.set_stopped_by(cursor, table.id, {about, *absent, *wanted})
    if decision == "caretaker":
        await repository.set_caretaker(cursor, table.id, about, plays=True)
    return decision


async def _decide_table(cursor: Cursor, code: str, now: float) -> None:
    """Applies a unanimous decision about the table, which may follow from fewer eligible voters."""
    table = await load_table(cursor, code)
    decision = decide(table, await repository.votes(cursor, table.id), None, frozenset())
    if decision in allowed_table_choices(table):
        await repository.drop_votes(cursor, table.id, [None])
        clock, timing = _new_timing(table, decision, now)
        settings = table.settings.model_copy(update={"clock": clock})
        await repository.set_time(cursor, table.id, settings, timing)


def _is_set_already(table: Table, player: UUID, *, caretaker: bool) -> bool:
    """Returns whether the player's seat in a running game is as wanted already."""
    seat = table.seat_of(player)
    return table.status == "playing" and seat is not None and table.seats[seat].caretaker == caretaker


def _check_vote(table: Table, vote: Vote, absent: Set[Seat]) -> None:
    """Raises NotAtThisTable, NoSuchSeat, NotAbsent, NoCaretaker."""
    if vote.about is None:
        if vote.choice not in allowed_table_choices(table):
            raise NotAtThisTable
        return
    if vote.about not in table.player_seats or vote.about == vote.seat:
        raise NoSuchSeat
    if vote.choice not in get_args(SeatChoice) or (vote.choice == "end" and table.is_awaited):
        raise NotAtThisTable
    if vote.about not in absent or table.seats[vote.about].caretaker:
        raise NotAbsent
    if vote.choice == "caretaker" and not table.settings.caretaker:
        raise NoCaretaker


def _new_timing(table: Table, decision: VoteChoice, now: float) -> tuple[ClockName, Timing]:
    """Returns the clock and the timing that follow from the decision."""
    clock, timing = table.settings.clock, table.timing
    match decision:
        case "pause":
            return clock, timing.pause(now)
        case "go_on":
            return clock, timing.resume(now)
        case "to_days":
            return TURN_BASED_CLOCK, timing.model_copy(update={"since": now, "was": clock})
    return (timing.was or DEFAULT_LIVE_CLOCK), timing.model_copy(update={"since": now, "was": ""})
