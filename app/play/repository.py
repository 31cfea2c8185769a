"""The SQL of play: a table's record, read and added to."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from app.database import now
from app.errors import TableNotFound
from app.models import MoveRow, PlayerRow, SeatRow, Status, TableRow
from app.play.tables import Table, snapshot

MOVES: Any = MoveRow.__table__
INSERT: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


async def find_row(session: AsyncSession, code: str, *, lock: bool = False) -> TableRow:
    """The table of this code; with `lock` nobody else changes it meanwhile. Raises TableNotFound."""
    query = select(TableRow).where(TableRow.code == code)
    sound = code.isascii() and code.isalnum()  # Postgres would choke on some others
    row = await session.scalar(query.with_for_update() if lock else query) if sound else None
    if row is None:
        raise TableNotFound
    return row


async def read_table(session: AsyncSession, row: TableRow) -> Table:
    """The table with its people."""
    query = (
        select(SeatRow, PlayerRow)
        .outerjoin(PlayerRow, SeatRow.player_id == PlayerRow.id)
        .where(SeatRow.table_id == row.id)
        .order_by(SeatRow.seat)
    )
    return snapshot(row, [(seat, player) for seat, player in await session.execute(query)])


async def load_table(session: AsyncSession, code: str) -> Table:
    """Raises TableNotFound."""
    return await read_table(session, await find_row(session, code))


async def marks(session: AsyncSession, codes: Sequence[str]) -> list[tuple[str, Status, int]]:
    """Code, status and version of these tables."""
    version = select(func.max(MoveRow.seq)).where(MoveRow.table_id == TableRow.id).scalar_subquery()
    query = select(TableRow.code, TableRow.status, func.coalesce(version, 0))
    rows = await session.execute(query.where(TableRow.code.in_(codes)))
    return [(code, status, seq) for code, status, seq in rows]


async def load_tables(session: AsyncSession, codes: Sequence[str]) -> list[Table]:
    """Those of these tables that there are, with their people."""
    query = (
        select(TableRow, SeatRow, PlayerRow)
        .join(SeatRow, SeatRow.table_id == TableRow.id)
        .outerjoin(PlayerRow, SeatRow.player_id == PlayerRow.id)
        .where(TableRow.code.in_(codes))
        .order_by(TableRow.id, SeatRow.seat)
    )
    by_table = groupby(await session.execute(query), key=itemgetter(0))
    return [snapshot(row, [(seat, player) for _, seat, player in seated]) for row, seated in by_table]


async def moves_after(session: AsyncSession, table: int, version: int) -> list[MoveRow]:
    """The moves that made the versions after this one, in order."""
    later = select(MoveRow).where(MoveRow.table_id == table, MoveRow.seq > version)
    return list(await session.scalars(later.order_by(MoveRow.seq)))


async def append_moves(connection: AsyncConnection, moves: Sequence[MoveRow]) -> set[tuple[int, int]]:
    """Adds those that are the next of their tables; returns the (table, seq) that are in now."""
    insert = INSERT[connection.dialect.name](MOVES).on_conflict_do_nothing()
    rows = [
        {"table_id": m.table_id, "seq": m.seq, "seat": m.seat, "move": m.move, "move_id": m.move_id}
        for m in moves
    ]
    added = await connection.execute(insert.returning(MOVES.c.table_id, MOVES.c.seq), rows)
    return {(table, seq) for table, seq in added}


async def append_move(session: AsyncSession, move: MoveRow) -> None:
    """Raises IntegrityError if the table is already at this version, or has a move of this id."""
    session.add(move)
    await session.flush()


async def finish(session: AsyncSession, table: int) -> None:
    """Closes the record."""
    done = {"status": "finished", "finished_at": now()}
    await session.execute(update(TableRow).where(TableRow.id == table).values(**done))
