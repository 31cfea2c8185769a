"""Lets a guest who lost their session ask for their seat; the other players decide."""

from collections.abc import Set
from hmac import compare_digest
from uuid import UUID

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.tables.errors import NotSeated
from app.tables.game.service import LATEST, GameService
from app.tables.game.tables import Table
from app.tables.timekeeping import repository
from app.tables.timekeeping import seat_request_repository as seat_requests
from app.tables.timekeeping.absence import Absence
from app.tables.timekeeping.errors import (
    NoSeatRequest,
    NotAbsent,
    NotAtThisTable,
    NotYourSeat,
    SeatOfAccount,
    SeatRequested,
)
from app.tables.timekeeping.seat_request_repository import SeatRequest
from app.tables.timekeeping.service import TableVotes
from app.tables.timekeeping.votes import voters_about
from engine.types import Seat


class SeatRecovery:
    """The browser proves that it held the seat by its salt, which is secret until the end of the game.

    Not available in rated games, as ratings belong to a player, nor where spectators see a hand, as the
    requester may have seen it.
    """

    def __init__(
        self,
        database: Database,
        game_service: GameService,
        absence: Absence,
        votes: TableVotes,
        clock: DatabaseClock,
    ) -> None:
        self._database, self._game_service = database, game_service
        self._absence, self._votes, self._clock = absence, votes, clock

    async def request(self, player: UUID, code: str, salt: str) -> bool:
        """Opens a request; returns True if the seat was given at once, as nobody else plays here.

        Raises TableNotFound, NotStarted, GameOver, NotYourSeat, SeatOfAccount, NotAtThisTable, NotAbsent,
        SeatRequested, ServiceUnavailable.
        """
        seat = _seat_of_salt(await self._game_service.table(code), salt)
        absent = await self._absent_seats(code, seat)
        async with self._votes.lock_running_table(code) as (cursor, table):
            _check_request(table, player, seat, salt)
            before = await seat_requests.current(cursor, table.id, self._clock.now())
            if before is not None and before.player_id != player:
                raise SeatRequested
            if before is None:
                await seat_requests.add(cursor, table, seat, player, self._clock.now())
            return await self._decide(cursor, table, absent)

    async def answer(self, player: UUID, code: str, *, yes: bool) -> None:
        """Records a player's answer, and applies the decision if there is one.

        Raises TableNotFound, NotStarted, GameOver, NotSeated, NoSeatRequest, NotAbsent, ServiceUnavailable.
        """
        table = await self._game_service.table(code)
        table.require_seat(player)  # before the lock, for which the players wait
        async with self._database.read() as cursor:
            request = await self._open_request(cursor, table)
        absent = await self._absent_seats(code, Seat(request.seat))
        async with self._votes.lock_running_table(code) as (cursor, table):
            own = table.require_seat(player)
            if own == request.seat:
                raise NotSeated
            request = await self._open_request(cursor, table)
            await seat_requests.answer(cursor, table.id, {**request.answers, str(own): yes})
            await self._decide(cursor, table, absent - {own})

    async def is_open(self, player: UUID, code: str) -> bool:
        """Returns whether this player's request is open. Raises TableNotFound, ServiceUnavailable."""
        table = await self._game_service.table(code)
        async with self._database.read() as cursor:
            request = await seat_requests.current(cursor, table.id, self._clock.now())
        return request is not None and request.player_id == player

    async def _open_request(self, cursor: Cursor, table: Table) -> SeatRequest:
        request = await seat_requests.current(cursor, table.id, self._clock.now())
        if request is None:
            raise NoSeatRequest
        return request

    async def _absent_seats(self, code: str, seat: Seat) -> Set[Seat]:
        """Returns the seats that have no vote. Raises NotAbsent if the seat's player is connected."""
        self._game_service.invalidate(code)
        position = await self._game_service.position(code, LATEST)
        if not await self._absence.is_disconnected(position, seat):
            raise NotAbsent
        return await self._absence.absent_seats(position)

    async def _decide(self, cursor: Cursor, table: Table, absent: Set[Seat]) -> bool:
        """Gives the seat if the majority of those present agrees, and drops the request if it declines."""
        request = await self._open_request(cursor, table)
        seat = Seat(request.seat)
        if table.seats[seat].account:  # the player registered after the request
            await seat_requests.drop(cursor, table.id)
            return False
        asked = voters_about(table, seat, absent)
        answers = [request.answers.get(str(one)) for one in asked]
        needed = len(asked) // 2 + 1
        alone = len(table.player_seats) == 1
        if alone or answers.count(True) >= needed:
            await seat_requests.give(cursor, table, seat, request.player_id)
            await repository.drop_votes(cursor, table.id, [seat])
            return True
        if answers.count(False) >= needed:
            await seat_requests.drop(cursor, table.id)
        return False


def _seat_of_salt(table: Table, salt: str) -> Seat:
    """Raises NotYourSeat."""
    for seat in table.player_seats:
        own = table.seats[seat].salt
        if own and compare_digest(own, salt):
            return seat
    raise NotYourSeat


def _check_request(table: Table, player: UUID, seat: Seat, salt: str) -> None:
    """Raises NotYourSeat, SeatOfAccount, NotAtThisTable."""
    if _seat_of_salt(table, salt) != seat or table.seat_of(player) is not None:
        raise NotYourSeat
    if table.seats[seat].account:
        raise SeatOfAccount
    if table.rated or table.settings.watching == "hand":
        raise NotAtThisTable
