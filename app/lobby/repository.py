"""The SQL of tables before they are played at."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.models import SeatRow, TableRow


async def code_is_free(session: AsyncSession, code: str) -> bool:
    return await session.scalar(select(TableRow.id).where(TableRow.code == code)) is None


async def add_table(session: AsyncSession, table: TableRow, seats: int) -> list[SeatRow]:
    """The table with so many empty seats."""
    session.add(table)
    await session.flush()
    rows = [
        SeatRow(table_id=table.id, seat=seat, bot="", name="", salt="", ready=False) for seat in range(seats)
    ]
    session.add_all(rows)
    await session.flush()
    return rows


async def seats_of(session: AsyncSession, table: TableRow) -> list[SeatRow]:
    """All its seats in order."""
    query = select(SeatRow).where(SeatRow.table_id == table.id).order_by(SeatRow.seat)
    return list(await session.scalars(query))


def clear(seat: SeatRow) -> None:
    """Nobody sits here."""
    seat.player_id, seat.salt, seat.ready = None, "", False


def seat_person(seat: SeatRow, player: UUID, salt: str) -> None:
    seat.player_id, seat.salt, seat.ready = player, salt, False
