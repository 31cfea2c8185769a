"""A player's consent that whoever looks on sees their hand, a round late."""

from uuid import UUID

from app.core.errors import HandNotShown, NotSeated, NotStarted
from app.infra.database.engine import Database
from app.infra.redis.pubsub import PubSub
from app.infra.redis.topics import TABLE_CHANGES, TableChanged
from app.tables.game import repository
from app.tables.game.service import database_errors


class HandSharing:
    """One seat of a table at most, where its terms allow it; given and taken back at any time of the game."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self._database = database
        self._pubsub = pubsub

    async def set_shared(self, player: UUID, code: str, *, shows: bool) -> None:
        """Raises TableNotFound, NotStarted, NotSeated, HandNotShown, ServiceUnavailable."""
        async with database_errors(), self._database.write() as cursor:
            table = await repository.load_table(cursor, code)
            seat = table.seat_of(player)
            if seat is None:
                raise NotSeated
            if not table.started:  # the seat may still be somebody else's
                raise NotStarted
            if table.settings.watching != "hand":
                raise HandNotShown
            await repository.note_change(cursor, table.id)
            if not await repository.show_hand(cursor, table, seat, shows=shows):
                raise HandNotShown
        self._pubsub.publish(TABLE_CHANGES, TableChanged(code))
