"""Bars people from games whose deals they must not see, and records who has seen which deals.

Players of a running duplicate may not see other games with its deals, and until a daily deal is revealed only
those who have played it may see games with it. Withheld deals of an event are barred from everybody.
"""

from collections.abc import Collection
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.query import Cursor
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.deal_guard import repository
from app.tables.deal_guard.digest import deal_digest
from app.tables.deal_guard.sealed_deals import is_sealed
from app.tables.deal_guard.withheld_deals import is_withheld
from app.tables.errors import NotFinished
from app.tables.game.tables import Table


class DealGuard:
    """Queries the database each time, as the answer may change at any moment."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def is_table_barred(self, player: UUID, table: Table) -> bool:
        """Returns whether the player may not see this game now."""
        async with self._database.read() as cursor:
            return await is_table_barred(cursor, player, table)

    async def is_deal_barred(self, player: UUID, deal: bytes) -> bool:
        """Returns whether the player may not see games with these deals now."""
        async with self._database.read() as cursor:
            return await repository.is_deal_barred(cursor, player, deal)

    async def is_kept_from_public(self, deal: bytes) -> bool:
        """Returns whether these deals may not be played again or shown to everybody yet."""
        async with self._database.read() as cursor:
            return await is_sealed(cursor, deal) or await is_withheld(cursor, deal)

    async def barred_players(self, table: Table, players: Collection[UUID]) -> frozenset[UUID]:
        """Returns those of these players who may not see this table; its own players always may."""
        if not table.started:
            return frozenset()
        async with self._database.read() as cursor:
            seated = {player for player in players if table.seat_of(player) is not None}
            barred = await repository.barred_players(cursor, players, deal_digest(table), seated)
        return frozenset(player for player in barred if not _plays(player, table))

    async def record_table_view(self, player: UUID, table: Table) -> None:
        """Records that the player sees this table's page. Raises NotFinished if they are barred."""
        if not table.started or _plays(player, table):
            return
        if table.seat_of(player) is None:
            await self.record_deal_view(player, deal_digest(table), table.code)
        elif await self.is_table_barred(player, table):
            raise NotFinished

    async def record_game_view(self, player: UUID, table: Table) -> None:
        """Records that the player sees the whole of this table's game. Raises NotFinished if barred."""
        if table.started:
            seated = table.seat_of(player) is not None
            await self.record_deal_view(player, deal_digest(table), table.code, seated=seated)

    async def record_deal_view(self, player: UUID, deal: bytes, code: str, *, seated: bool = False) -> None:
        """Records that the player sees these deals, unless they were seated there.

        Raises NotFinished if barred.
        """
        async with self._database.read() as cursor:
            if await repository.is_deal_barred(cursor, player, deal):
                raise NotFinished
            if seated or await repository.has_seen(cursor, player, deal):
                return
        async with self._database.write() as cursor:
            tables = await repository.record_view(cursor, player, deal, code)
            if await repository.is_deal_barred(cursor, player, deal):
                raise NotFinished  # a duplicate started meanwhile
        for one in tables:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(one))


async def is_table_barred(cursor: Cursor, player: UUID, table: Table) -> bool:
    """Returns whether the player may not see this game now."""
    if not table.started or _plays(player, table):
        return False
    seated = table.seat_of(player) is not None
    return await repository.is_deal_barred(cursor, player, deal_digest(table), seated=seated)


def _plays(player: UUID, table: Table) -> bool:
    """Returns whether this is the player's own running game."""
    return not table.over and table.seat_of(player) is not None
