"""Who people are."""

from uuid import UUID

from app.accounts import repository
from app.accounts.names import clean_name, guest_name
from app.accounts.schemas import Me, MyTable
from app.bus import Bus, TableChanged
from app.database import Database
from app.errors import NoSession

REMEMBERED = 20_000  # people


class Accounts:
    """Guests, for now."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._known: dict[UUID, None] = {}  # the first to come first

    async def known(self, player: UUID | None) -> UUID:
        """The same player. Raises NoSession if there is none of this id."""
        if player is None:
            raise NoSession
        if player not in self._known:
            async with self._database.read() as cursor:
                if await repository.name_of(cursor, player) is None:
                    raise NoSession
            self._remember(player)
        return player

    def _remember(self, player: UUID) -> None:
        """People stay: nothing has to be asked about them twice."""
        self._known[player] = None
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]

    async def welcome(self) -> UUID:
        """A new guest."""
        async with self._database.write() as cursor:
            return await repository.add_player(cursor, guest_name())

    async def me(self, player: UUID) -> Me:
        async with self._database.read() as cursor:
            name = await repository.name_of(cursor, player)
            tables = await repository.tables_of(cursor, player)
        if name is None:
            raise NoSession
        mine = [MyTable(code=table.code, game=table.game, status=table.status) for table in tables]
        return Me(name=name, tables=mine)

    async def rename(self, player: UUID, raw: str) -> Me:
        """Takes another name; tables that have not started show it at once. Raises BadName."""
        name = clean_name(raw)
        async with self._database.write() as cursor:
            await repository.rename(cursor, player, name)
        me = await self.me(player)
        for table in me.tables:
            if table.status == "open":
                self._bus.publish(TableChanged(table.code))
        return me
