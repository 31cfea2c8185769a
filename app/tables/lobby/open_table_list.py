"""The open tables as this process lists them: in a fair order, with details of the listed ones."""

import asyncio
from collections.abc import Iterable, Sequence
from time import monotonic
from uuid import UUID

from app.core.clock import DatabaseClock
from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.redis.presence import Presence
from app.tables.lobby.candidates import OpenTableCandidate, RankedTable, rank_tables, read_candidates
from app.tables.lobby.contacts import Contacts
from app.tables.lobby.listing import ListedTable, read_listed
from app.tables.lobby.protocol import OpenTable

FIRST_PAGE_SIZE = 100  # tables sent to all subscribers
MAX_FRIEND_TABLES = 30  # further tables of friends, per subscriber
PAGE_SIZE = 50  # further tables per page
REFRESH_INTERVAL_S = 3.0  # notices may get lost, and people disconnect
NEVER = float("-inf")


class OpenTableList:
    """Reads few columns of many candidates, and the details of those that are listed."""

    def __init__(self, database: Database, presence: Presence, clock: DatabaseClock) -> None:
        self._database = database
        self._presence = presence
        self._clock = clock
        self._candidates: list[OpenTableCandidate] = []
        self._players: dict[str, frozenset[UUID]] = {}  # by code: the connected players, as far as known
        self._details: dict[int, ListedTable] = {}  # by id: details, since the candidates were read
        self._ranked: list[RankedTable] = []
        self._read_at = self._presence_at = NEVER
        self._reading = asyncio.Lock()

    @property
    def is_old(self) -> bool:
        """Returns whether the candidates have to be read again even without a change."""
        return monotonic() - self._read_at > REFRESH_INTERVAL_S

    @property
    def further_count(self) -> int:
        """Returns the number of public tables after the first page."""
        return max(0, sum(one.table.public for one in self._ranked) - FIRST_PAGE_SIZE)

    async def refresh(self, cursor: Cursor) -> None:
        """Reads the candidates."""
        self._candidates, self._details = await read_candidates(cursor), {}
        self._read_at = monotonic()

    async def list_for(self, all_contacts: Iterable[Contacts]) -> list[ListedTable]:
        """Refreshes presence and returns the tables for subscribers with these contacts, with priorities."""
        await self._refresh_presence()
        self._ranked = rank_tables(self._candidates, self._players, self._clock.now())
        return await self._with_details(self._select(all_contacts))

    async def page(
        self, contacts: Contacts, skip: int, *, from_start: bool, game: str = ""
    ) -> tuple[list[OpenTable], bool]:
        """Returns tables for a player with these contacts, of one game if given; and whether there are more.

        Without `from_start`, those of the first page are left out.
        """
        async with self._reading:
            if self.is_old:
                async with self._database.read() as cursor:
                    await self.refresh(cursor)
                await self.list_for(())
        skipped = set() if from_start else set(self._first_page())
        rest = [
            one
            for one in self._ranked
            if one not in skipped and game in ("", one.table.game) and one.table.is_visible_to(contacts)
        ]
        listed = await self._read_details(rest[skip : skip + PAGE_SIZE])
        return [one.as_seen_by(contacts) for one in listed], len(rest) > skip + PAGE_SIZE

    def _first_page(self) -> Sequence[RankedTable]:
        return [one for one in self._ranked if one.table.public][:FIRST_PAGE_SIZE]

    def _select(self, all_contacts: Iterable[Contacts]) -> list[RankedTable]:
        """Selects the first page, and for each of these contacts the tables of friends."""
        chosen = dict.fromkeys(self._first_page())
        friends = frozenset[UUID]().union(*(contacts.friends for contacts in all_contacts))
        with_friends = [one for one in self._ranked if one.table.players & friends]
        for contacts in {one for one in all_contacts if one.friends}:
            of_friends = (one for one in with_friends if one.table.players & contacts.friends)
            chosen.update(
                dict.fromkeys(
                    [one for one in of_friends if one.table.is_visible_to(contacts)][:MAX_FRIEND_TABLES]
                )
            )
        return list(chosen)

    async def _refresh_presence(self) -> None:
        """Refreshes presence: of all candidates every REFRESH_INTERVAL_S, otherwise of the listed ones."""
        everywhere = monotonic() - self._presence_at > REFRESH_INTERVAL_S
        checked = [one for one in self._candidates if everywhere or one.id in self._details]
        players = await self._presence.players_at([one.code for one in checked])
        if everywhere or (checked and not players):  # or Redis cannot be reached
            self._players = players
        else:
            self._players.update(players)
        if everywhere:
            self._presence_at = monotonic()

    async def _with_details(self, chosen: Sequence[RankedTable]) -> list[ListedTable]:
        details = self._details  # replaced when another request reads the candidates meanwhile
        missing = [one.table.id for one in chosen if one.table.id not in details]
        if missing:
            async with self._database.read() as cursor:
                details.update(await read_listed(cursor, missing))
        return self._with_current(chosen, details)

    async def _read_details(self, some: Sequence[RankedTable]) -> list[ListedTable]:
        async with self._database.read() as cursor:
            return self._with_current(some, await read_listed(cursor, [one.table.id for one in some]))

    def _with_current(
        self, some: Sequence[RankedTable], details: dict[int, ListedTable]
    ) -> list[ListedTable]:
        return [
            details[one.table.id].with_current(self._players.get(one.table.code), one.priority)
            for one in some
            if one.table.id in details
        ]
