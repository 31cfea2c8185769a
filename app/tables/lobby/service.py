"""Open tables: create, sit, leave, change settings, start."""

import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from uuid import UUID

from app.core.errors import Malformed, NoLinks
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.redis.presence import Presence
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import DUPLICATES, TABLE_CHANGES, TableChanged
from app.players.accounts.repository import has_account, seats_of
from app.players.public_id import public_id
from app.tables.card_packs import table_packs
from app.tables.deal_guard.service import DealGuard
from app.tables.errors import (
    AlreadyStarted,
    DamagedGame,
    NoSuchSeat,
    NotHost,
    NotSeated,
    TableNotFound,
    ViewNotAllowed,
)
from app.tables.game.protocol import TableInfo
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.table_info import table_info
from app.tables.game.tables import Table, TableSeat
from app.tables.invitations import repository as invitations
from app.tables.invitations.limits import check_may_invite
from app.tables.lobby import removals, repository
from app.tables.lobby.errors import (
    NotAllReady,
    SaltGiven,
    SeatChanged,
    SeatTaken,
    SettingsChanged,
    StaysPrivate,
    StaysPublic,
)
from app.tables.lobby.game_start import start_game
from app.tables.lobby.limits import (
    OpenTableLimits,
    assign_address,
    check_seat_limit,
    check_table_limits,
)
from app.tables.lobby.schemas import NewSeats, NewTable
from app.tables.lobby.seat_count import complete_options, store_seats
from app.tables.lobby.visibility import must_stay_public


