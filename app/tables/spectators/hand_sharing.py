"""A player's consent to show their hand to spectators, one round late."""

from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.errors import NotStarted
from app.tables.game import repository
from app.tables.spectators.errors import HandNotShown


class HandSharing:
    """At most one seat per table shares its hand, if the settings allow it; it may change at any time of the
    game.
    """

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def set_shared(self, player: UUID, code: str, *, shows: bool) -> None:
        """Gives or withdraws the consent.

        Raises TableNotFound, NotStarted, NotSeated, HandNotShown, ServiceUnavailable.
        """
        async with database_errors(), self._database.write() as cursor:
            table = await repository.load_table(cursor, code)
            seat = table.require_seat(player)
            if not table.started:  # before the start, the seat may still change hands
                raise NotStarted
            if table.settings.watching != "hand":
                raise HandNotShown
            await repository.count_change(cursor, table.id)
            if not await repository.show_hand(cursor, table, seat, shows=shows):
                raise HandNotShown
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
