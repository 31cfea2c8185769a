"""SQL of the moves with which a branched game begins."""

from typing import Any

from sqlalchemy import bindparam, select

from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.schema import BRANCHES
from app.tables.game.move_repository import NewMove, append

MOVES = ValueQuery[list[list[Any]]](select(BRANCHES.c.moves).where(BRANCHES.c.table_id == bindparam("table")))


async def copy_branched_moves(cursor: Cursor, table: int) -> None:
    """Makes the moves taken over the first ones of a game that has started.

    Their ids have a space, so that no id of a client is the same.
    """
    moves = await cursor.fetch_row(MOVES, table=table)
    new = [
        NewMove(table, seq, seat, move, f"taken over {seq}")
        for seq, (seat, move) in enumerate(moves, start=1)
    ]
    if new:
        await append(cursor, new)
