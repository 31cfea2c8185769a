"""Invitations to tables, for those who receive them and those who sent them."""

from collections.abc import Sequence
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game.protocol import TableInfo
from app.tables.game.repository import load_table
from app.tables.game.table_info import table_info
from app.tables.invitations import repository
from app.tables.invitations.schemas import Invitation


class Invitations:
    """Lists, declines and withdraws invitations. A new table sends one; sitting down there accepts it."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def received(self, player: UUID) -> Sequence[Invitation]:
        """Returns the open invitations to this player, newest first."""
        async with self._database.read() as cursor:
            return await repository.received(cursor, player)

    async def decline(self, player: UUID, code: str) -> Sequence[Invitation]:
        """Declines the player's invitation to the table, if there is one; returns those that are left."""
        async with self._database.write() as cursor:
            declined = await repository.decline(cursor, player, code)
            left = await repository.received(cursor, player)
        if declined:
            self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return left

    async def withdraw(self, host: UUID, code: str, handle: str) -> TableInfo:
        """Withdraws the invitation of a player to the host's table, if there is one.

        Raises TableNotFound, NotHost.
        """
        async with self._database.write() as cursor:
            (await load_table(cursor, code)).require_host(host)
            await repository.withdraw(cursor, host, code, handle)
            table = await load_table(cursor, code)
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
        return table_info(table, host)
