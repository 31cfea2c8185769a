"""Personal data by feature: each registers a source that exports and erases a player's data."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.paging import PagedQuery
from app.infra.database.query import Cursor
from engine.types import Json

Export = Callable[[Database, UUID], AsyncIterator[list[Json]]]  # yields pages of rows
Erase = Callable[[Cursor, UUID], Awaitable[None]]


@dataclass(frozen=True)
class PersonalDataSource:
    """One kind of stored personal data. Game records are kept without the player's name."""

    name: str  # the key in the exported JSON
    export: Export
    erase: Erase


def export_paged(
    rows: PagedQuery, whose: str = "player", convert: Callable[[Mapping[str, Any]], Json] | None = None
) -> Export:
    """Exports a paged query whose parameter `whose` is the player; `convert` maps each row to JSON."""

    async def export(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async for page in rows.pages(database, **{whose: player}):
            yield [*map(convert or serialize_row, page)]

    return export


def export_all(read: Callable[[Cursor, UUID], Awaitable[list[Json]]]) -> Export:
    """Exports data that is small for every player as a single page."""

    async def export(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async with database.read() as cursor:
            rows = await read(cursor, player)
        yield rows

    return export


def serialize_row(row: Mapping[str, Any]) -> Json:
    """Returns the row with times in ISO 8601."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
