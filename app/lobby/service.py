"""Tables until the game begins: made, sat at, left, started."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID

from app.accounts.names import bot_names
from app.branches.repository import lay_out
from app.bus import Bus, TableChanged
from app.database import Database
from app.deals import repository as deals
from app.deals.service import Deals
from app.errors import (
    AlreadyStarted,
    DealsInPlay,
    Malformed,
    NoLookingOn,
    NoSuchSeat,
    NotAllReady,
    NotEnoughPlayers,
    NotHost,
    NotSeated,
    SaltGiven,
    SeatTaken,
    StaysPrivate,
)
from app.lobby import repository
from app.lobby.schemas import GameInfo, NewTable, OptionInfo
from app.play.protocol import TableInfo
from app.play.repository import load_table
from app.play.tables import Chair, Table
from app.play.terms import Terms
from app.statements import Cursor
from engine.bots import BOTS
from engine.errors import RecordError
from engine.registry import GAMES
from engine.types import Json


class Lobby:
    """What people do with a table that has not started. Whatever changed is told on the bus."""

    def __init__(self, database: Database, bus: Bus, deals: Deals) -> None:
        self._database = database
        self._bus = bus
        self._deals = deals
        self.duplicate_started: Callable[[str], object] = lambda code: code  # whom to tell

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
                shows_late=game.shows_late,
                has_memory=game.has_memory,
            )
            for key, game in GAMES.items()
        ]

    async def create(self, player: UUID, wish: NewTable) -> TableInfo:
        """A new table; its maker is the host, on the first seat, and sends a salt later. Raises Malformed."""
        options = _options(wish)
        _check(wish.game, wish.terms)
        async with self._database.write() as cursor:
            table = await repository.add_table(
                cursor,
                wish.seats,
                game=wish.game,
                options=options,
                bots=wish.bots,
                **repository.columns_of(wish.terms),
                host_id=player,
            )
            await repository.sit(cursor, table, 0, player, salt="")
            after = await load_table(cursor, table.code)
        return self._told(after, player)

    async def table(self, player: UUID, code: str) -> TableInfo:
        """Raises TableNotFound, NoLookingOn."""
        async with self._database.read() as cursor:
            table = await load_table(cursor, code)
        if not table.admits(player) or await self._deals.is_closed(player, table):
            raise NoLookingOn
        return table.info_for(player)

    async def sit(self, player: UUID, code: str, number: int, salt: str) -> TableInfo:
        """Takes a free seat, leaving the one had before.

        Raises TableNotFound, AlreadyStarted, NoSuchSeat, SeatTaken.
        """
        async with self._open(code) as (cursor, table):
            if _chair(table, number).player not in (None, player):
                raise SeatTaken
            if (before := table.seat_of(player)) is not None:
                await repository.clear(cursor, table, before)  # a person has one seat
            await repository.sit(cursor, table, number, player, salt)
            if table.host is None:
                await repository.set_host(cursor, table, player)
            after = await load_table(cursor, code)
        return self._told(after, player)

    async def add_salt(self, player: UUID, code: str, salt: str) -> TableInfo:
        """A person's part of the shuffle; a table that waits for the last one starts.

        Raises TableNotFound, AlreadyStarted, NotSeated, SaltGiven.
        """
        async with self._database.write() as cursor:
            table = await repository.lock_table(cursor, code)
            if table.status != "open":
                raise AlreadyStarted
            if (seat := table.seat_of(player)) is None:
                raise NotSeated
            if not await repository.add_salt(cursor, table, seat, salt):
                raise SaltGiven
            after = await load_table(cursor, code)
            if after.starting and after.salted:
                after = await begin(cursor, after)
        return self._told(after, player)

    async def leave(self, player: UUID, code: str, number: int) -> TableInfo:
        """Clears one's own seat, or as host another's.

        Raises TableNotFound, AlreadyStarted, NoSuchSeat, NotHost.
        """
        async with self._open(code) as (cursor, table):
            leaving = _chair(table, number).player
            if leaving is None:
                raise NoSuchSeat
            if player not in (leaving, table.host):
                raise NotHost
            await repository.clear(cursor, table, number)
            if leaving == table.host:
                await repository.set_host(cursor, table, _next_person(table, number))
            after = await load_table(cursor, code)
        return self._told(after, player)

    async def ready(self, player: UUID, code: str, *, ready: bool) -> TableInfo:
        """Raises TableNotFound, AlreadyStarted, NotSeated."""
        async with self._open(code) as (cursor, table):
            seat = table.seat_of(player)
            if seat is None:
                raise NotSeated
            await repository.set_ready(cursor, table, seat, ready=ready)
            after = await load_table(cursor, code)
        return self._told(after, player)

    async def agree(self, player: UUID, code: str, terms: Terms) -> TableInfo:
        """The host's other terms: nobody is ready any more, as nobody has agreed to them yet.

        Raises TableNotFound, AlreadyStarted, NotHost, StaysPrivate, Malformed.
        """
        async with self._open(code) as (cursor, table):
            if player != table.host:
                raise NotHost
            if table.origin and terms.visibility != "link":
                raise StaysPrivate
            _check(table.game, terms)
            if terms != table.terms:
                await repository.set_terms(cursor, table, terms)
            after = await load_table(cursor, code)
        return self._told(after, player)

    async def start(self, player: UUID, code: str) -> TableInfo:
        """Fills the empty seats with bots, freezes names and salts, and the game is on.

        Raises TableNotFound, AlreadyStarted, NotHost, NotAllReady, NotEnoughPlayers, DealsInPlay.
        """
        async with self._open(code) as (cursor, table):
            if player != table.host:
                raise NotHost
            if not all(chair.ready or chair.player in (None, player) for chair in table.chairs):
                raise NotAllReady
            after = await begin(cursor, table)
        if after.origin and after.origin.duplicate:
            self.duplicate_started(code)
        return self._told(after, player)

    @asynccontextmanager
    async def _open(self, code: str) -> AsyncIterator[tuple[Cursor, Table]]:
        """An open table, while nobody else changes it. Raises TableNotFound, AlreadyStarted."""
        async with self._database.write() as cursor:
            table = await repository.lock_table(cursor, code)
            if table.status != "open" or table.starting:
                raise AlreadyStarted
            yield cursor, table

    def _told(self, table: Table, player: UUID) -> TableInfo:
        self._bus.publish(TableChanged(table.code))
        return table.info_for(player)


async def begin(cursor: Cursor, table: Table) -> Table:
    """Fills the empty seats with bots, freezes names and salts: the game is on.

    Raises NotEnoughPlayers, DealsInPlay.
    """
    if table.origin and table.deal:
        people = {chair.player for chair in table.chairs if chair.player}
        if await deals.is_busy(cursor, people, table.deal, duplicate=table.origin.duplicate):
            raise DealsInPlay
    for seat, name in _names_of_bots(table):
        await repository.seat_bot(cursor, table, seat, name)
    await repository.start(cursor, await load_table(cursor, table.code))
    if table.origin:
        await lay_out(cursor, table.id)
    return await load_table(cursor, table.code)


def _options(wish: NewTable) -> Json:
    """The options with defaults filled in. Raises Malformed if there is no such game, size, option or bot."""
    game = GAMES.get(wish.game)
    if game is None or wish.seats not in game.seat_counts or wish.bots not in ("", *BOTS[wish.game]):
        raise Malformed
    try:
        return game.options(wish.options, wish.seats)
    except RecordError:
        raise Malformed from None


def _check(game: str, terms: Terms) -> None:
    """Raises Malformed if the terms promise what this game has not."""
    has = GAMES[game]
    if (terms.watching == "hand" and not has.shows_late) or (terms.memory and not has.has_memory):
        raise Malformed


def _chair(table: Table, number: int) -> Chair:
    """Raises NoSuchSeat."""
    if not 0 <= number < len(table.chairs):
        raise NoSuchSeat
    return table.chairs[number]


def _next_person(table: Table, number: int) -> UUID | None:
    """Whoever sits next after this seat."""
    following = (*table.chairs[number + 1 :], *table.chairs[:number])
    return next((chair.player for chair in following if chair.player), None)


def _names_of_bots(table: Table) -> list[tuple[int, str]]:
    """For each empty seat. Raises NotEnoughPlayers if no bots are to sit there."""
    empty = [seat for seat, chair in enumerate(table.chairs) if chair.player is None]
    if empty and not table.bots:
        raise NotEnoughPlayers
    return list(zip(empty, bot_names(table.names, len(empty)), strict=True))
