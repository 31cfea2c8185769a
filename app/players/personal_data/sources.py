"""What the rooms of the house keep about a person: each tells it, and forgets it, by functions of its own."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.paging import Paged
from app.infra.database.query import Cursor
from app.players.accounts import repository, session_repository
from app.players.accounts.naming import NameReservations
from engine.types import Json

Export = Callable[[Database, UUID], AsyncIterator[list[Json]]]  # page by page
Erase = Callable[[Cursor, UUID], Awaitable[None]]


@dataclass(frozen=True)
class PersonalDataSource:
    """One kind of things that are kept. Records stay, without the name."""

    name: str  # in the file that people download
    export: Export
    erase: Erase


def export_paged(
    rows: Paged, whose: str = "player", convert: Callable[[Mapping[str, Any]], Json] | None = None
) -> Export:
    """Tells the rows of a query that wants the person by this name, as they are or as `told` has them."""

    async def export(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async for page in rows.pages(database, **{whose: player}):
            yield [*map(convert or serialize_row, page)]

    return export


def export_all(read: Callable[[Cursor, UUID], Awaitable[list[Json]]]) -> Export:
    """Tells at once what is little for everybody."""

    async def export(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async with database.read() as cursor:
            rows = await read(cursor, player)
        yield rows

    return export


async def _export_sessions(cursor: Cursor, player: UUID) -> list[Json]:
    rows = await session_repository.listed(cursor, player)
    return [
        {name: value for name, value in serialize_row(row._asdict()).items() if name != "id"} for row in rows
    ]


async def _erase_codes(cursor: Cursor, player: UUID) -> None:
    await session_repository.replace_codes(cursor, player, [])


def serialize_row(row: Mapping[str, Any]) -> Json:
    """Times as people and programs write them."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


async def _strip(cursor: Cursor, player: UUID) -> None:
    await NameReservations().release(cursor, player)
    await repository.strip(cursor, player)


TABLES = PersonalDataSource("tables", export_paged(repository.SEATS_PAGED), _strip)
SESSIONS = PersonalDataSource("sessions", export_all(_export_sessions), _erase_codes)
