"""What the rooms of the house keep about a person: each tells it, and forgets it, by functions of its own."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.accounts import repository, roll
from app.statements import Cursor
from engine.types import Json

Tell = Callable[[Cursor, UUID], Awaitable[list[Json]]]
Forget = Callable[[Cursor, UUID], Awaitable[None]]


@dataclass(frozen=True)
class Keeper:
    """One kind of things that are kept. Records stay, without the name."""

    name: str  # in the file that people download
    tell: Tell
    forget: Forget


async def _tell_tables(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.seats_of(cursor, player)]


async def _tell_sessions(cursor: Cursor, player: UUID) -> list[Json]:
    rows = await roll.listed(cursor, player)
    return [{name: value for name, value in written(row).items() if name != "id"} for row in rows]


async def _forget_codes(cursor: Cursor, player: UUID) -> None:
    await roll.replace_codes(cursor, player, [])


def written(row: Any) -> Json:
    """Times as people and programs write them."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row._asdict().items()
    }


TABLES = Keeper("tables", _tell_tables, repository.strip)
SESSIONS = Keeper("sessions", _tell_sessions, _forget_codes)
