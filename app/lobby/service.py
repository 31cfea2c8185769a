"""Tables until the game begins: made, sat at, left, started."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.names import CAT_NAMES
from app.bus import Bus, TableChanged
from app.database import Database, now
from app.errors import (
    AlreadyStarted,
    Malformed,
    NoLookingOn,
    NoSuchSeat,
    NotAllReady,
    NotEnoughPlayers,
    NotHost,
    NotSeated,
    SeatTaken,
)
from app.lobby import repository
from app.lobby.codes import new_code
from app.lobby.schemas import GameInfo, NewTable, OptionInfo
from app.models import SeatRow, TableRow
from app.play.protocol import TableInfo
from app.play.repository import find_row, load_table, read_table
from app.play.tables import Table
from engine.bots import BOTS
from engine.errors import RecordError
from engine.registry import GAMES
from engine.types import Json


@dataclass
class OpenTable:
    """A table being changed; nobody else changes it meanwhile."""

    session: AsyncSession
    row: TableRow
    seats: list[SeatRow]

    def seat_of(self, player: UUID) -> SeatRow | None:
        return next((seat for seat in self.seats if seat.player_id == player), None)

    def seat(self, number: int) -> SeatRow:
        """Raises NoSuchSeat."""
        if not 0 <= number < len(self.seats):
            raise NoSuchSeat
        return self.seats[number]


class Lobby:
    """What people do with a table that has not started. Whatever changed is told on the bus."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    def games(self) -> list[GameInfo]:
        """What can be played here."""
        return [
            GameInfo(
                key=key,
                seats=list(game.seat_counts),
                options={
                    name: OptionInfo(
                        choices=list(choice.choices),
                        defaults={str(seats): default for seats, default in choice.defaults.items()},
                    )
                    for name, choice in game.choices.items()
                },
                bots=list(BOTS[key]),
            )
            for key, game in GAMES.items()
        ]

    async def create(self, player: UUID, wish: NewTable) -> TableInfo:
        """A new table; its maker is the host, on the first seat. Raises Malformed."""
        options = _options(wish)
        async with self._database.write() as session:
            code = new_code()
            while not await repository.code_is_free(session, code):
                code = new_code()
            row = TableRow(
                code=code,
                game=wish.game,
                options=options,
                status="open",
                bots=wish.bots,
                look_on=wish.look_on,
                secret=secrets.token_bytes(32),
                host_id=player,
            )
            seats = await repository.add_table(session, row, wish.seats)
            repository.seat_person(seats[0], player, wish.salt)
            await session.flush()
            return (await read_table(session, row)).info_for(player)

    async def table(self, player: UUID, code: str) -> TableInfo:
        """Raises TableNotFound, NoLookingOn."""
        async with self._database.read() as session:
            table = await load_table(session, code)
        if not table.admits(player):
            raise NoLookingOn
        return table.info_for(player)

    async def sit(self, player: UUID, code: str, number: int, salt: str) -> TableInfo:
        """Takes a free seat, leaving the one had before.

        Raises TableNotFound, AlreadyStarted, NoSuchSeat, SeatTaken.
        """
        async with self._open(code) as table:
            seat, before = table.seat(number), table.seat_of(player)
            if seat.player_id not in (None, player):
                raise SeatTaken
            if before is not None:
                repository.clear(before)
                await table.session.flush()  # a person has one seat: the old one goes first
            repository.seat_person(seat, player, salt)
            if table.row.host_id is None:
                table.row.host_id = player
            after = await self._saved(table)
        return self._told(after, player)

    async def leave(self, player: UUID, code: str, number: int) -> TableInfo:
        """Clears one's own seat, or as host another's.

        Raises TableNotFound, AlreadyStarted, NoSuchSeat, NotHost.
        """
        async with self._open(code) as table:
            seat = table.seat(number)
            if seat.player_id is None:
                raise NoSuchSeat
            if player not in (seat.player_id, table.row.host_id):
                raise NotHost
            leaving = seat.player_id
            repository.clear(seat)
            if leaving == table.row.host_id:
                table.row.host_id = _next_person(table.seats, number)
            after = await self._saved(table)
        return self._told(after, player)

    async def ready(self, player: UUID, code: str, *, ready: bool) -> TableInfo:
        """Raises TableNotFound, AlreadyStarted, NotSeated."""
        async with self._open(code) as table:
            seat = table.seat_of(player)
            if seat is None:
                raise NotSeated
            seat.ready = ready
            after = await self._saved(table)
        return self._told(after, player)

    async def start(self, player: UUID, code: str) -> TableInfo:
        """Fills the empty seats with bots, freezes names and salts, and the game is on.

        Raises TableNotFound, AlreadyStarted, NotHost, NotAllReady, NotEnoughPlayers.
        """
        async with self._open(code) as table:
            if player != table.row.host_id:
                raise NotHost
            if not all(seat.ready or seat.player_id in (None, player) for seat in table.seats):
                raise NotAllReady
            _seat_bots(table, taken=(await self._saved(table)).names)
            names = (await self._saved(table)).names
            for seat, name in zip(table.seats, names, strict=True):
                seat.name, seat.ready = name, True
            table.row.status, table.row.started_at = "playing", now()
            after = await self._saved(table)
        return self._told(after, player)

    @asynccontextmanager
    async def _open(self, code: str) -> AsyncIterator[OpenTable]:
        async with self._database.write() as session:
            row = await find_row(session, code, lock=True)
            if row.status != "open":
                raise AlreadyStarted
            yield OpenTable(session, row, await repository.seats_of(session, row))

    async def _saved(self, table: OpenTable) -> Table:
        await table.session.flush()
        return await read_table(table.session, table.row)

    def _told(self, table: Table, player: UUID) -> TableInfo:
        self._bus.publish(TableChanged(table.code))
        return table.info_for(player)


def _options(wish: NewTable) -> Json:
    """The options with defaults filled in. Raises Malformed if there is no such game, size, option or bot."""
    game = GAMES.get(wish.game)
    if game is None or wish.seats not in game.seat_counts or wish.bots not in ("", *BOTS[wish.game]):
        raise Malformed
    try:
        return game.options(wish.options, wish.seats)
    except RecordError:
        raise Malformed from None


def _next_person(seats: list[SeatRow], number: int) -> UUID | None:
    """Whoever sits next after this seat."""
    people = [seat.player_id for seat in (*seats[number:], *seats[:number]) if seat.player_id]
    return people[0] if people else None


def _seat_bots(table: OpenTable, taken: list[str]) -> None:
    empty = [seat for seat in table.seats if seat.player_id is None]
    if empty and not table.row.bots:
        raise NotEnoughPlayers
    free = [name for name in CAT_NAMES if name not in taken]
    names = secrets.SystemRandom().sample(free, len(empty))
    for seat, name in zip(empty, names, strict=True):
        seat.bot, seat.name = table.row.bots, name
