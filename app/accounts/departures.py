"""My data, to take along; and my account, to go."""

from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from app.accounts import repository, roll
from app.accounts.ended import Ended
from app.accounts.keepers import Keeper
from app.bus import Bus, TableChanged
from app.database import Database
from app.errors import AppError, NoSession
from app.lobby.service import Lobby
from engine.types import Json


class Departures:
    """Asks every room that keeps something about people."""

    def __init__(
        self, database: Database, bus: Bus, ended: Ended, lobby: Lobby, keepers: Sequence[Keeper]
    ) -> None:
        self._database = database
        self._bus = bus
        self._ended = ended
        self._lobby = lobby
        self._keepers = keepers

    async def data(self, player: UUID) -> Json:
        """All that is kept about this person. Raises NoSession."""
        async with self._database.read() as cursor:
            person = await repository.person(cursor, player)
            if person is None:
                raise NoSession
            me = {
                "name": person.name,
                "account": person.look is not None,
                "created_at": person.created_at.isoformat(),
            }
            rooms = {keeper.name: await keeper.tell(cursor, player) for keeper in self._keepers}
        return {"me": me, **rooms}

    async def playing(self, player: UUID) -> list[str]:
        """The tables where this person is in a game."""
        async with self._database.read() as cursor:
            seats = await repository.seats_of(cursor, player)
        return [row.code for row in seats if row.status == "playing"]

    async def leave(self, player: UUID) -> None:
        """Name and texts go, the sessions end. Records stay, with a former player in them."""
        await self._stand_up(player)
        async with self._database.write() as cursor:
            tables = await repository.tables_of(cursor, player)
            for keeper in self._keepers:
                await keeper.forget(cursor, player)
            ended = await roll.end_all(cursor, player)
        self._ended.tell(ended)
        for table in tables:
            self._bus.publish(TableChanged(table.code))

    async def _stand_up(self, player: UUID) -> None:
        """From the tables that have not started: somebody else may sit there."""
        async with self._database.read() as cursor:
            seats = await repository.seats_of(cursor, player)
        for row in seats:
            if row.status == "open":
                with suppress(AppError):  # it started meanwhile, or is gone
                    await self._lobby.leave(player, row.code, row.seat)