class LobbyService:
    """Operations on tables that have not started. Every change is published."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        presence: Presence,
        deals: DealGuard,
        limits: OpenTableLimits,
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._presence = presence
        self._deals = deals
        self.limits = limits

    async def create(self, player: UUID, new_table: NewTable, address: str) -> TableInfo:
        """Creates a table; the creator is the host and has the first seat, and sends a salt later.

        `address` is the digest of the creator's network address. Raises Malformed, NoLinks,
        OwnPacksPrivate, PackNotFound, PackHidden, TooManyTables, TooManyTablesHere, and for an invitation
        PlayerNotFound, CannotInvite, AlreadyInvited, TooManyInvitations, InvitationsFull.
        """
        options = complete_options(new_table.game, new_table.options, new_table.seats, new_table.bots)
        settings = new_table.terms.for_game(new_table.game, options)
        listed = settings.visibility != "link"
        if new_table.invite and listed:
            raise Malformed
        async with self._database.write() as cursor:
            invited = await check_may_invite(cursor, player, new_table.invite) if new_table.invite else None
            await check_table_limits(cursor, self.limits, player, address, new=True, listed=listed)
            await _check_link(cursor, player, settings)
            await table_packs.use_packs(cursor, new_table.game, options, settings.visibility)
            table = await repository.add_table(
                cursor,
                new_table.seats,
                game=new_table.game,
                options=options,
                bots=new_table.bots,
                **repository.columns_of(settings),
                host_id=player,
            )
            await assign_address(cursor, table.id, address)
            await repository.sit(cursor, table, 0, player, salt="")
            if invited:
                await invitations.add(cursor, table.id, player, invited)
            after = await load_table(cursor, table.code)
        return self._publish_change(after, player)

    async def get_table(self, player: UUID, code: str) -> TableInfo:
        """Returns the table as this player sees it. Raises TableNotFound, ViewNotAllowed."""
        async with self._database.read() as cursor:
            table = await load_table(cursor, code)
        if not table.can_view(player) or await self._deals.is_table_barred(player, table):
            raise ViewNotAllowed
        return table_info(table, player)

    async def sit(
        self, player: UUID, code: str, number: int, salt: str, *, address: str = "", settings_key: str = ""
    ) -> TableInfo:
        """Takes a free seat and leaves the previous one; becomes host if the table has none.

        Raises TableNotFound, AlreadyStarted, NoSuchSeat, SeatTaken, SettingsChanged, RemovedFromTable,
        ExcludedFromTable, TooManySeats, TooManyTables, TooManyTablesHere.
        """
        async with self._lock_open_table(code) as (cursor, table):
            if _table_seat(table, number).player not in (None, player):
                raise SeatTaken
            _check_settings_key(table, settings_key)
            await self._check_newcomer(cursor, table, player, address)
            if (before := table.seat_of(player)) is not None:
                await repository.clear(cursor, table, before)  # a player has one seat at most
            await repository.sit(cursor, table, number, player, salt)
            if table.host is None:
                await repository.set_host(cursor, table, player)
            after = await load_table(cursor, code)
        return self._publish_change(after, player)

    async def _check_newcomer(self, cursor: Cursor, table: Table, player: UUID, address: str) -> None:
        """Raises RemovedFromTable, ExcludedFromTable, TooManySeats, TooManyTables, TooManyTablesHere."""
        if table.seat_of(player) is not None:
            return
        await removals.check_may_sit(cursor, table, player)
        listed = table.settings.visibility != "link"
        if listed:
            await check_seat_limit(cursor, self.limits, player, table)
        if table.host is None:
            await check_table_limits(cursor, self.limits, player, address, new=True, listed=listed)

    async def add_salt(self, player: UUID, code: str, salt: str) -> TableInfo:
        """Records a player's salt; starts the game if the table only waited for this one.

        Raises TableNotFound, AlreadyStarted, NotSeated, SaltGiven.
        """
        async with self._database.write() as cursor:
            table = await repository.lock_table(cursor, code)
            if table.status != "open":
                raise AlreadyStarted
            seat = table.require_seat(player)
            if not await repository.add_salt(cursor, table, seat, salt):
                raise SaltGiven
            after = await load_table(cursor, code)
            if after.starting and after.has_all_salts:
                after = await start_game(cursor, after)
        return self._publish_change(after, player)

    async def leave(
        self, player: UUID, code: str, number: int, *, expected: str = "", permanent: bool = False
    ) -> TableInfo:
        """Clears the player's own seat, or, as host, another's; `expected`, if given, must be its public id.

        A removed player may sit down again after a while; with `permanent`, never.

        Raises TableNotFound, AlreadyStarted, NoSuchSeat, NotHost, SeatChanged, TooManyPlayers.
        """
        async with self._lock_open_table(code) as (cursor, table):
            leaving = _table_seat(table, number).player
            if leaving is None:
                raise NoSuchSeat
            if expected and public_id(leaving) != expected:
                raise SeatChanged
            if player not in (leaving, table.host):
                raise NotHost
            if player != leaving:
                await removals.remove(cursor, table, leaving, permanent=permanent)
            after = await _empty_seat(cursor, table, number)
        return self._publish_change(after, player)

    async def lift_removal(self, player: UUID, code: str, removed: str) -> TableInfo:
        """Lifts the removal of the player with this public id, as host.

        Raises TableNotFound, AlreadyStarted, NotHost.
        """
        async with self._lock_open_table(code) as (cursor, table):
            table.require_host(player)
            for removal in table.removals:
                if public_id(removal.player) == removed:
                    await removals.lift(cursor, table.id, removal.player)
            after = await load_table(cursor, code)
        return self._publish_change(after, player)

    async def set_ready(self, player: UUID, code: str, *, ready: bool, settings_key: str = "") -> TableInfo:
        """Sets whether the player is ready, with the settings that `settings_key` identifies.

        Raises TableNotFound, AlreadyStarted, NotSeated, SettingsChanged.
        """
        async with self._lock_open_table(code) as (cursor, table):
            seat = table.require_seat(player)
            if ready:
                _check_settings_key(table, settings_key)
            await repository.set_ready(cursor, table, seat, ready=ready)
            after = await load_table(cursor, code)
        return self._publish_change(after, player)

    async def change_settings(
        self, player: UUID, code: str, settings: TableSettings, address: str
    ) -> TableInfo:
        """Changes the settings, as host; nobody is ready any more.

        Raises TableNotFound, AlreadyStarted, NotHost, StaysPrivate, StaysPublic, NoLinks, OwnPacksPrivate,
        Malformed, TooManyTables, TooManyTablesHere.
        """
        async with self._lock_open_table(code) as (cursor, table):
            table.require_host(player)
            await self._change_settings(cursor, table, player, settings, address)
            after = await load_table(cursor, code)
        return self._publish_change(after, player)

    async def _change_settings(
        self, cursor: Cursor, table: Table, host: UUID, settings: TableSettings, address: str
    ) -> None:
        if table.origin and settings.visibility != "link":
            raise StaysPrivate
        players = [seat.player for seat in table.seats if seat.player]
        if await must_stay_public(cursor, self._presence, table, settings, host, players):
            raise StaysPublic
        await _check_link(cursor, host, settings)
        table_packs.check_visibility(table.game, table.options, settings.visibility)
        settings = settings.for_game(table.game, table.options)
        if table.settings.visibility == "link" and settings.visibility != "link":
            await check_table_limits(cursor, self.limits, host, address, listed=True)
            await assign_address(cursor, table.id, address)
        if settings != table.settings:
            await repository.change_settings(cursor, table, settings)

    async def change_seats(self, player: UUID, code: str, new: NewSeats, address: str) -> TableInfo:
        """Changes the number of seats and the bots for empty ones, as host; nobody is ready any more.

        If settings are given, they are changed as well, or nothing is. Raises SeatTaken and what
        `change_settings` does.
        """
        async with self._lock_open_table(code) as (cursor, table):
            table.require_host(player)
            if new.terms:
                await self._change_settings(cursor, table, player, new.terms, address)
            if (new.seats, new.bots) != (len(table.seats), table.bots):
                await store_seats(cursor, table, new.seats, new.bots)
            after = await load_table(cursor, code)
        return self._publish_change(after, player)

    async def start(self, player: UUID, code: str, *, settings_key: str = "") -> TableInfo:
        """Starts the game, as host.

        Raises TableNotFound, AlreadyStarted, NotHost, SettingsChanged, NotAllReady, NotEnoughPlayers,
        DealsInPlay.
        """
        async with self._lock_open_table(code) as (cursor, table):
            table.require_host(player)
            _check_settings_key(table, settings_key)
            if not all(seat.ready or seat.player in (None, player) for seat in table.seats):
                raise NotAllReady
            after = await start_game(cursor, table)
        if after.origin and after.origin.duplicate:
            self._pubsub.publish(DUPLICATES, code)
        return self._publish_change(after, player)

    async def leave_all(self, player: UUID) -> None:
        """Leaves the seats at all tables that have not started, so that others can take them."""
        async with self._database.read() as cursor:
            seats = await seats_of(cursor, player)
        for row in seats:
            if row.status == "open":
                # changed since that read, or damaged
                with suppress(TableNotFound, AlreadyStarted, NotSeated, DamagedGame):
                    await self._leave_own_seat(player, row.code)

    async def _leave_own_seat(self, player: UUID, code: str) -> None:
        """Leaves whichever seat the player has. Raises TableNotFound, AlreadyStarted, NotSeated."""
        async with self._lock_open_table(code) as (cursor, table):
            after = await _empty_seat(cursor, table, table.require_seat(player))
        self._publish_change(after, player)

    @asynccontextmanager
    async def _lock_open_table(self, code: str) -> AsyncIterator[tuple[Cursor, Table]]:
        """Locks an open table for a change. Raises TableNotFound, AlreadyStarted."""
        async with self._database.write() as cursor:
            table = await repository.lock_table(cursor, code)
            if table.status != "open" or table.starting:
                raise AlreadyStarted
            yield cursor, table

    def _publish_change(self, table: Table, player: UUID) -> TableInfo:
        self._pubsub.publish(TABLE_CHANGES, TableChanged(table.code))
        return table_info(table, player)


async def _check_link(cursor: Cursor, player: UUID, settings: TableSettings) -> None:
    """Raises NoLinks if a guest would show a link to strangers."""
    if settings.has_public_link and not await has_account(cursor, player):
        raise NoLinks


def _check_settings_key(table: Table, settings_key: str) -> None:
    """Checks that the client showed the current settings; older clients send no key.

    During an upgrade it may have that of a server of the previous version. Raises SettingsChanged.
    """
    known = (table.settings_key, table.former_settings_key)
    if settings_key and not any(hmac.compare_digest(settings_key.encode(), key.encode()) for key in known):
        raise SettingsChanged


async def _empty_seat(cursor: Cursor, table: Table, number: int) -> Table:
    """Empties a seat; the next player becomes the host if its player was. Returns the changed table."""
    await repository.clear(cursor, table, number)
    if table.seats[number].player == table.host:
        await repository.set_host(cursor, table, _next_player(table, number))
    return await load_table(cursor, table.code)


def _table_seat(table: Table, number: int) -> TableSeat:
    """Raises NoSuchSeat."""
    if not 0 <= number < len(table.seats):
        raise NoSuchSeat
    return table.seats[number]


def _next_player(table: Table, number: int) -> UUID | None:
    """Returns the next player after this seat."""
    following = (*table.seats[number + 1 :], *table.seats[:number])
    return next((seat.player for seat in following if seat.player), None)
