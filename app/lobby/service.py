"""Tables until the game begins: made, sat at, left, started."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from app.accounts.names import CAT_NAMES
from app.bus import Bus, TableChanged
from app.database import Database, now
from app.errors import (
    Malformed,
    NoLookingOn,
    NoSuchSeat,
    NotAllReady,
    NotEnoughPlayers,
    NotHost,
    NotSeated,
    SeatTaken,
)
from app.lobby.codes import new_code
from app.lobby.open_table import OpenTable, new_table, open_table
from app.lobby.schemas import GameInfo, NewTable, OptionInfo
from app.models import SeatRow, TableRow
from app.play.protocol import TableInfo
from app.play.repository import code_is_taken, load_table
from engine.bots import BOTS
from engine.errors import RecordError
from engine.registry import GAMES
from engine.types import Json


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
            while await code_is_taken(session, code):
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
            table = await new_table(session, row, wish.seats)
            await table.sit(player, 0, wish.salt)
            return table.table().info_for(player)

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
            if table.seat(number).player_id not in (None, player):
                raise SeatTaken
            await table.sit(player, number, salt)
            if table.row.host_id is None:
                table.row.host_id = player
        return self._told(table, player)

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
            table.clear(seat)
            if leaving == table.row.host_id:
                table.row.host_id = _next_person(table.seats, number)
        return self._told(table, player)

    async def ready(self, player: UUID, code: str, *, ready: bool) -> TableInfo:
        """Raises TableNotFound, AlreadyStarted, NotSeated."""
        async with self._open(code) as table:
            seat = table.seat_of(player)
            if seat is None:
                raise NotSeated
            seat.ready = ready
        return self._told(table, player)

    async def start(self, player: UUID, code: str) -> TableInfo:
        """Fills the empty seats with bots, freezes names and salts, and the game is on.

        Raises TableNotFound, AlreadyStarted, NotHost, NotAllReady, NotEnoughPlayers.
        """
        async with self._open(code) as table:
            if player != table.row.host_id:
                raise NotHost
            if not all(seat.ready or seat.player_id in (None, player) for seat in table.seats):
                raise NotAllReady
            _seat_bots(table, taken=table.table().names)
            for seat, name in zip(table.seats, table.table().names, strict=True):
                seat.name, seat.ready = name, True
            table.row.status, table.row.started_at = "playing", now()
        return self._told(table, player)

    @asynccontextmanager
    async def _open(self, code: str) -> AsyncIterator[OpenTable]:
        async with self._database.write() as session:
            yield await open_table(session, code)

    def _told(self, changed: OpenTable, player: UUID) -> TableInfo:
        table = changed.table()
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
