"""Hands the seats of a player who leaves for good to the caretaker."""

from contextlib import suppress
from uuid import UUID

from app.infra.database.engine import Database
from app.players.accounts.repository import seats_of
from app.tables.errors import GameOver, NotSeated, TableNotFound
from app.tables.game.bots import Bots
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
