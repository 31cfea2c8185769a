"""Hands the seats of a player who leaves for good to the caretaker."""

from contextlib import suppress
from uuid import UUID

from app.infra.database.engine import Database
from app.players.accounts.repository import seats_of
from app.tables.errors import GameOver, NotSeated, TableNotFound
from app.tables.game.bots import Bots
from app.tables.timekeeping import seat_request_repository
from app.tables.timekeeping.errors import NoCaretaker
from app.tables.timekeeping.service import TableVotes


class SeatHandover:
    """Lets the games of others go on when an account is deleted."""

    def __init__(self, database: Database, votes: TableVotes, bots: Bots) -> None:
        self._database, self._votes, self._bots = database, votes, bots

    async def leave_all(self, player: UUID) -> None:
        """Hands over the player's seats in all games in play. Raises ServiceUnavailable."""
        async with self._database.read() as cursor:
            seats = await seats_of(cursor, player)
        for row in seats:
            if row.status == "playing":
                # the game has ended since that read, or its table has no caretaker
                with suppress(TableNotFound, GameOver, NotSeated, NoCaretaker):
                    await self._votes.set_caretaker(player, row.code, caretaker=True)
                    self._bots.wake(row.code)
                with suppress(TableNotFound, GameOver):
                    await self._pass_host(player, row.code)

    async def _pass_host(self, player: UUID, code: str) -> None:
        """Gives the rights of a host who leaves to the next player. Raises TableNotFound, GameOver."""
        async with self._votes.lock_running_table(code) as (cursor, table):
            # not those who deleted their accounts before, and those who left their seats only if all did
            named = [seat for seat in table.seats if seat.name and seat.player not in (None, player)]
            next_host = min(named, key=lambda seat: seat.caretaker, default=None)
            if next_host and next_host.player and table.host == player:
                await seat_request_repository.pass_host(cursor, table, next_host.player)
