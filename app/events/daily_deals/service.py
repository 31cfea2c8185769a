"""Daily deals: one try a player and deal, at a private table against bots."""

from collections.abc import Callable
from datetime import date
from uuid import UUID

from app.events.daily_deals import deal_repository, repository
from app.events.daily_deals.deals import DerivedDeal, daily_games, deal_name, deal_of, last_revealed_day
from app.events.daily_deals.errors import (
    DailyDealClosed,
    DailyDealNotFound,
    DailyDealPlayed,
    TooManyGuestTries,
)
from app.infra.address_keys import shares_of
from app.infra.database.engine import Clock, Database, now
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.players.accounts.repository import has_account, lock_player
from app.tables.deal_guard import repository as deal_guard
from app.tables.game.protocol import TableInfo
from app.tables.game.repository import load_table
from app.tables.game.settings import TableSettings
from app.tables.game.table_info import table_info
from app.tables.game.tables import Table
from app.tables.lobby.game_start import start_game
from app.tables.lobby.limits import assign_address
from app.tables.lobby.repository import SharedDeal, add_table, columns_of, sit
from app.tables.results.repository import exclude_from_results
from engine.registry import ENTRIES

PLAYER_SEAT = 0
SETTINGS = TableSettings(visibility="link", chat=False)
GUEST_TRIES_OF_ADDRESS = 4  # at one deal: enough for a household, too few to explore the deal


class DailyDeals:
    """Creates the tables of tries. Deals are derived from `key`, the server's secret key."""

    def __init__(
        self,
        database: Database,
        pubsub: PubSub,
        key: str,
        wake_bots: Callable[[str], None],
        clock: Clock = now,
    ) -> None:
        self._database = database
        self._pubsub = pubsub
        self._key = key
        self._wake_bots = wake_bots
        self.clock = clock

    async def play(self, player: UUID, game: str, day: date, address_key: str) -> TableInfo:
        """Returns the table of the player's running try, or a new one; of a revealed deal always a new one.

        Raises DailyDealNotFound, DailyDealClosed, DailyDealPlayed, TooManyGuestTries.
        """
        is_today = self._check_open(game, day)
        async with self._database.write() as cursor:
            await lock_player(cursor, player)
            if is_today and (found := await repository.find(cursor, player, day, game)):
                return await _running(cursor, found, player)
            is_guest = not await has_account(cursor, player)
            guest_key = address_key if is_guest and is_today else None
            if guest_key:
                await _check_guests(cursor, day, game, guest_key)
            deal = await self._deal(cursor, day, game)
            if await deal_guard.is_busy(cursor, [player], deal.digest, duplicate=False):
                raise DailyDealClosed  # the player would see another hand of a duplicate
            table = await self._add_table(cursor, player, deal, address_key)
            if is_today:
                await repository.add(cursor, player, day, game, table.id, guest_key)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(table.code))
        self._wake_bots(table.code)
        return table_info(table, player)

    def _check_open(self, game: str, day: date) -> bool:
        """Returns whether the deal is today's. Raises DailyDealNotFound, DailyDealClosed."""
        moment = self.clock()
        if game not in daily_games():
            raise DailyDealNotFound
        if day == moment.date():
            return True
        if day > last_revealed_day(moment):
            raise DailyDealClosed
        return False

    async def _deal(self, cursor: Cursor, day: date, game: str) -> DerivedDeal:
        """Returns the deal of the published commitment, even if the server's key has changed.

        Raises DailyDealNotFound, DailyDealClosed (not revealed yet).
        """
        rows = await deal_repository.deals_of_days(cursor, day, day)
        row = next((row for row in rows if row.game == game), None)
        if row is None:
            raise DailyDealNotFound
        if row.secret is None and day != self.clock().date():
            raise DailyDealClosed
        secret = row.secret or deal_of(self._key, day, game).secret
        deal = DerivedDeal(day, game, row.seats, secret)
        if deal.commitment == row.commitment:
            return deal
        former = await deal_repository.secret_of_tables(cursor, day, game)
        if former is None:
            raise DailyDealNotFound
        return deal._replace(secret=former)

    async def _add_table(self, cursor: Cursor, player: UUID, deal: DerivedDeal, address_key: str) -> Table:
        """Creates a table with the deal, and starts it."""
        entry = ENTRIES[deal.game]
        options = entry.game.options({}, deal.seats)
        table = await add_table(
            cursor,
            deal.seats,
            SharedDeal(deal_name(deal.day, deal.game), deal.secret),
            game=deal.game,
            options=options,
            bots=min(entry.searching_bots),
            **columns_of(SETTINGS.for_game(deal.game, options)),
            host_id=player,
        )
        await assign_address(cursor, table.id, address_key)
        await sit(cursor, table, PLAYER_SEAT, player, salt="")
        await deal_guard.set_deal(cursor, table.id, deal.digest)
        await exclude_from_results(cursor, table.id)
        return await start_game(cursor, await load_table(cursor, table.code))


async def _running(cursor: Cursor, found: repository.TryRow, player: UUID) -> TableInfo:
    """Returns the table of a running try. Raises DailyDealPlayed."""
    if found.status != "playing" or found.code is None:
        raise DailyDealPlayed
    return table_info(await load_table(cursor, found.code), player)


async def _check_guests(cursor: Cursor, day: date, game: str, address_key: str) -> None:
    """Counts guests' tries one after the other. Raises TooManyGuestTries."""
    await deal_repository.lock(cursor, day, game)
    tries = await repository.count_of_address(cursor, day, game, address_key)
    if tries >= GUEST_TRIES_OF_ADDRESS * shares_of(address_key):
        raise TooManyGuestTries
