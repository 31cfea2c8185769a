"""The SQL of play: a table's record, read and added to."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.database import now
from app.errors import TableNotFound
from app.models import MoveRow, PlayerRow, SeatRow, Status, TableRow
from app.play.ledger import NewMove
from app.play.tables import Seated, Table, snapshot


async def find_row(session: AsyncSession, code: str, *, lock: bool = False) -> TableRow:
    """The table of this code; with `lock` nobody else changes it meanwhile. Raises TableNotFound."""
    query = select(TableRow).where(TableRow.code == code)
    row = await session.scalar(query.with_for_update() if lock else query) if _is_sound(code) else None
    if row is None:
        raise TableNotFound
    return row


def _is_sound(code: str) -> bool:
    """Postgres would choke on some others."""
    return code.isascii() and code.isalnum()


async def seated(session: AsyncSession, row: TableRow) -> list[Seated]:
    """The table's seats in order, each with whoever sits there."""
    query = (
        select(SeatRow, PlayerRow)
        .outerjoin(PlayerRow, SeatRow.player_id == PlayerRow.id)
        .where(SeatRow.table_id == row.id)
        .order_by(SeatRow.seat)
    )
    return [(seat, player) for seat, player in await session.execute(query)]


async def load_table(session: AsyncSession, code: str) -> Table:
    """Raises TableNotFound."""
    if not _is_sound(code) or not (found := await load_tables(session, [code])):
        raise TableNotFound
    return found[0]


async def code_is_taken(session: AsyncSession, code: str) -> bool:
    return await session.scalar(select(TableRow.id).where(TableRow.code == code)) is not None


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


async def append_move(session: AsyncSession, move: NewMove) -> None:
    """Raises IntegrityError if the table is already at this version, or has a move of this id."""
    await session.execute(insert(MoveRow).values(**move._asdict()))


async def finish(session: AsyncSession, table: int) -> None:
    """Closes the record."""
    done = {"status": "finished", "finished_at": now()}
    await session.execute(update(TableRow).where(TableRow.id == table).values(**done))
