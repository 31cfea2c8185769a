"""Nights: list, create, join, leave, start, cancel."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from random import SystemRandom
from typing import NamedTuple
from uuid import UUID

from app.core.errors import Malformed
from app.events.duplicate_nights import document, repository, table_repository
from app.events.duplicate_nights.dealing import draw_deal
from app.events.duplicate_nights.document import NightRows
from app.events.duplicate_nights.document_cache import DocumentCache
from app.events.duplicate_nights.errors import (
    AlreadyJoined,
    NightFull,
    NightFullForAddress,
    NightNotFound,
    NightOver,
    NightStarted,
    NobodyJoined,
    NotJoined,
    NotNightHost,
    TooManyJoined,
    TooManyNights,
    TooManyNightsHere,
)
from app.events.duplicate_nights.groups import assign_places, free_place
from app.events.duplicate_nights.repository import Entrant, Night
from app.events.duplicate_nights.runner import NightRunner
from app.events.duplicate_nights.schemas import (
    NewNight,
    NightInfo,
    NightList,
    NightOfTable,
    NightView,
)
from app.infra.address_keys import shares_of
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import NIGHTS
from app.infra.storage_quotas import GAME_BYTES, SEAT_BYTES
from app.players.public_id import public_id
from app.tables.commitments.repository import draw_secret
from app.tables.deal_guard.digest import digest
from app.tables.deal_guard.repository import duplicates_among
from app.tables.deal_guard.withheld_deals import withhold
from app.tables.game.repository import load_table
from app.tables.lobby.contacts import read_contacts_among
from app.tables.lobby.ranking import interleave
from engine.game import Game
from engine.registry import ENTRIES, GAMES

MAX_LISTED = 30
MAX_HOSTED, MAX_JOINED = 2, 4  # nights of one player that are not over
NO_TABLE = NightOfTable(code="", deal=0, deals=0, next="", over=True)


class _Ranked(NamedTuple):
    host: UUID | None
    address: str
    night: Night


class Nights:
    """Every change is stored and published; the runner does what follows from it."""

    def __init__(
        self, database: Database, pubsub: PubSub, runner: NightRunner, people_per_address: int
    ) -> None:
        self._database, self._pubsub, self._runner = database, pubsub, runner
        self._people_per_address = people_per_address
        self._documents = DocumentCache()

    async def overview(self, player: UUID) -> NightList:
        """Returns the public nights, one of each address in turn, and those of this player; also past ones.

        Nobody finds nights whose host they blocked or were blocked by.
        """
        async with database_errors(), self._database.read() as cursor:
            public = await repository.public_nights(cursor)
            avoided = await _avoided(cursor, player, filter(None, (one.host_id for one in public)))
            public = [one for one in public if one.host_id not in avoided]
            own = await repository.nights_of(cursor, player)
            finished = await repository.finished_nights_of(cursor, player)
        ranked = interleave([_Ranked(one.host_id, one.address_key, one) for one in public])[:MAX_LISTED]
        return NightList(
            nights=[document.settings_of(one.night) for _, one in ranked],
            mine=[document.settings_of(one) for one in own],
            finished=[document.settings_of(one) for one in finished],
        )

    async def create(self, player: UUID, new: NewNight, address: str) -> NightView:
        """Creates an open night. Raises Malformed, TooManyNights, TooManyNightsHere."""
        _check_game(new)
        async with database_errors(), self._database.write() as cursor:
            of_host, of_address = await repository.lock_and_count_hosted(cursor, player, address)
            if of_host >= MAX_HOSTED:
                raise TooManyNights
            if of_address >= self._people_per_address * shares_of(address):
                raise TooManyNightsHere
            night = await repository.add(cursor, player, new, address)
            seeds = [await draw_secret(cursor) for _ in range(new.deals)]
            await table_repository.add_deals(cursor, night.id, seeds)
            return NightView(info=await self._info(cursor, night), you=public_id(player))

    async def view(self, player: UUID, code: str) -> NightView:
        """Returns a night as the player may see it. Raises NightNotFound."""
        info = await self.info(code)
        hidden = await self.hidden_deals(info, [player])
        return NightView(info=document.without_deals(info, hidden[player]), you=public_id(player))

    async def hidden_deals(self, info: NightInfo, players: Collection[UUID]) -> Mapping[UUID, set[int]]:
        """Returns the numbers of the shown deals that each of these players is playing again."""
        hidden: dict[UUID, set[int]] = {player: set() for player in players}
        if not any(deal.seed for deal in info.deals):
            return hidden
        async with database_errors(), self._database.read() as cursor:
            night = await _find(cursor, info.settings.code)
            deals = await table_repository.deals_of(cursor, night.id)
            numbers = {one.digest: one.number for one in deals if one.digest and one.revealed_at}
            for player, deal in await duplicates_among(cursor, players, list(numbers)):
                hidden[player].add(numbers[deal])
        return hidden

    async def info(self, code: str) -> NightInfo:
        """Returns a night as its page shows it. Raises NightNotFound."""
        async with database_errors(), self._database.read() as cursor:
            return await self._info(cursor, await _find(cursor, code))

    async def of_table(self, player: UUID, code: str) -> NightOfTable:
        """Returns the night of a table that the player may see. Raises TableNotFound."""
        async with database_errors(), self._database.read() as cursor:
            table = await load_table(cursor, code)
            place = await table_repository.place_of(cursor, code)
        if place is None or not table.can_view(player):
            return NO_TABLE
        return NightOfTable(
            code=place.code, deal=place.deal, deals=place.deals, next=place.next or "", over=bool(place.over)
        )

    async def join(
        self, player: UUID, code: str, address: str, count_bytes: Callable[[int], None]
    ) -> NightView:
        """Adds the player; after the start in the seat of a bot, from the next deal on.

        `count_bytes` is called with the size of the player's part of the games. Raises NightNotFound,
        NightOver, AlreadyJoined, TooManyJoined, NightFull, NightFullForAddress, and what it raises.
        """
        async with self._change(code) as (cursor, night):
            if night.status not in ("open", "playing"):
                raise NightOver
            entrants = await repository.entrants(cursor, night.id)
            await self._check_newcomer(cursor, night, entrants, player, address)
            place = None if night.status == "open" else await _late_place(cursor, night, entrants, player)
            count_bytes(night.deals * max(SEAT_BYTES, GAME_BYTES // night.people_per_table))
            await repository.join(cursor, night.id, player, address, place)
        return await self.view(player, code)

    async def _check_newcomer(
        self, cursor: Cursor, night: Night, entrants: list[Entrant], player: UUID, address: str
    ) -> None:
        """Raises AlreadyJoined, TooManyJoined, NightFull, NightFullForAddress."""
        if any(one.player_id == player for one in entrants):
            raise AlreadyJoined
        if await repository.lock_and_count_joined(cursor, player) >= MAX_JOINED:
            raise TooManyJoined
        if len(entrants) >= document.capacity(night.seats, night.people_per_table):
            raise NightFull
        of_address = sum(one.address_key == address for one in entrants)
        if of_address >= self._people_per_address * shares_of(address):
            raise NightFullForAddress

    async def leave(self, player: UUID, code: str) -> NightView:
        """Removes the player. Raises NightNotFound, NightStarted, NightOver, NotJoined."""
        async with self._change(code) as (cursor, night):
            _check_open(night)
            if not await repository.leave(cursor, night.id, player):
                raise NotJoined
        return await self.view(player, code)

    async def leave_all(self, player: UUID) -> None:
        """Cancels the open nights that the player hosts, and leaves all others that are not over."""
        async with database_errors(), self._database.read() as cursor:
            nights = await repository.nights_of(cursor, player)
        for night in nights:
            if night.status == "open" and night.host_id == player:
                with suppress(NightNotFound, NightStarted, NightOver, NotNightHost):  # meanwhile
                    await self.cancel(player, night.code)
            else:
                with suppress(NightNotFound):
                    await self._withdraw(player, night.code)

    async def _withdraw(self, player: UUID, code: str) -> None:
        """Removes the player unless the night is over; bots get the seat from the next deal."""
        async with self._change(code) as (cursor, night):
            if night.status in ("open", "playing"):
                await repository.leave(cursor, night.id, player)

    async def start(self, player: UUID, code: str) -> NightView:
        """Assigns the players to tables and starts the night, as host.

        Raises NightNotFound, NotNightHost, NightStarted, NightOver, NobodyJoined.
        """
        async with self._change(code) as (cursor, night):
            _check_host(night, player)
            _check_open(night)
            entrants = await repository.entrants(cursor, night.id)
            if not entrants:
                raise NobodyJoined
            await _deal(cursor, night)
            await _assign(cursor, night, [one.player_id for one in entrants])
            await repository.start(cursor, night.id)
        self._runner.wake()
        return await self.view(player, code)

    async def cancel(self, player: UUID, code: str) -> NightView:
        """Cancels a night that has not started, as host.

        Raises NightNotFound, NotNightHost, NightStarted, NightOver.
        """
        async with self._change(code) as (cursor, night):
            _check_host(night, player)
            _check_open(night)
            await repository.end(cursor, night.id, "closed")
        return await self.view(player, code)

    async def _info(self, cursor: Cursor, night: Night) -> NightInfo:
        entrants = await repository.entrants(cursor, night.id)
        deals = await table_repository.deals_of(cursor, night.id)
        tables = await table_repository.tables_of(cursor, night.id)
        has_results = any(deal.revealed_at for deal in deals)
        former = await table_repository.former_seats(cursor, night.id) if has_results else frozenset()
        return self._documents.document(NightRows(night, entrants, deals, tables, former))

    @asynccontextmanager
    async def _change(self, code: str) -> AsyncIterator[tuple[Cursor, Night]]:
        """Locks a night for a change, and publishes it. Raises NightNotFound."""
        async with database_errors(), self._database.write() as cursor:
            night = await repository.lock(cursor, code)
            if night is None:
                raise NightNotFound
            yield cursor, night
        self._pubsub.publish(NIGHTS, night.code)


async def _find(cursor: Cursor, code: str) -> Night:
    """Raises NightNotFound."""
    night = await repository.find(cursor, code)
    if night is None:
        raise NightNotFound
    return night


async def _avoided(cursor: Cursor, player: UUID, among: Iterable[UUID]) -> frozenset[UUID]:
    """Returns those of these players who blocked the player or are blocked by them."""
    return (await read_contacts_among(cursor, [player], set(among)))[player].avoided


async def _assign(cursor: Cursor, night: Night, players: list[UUID]) -> None:
    """Draws the groups of a night and adds their first tables.

    Groups that followed from the order of joining would tell that people were exchanged because of a block.
    """
    contacts = await read_contacts_among(cursor, players, players)
    avoided = {player: one.avoided for player, one in contacts.items()}
    drawn = SystemRandom().sample(players, len(players))
    places = assign_places(drawn, min(night.people_per_table, night.seats), avoided)
    await repository.set_places(cursor, night.id, places)
    for group in {place.group for place in places.values()}:
        await table_repository.add_table(cursor, night.id, 1, group)


async def _late_place(
    cursor: Cursor, night: Night, entrants: list[Entrant], player: UUID
) -> tuple[int, int, int]:
    """Returns the group, the place and the first deal of a latecomer. Raises NightFull."""
    newest = {one.group: one for one in await table_repository.tables_of(cursor, night.id)}
    first_deals = {group: one.deal + bool(one.table_id or one.done_at) for group, one in newest.items()}
    taken = {
        group: {one.place for one in entrants if one.group == group and one.place is not None}
        for group, deal in first_deals.items()
        if deal <= night.deals
    }
    others = await _avoided(cursor, player, (one.player_id for one in entrants))
    avoided = {one.group for one in entrants if one.group is not None and one.player_id in others}
    place = free_place(taken, night.seats, avoided)
    if place is None:
        raise NightFull
    return place.group, place.place, first_deals[place.group]


async def _deal(cursor: Cursor, night: Night) -> None:
    """Draws the cards of all deals, and withholds them until all tables have played them."""
    game: Game[object] = GAMES[night.game]
    digests = []
    for deal in await table_repository.deals_of(cursor, night.id):
        first_seat, cards, _ = draw_deal(game, night.seats, game.options({}, night.seats), deal.seed)
        digests.append(digest(night.game, night.seats, cards[0]))
        await table_repository.set_cards(cursor, night.id, deal.number, first_seat, cards, digests[-1])
    await withhold(cursor, digests)


def _check_game(new: NewNight) -> None:
    """Raises Malformed for a game, size or bot that a night cannot have."""
    game = GAMES.get(new.game)
    if (
        game is None
        or not can_be_compared(game)
        or new.seats not in game.seat_counts
        or new.people_per_table > new.seats
        or new.bots not in ENTRIES[new.game].bots
    ):
        raise Malformed


def can_be_compared(game: Game[object]) -> bool:
    """Returns whether a game's deals can be played at several tables and compared by seat."""
    return not game.deals_follow_choices and not game.has_time_limits


def _check_host(night: Night, player: UUID) -> None:
    """Raises NotNightHost."""
    if night.host_id != player:
        raise NotNightHost


def _check_open(night: Night) -> None:
    """Raises NightStarted, NightOver."""
    if night.status == "playing":
        raise NightStarted
    if night.status != "open":
        raise NightOver
