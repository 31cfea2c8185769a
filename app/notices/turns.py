"""At which of their tables it is a person's turn.

Positions are in memory, or replayed when somebody asks: 2 ms for half a game, once, against a write for every
move of every table.
"""

from typing import Any
from uuid import UUID

from app.database import Database
from app.notices import repository
from app.notices.schemas import MyTurn
from app.play.service import Play


class Turns:
    """Looks into the tables in play where a person sits."""

    def __init__(self, database: Database, play: Play) -> None:
        self._database = database
        self._play = play

    async def of(self, player: UUID) -> list[MyTurn]:
        """Those where something waits for this person, whatever waits longest first. Raises OneMoment."""
        async with self._database.read() as cursor:
            tables = await repository.tables_in_play(cursor, player)
        choices = {table.id: await self._choice(table, player) for table in tables}
        waiting = {table: turn for table, turn in choices.items() if turn is not None}
        if not waiting:
            return []
        async with self._database.read() as cursor:
            times = await repository.times(cursor, waiting)
        codes = {table.id: table for table in tables}
        mine = [
            MyTurn(code=codes[table].code, since=times.get(table, codes[table].started_at))
            for table in waiting
        ]
        return sorted(mine, key=lambda turn: turn.since)

    async def _choice(self, table: Any, player: UUID) -> int | None:
        """The version at which the choice arose that waits for this person."""
        position = await self._play.position(table.code, table.version)
        seat = position.table.seat_of(player)
        return None if seat is None else position.turns.get(seat)
