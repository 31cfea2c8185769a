"""The SQL of people."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.models import PlayerRow, SeatRow, TableRow

MY_TABLES = 20  # the newest; older ones are history


async def find_player(session: AsyncSession, player: UUID) -> PlayerRow | None:
    return await session.get(PlayerRow, player)


async def add_player(session: AsyncSession, name: str) -> PlayerRow:
    row = PlayerRow(name=name)
    session.add(row)
    await session.flush()
    return row


async def tables_of(session: AsyncSession, player: UUID) -> list[TableRow]:
    """The tables where this person sits, newest first."""
    seated = select(TableRow).join(SeatRow).where(SeatRow.player_id == player)
    return list(await session.scalars(seated.order_by(TableRow.id.desc()).limit(MY_TABLES)))
