"""Brings positions up to date with the record; of a long game, other tasks run in between."""

import asyncio
from collections.abc import Sequence

from app.core.locks import KeyedLocks
from app.infra.database.engine import Database
from app.infra.database.errors import database_errors
from app.tables.game.move_repository import moves_after
from app.tables.game.position import Position
from app.tables.game.recorded_move import RecordedMove
from app.tables.game.tables import Table

MOVES_PER_READ = 256  # most games have fewer; of others, only so many are in memory while they wait
MOVES_AT_ONCE = 16  # a game of thousands of moves takes some tenths of a second


class RecordReplayer:
    """Replays for one owner of tables at a time, and one table of an owner.

    A player who opens many long games waits for their own; others wait for one part of one game.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._owners = KeyedLocks()
        self._turn = asyncio.Lock()

    async def catch_up(self, position: Position) -> bool:
        """Applies the moves that the position lacks; returns whether there were any.

        The caller holds the table's lock. Raises DamagedGame, ServiceUnavailable.
        """
        moves = await self._read(position)
        await self.apply(position, moves)
        return bool(moves)

    async def apply(self, position: Position, moves: Sequence[RecordedMove]) -> None:
        """Applies the next moves; those after them as well if there are as many as one read returns.

        The caller holds the table's lock. Raises DamagedGame, ServiceUnavailable.
        """
        if len(moves) <= MOVES_AT_ONCE:
            position.replay(moves)
            return
        has_more = True
        while has_more:
            has_more = len(moves) == MOVES_PER_READ
            async with self._owners.of(_owner_of(position.table)), self._turn:
                await _replay_in_slices(position, moves)
                moves = await self._read(position) if has_more else ()

    async def _read(self, position: Position) -> Sequence[RecordedMove]:
        async with database_errors(), self._database.read() as cursor:
            return await moves_after(cursor, position.table.id, position.version, MOVES_PER_READ)


async def _replay_in_slices(position: Position, moves: Sequence[RecordedMove]) -> None:
    """Lets other tasks run after every MOVES_AT_ONCE moves. Raises DamagedGame."""
    for first in range(0, len(moves), MOVES_AT_ONCE):
        position.replay(moves[first : first + MOVES_AT_ONCE])
        await asyncio.sleep(0)


def _owner_of(table: Table) -> str:
    """Returns a key of the address that created the table; of its host if that is not known."""
    return table.address_key or str(table.host)
