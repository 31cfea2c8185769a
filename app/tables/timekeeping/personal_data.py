"""Personal data of timekeeping: a player's availability."""

from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.personal_data import PersonalDataSource, export_all
from app.tables.time_control.availability import ALWAYS_AVAILABLE
from app.tables.timekeeping import repository
from engine.types import Json


async def _export(cursor: Cursor, player: UUID) -> list[Json]:
    availability = await repository.availability_of(cursor, player)
    return [] if availability == ALWAYS_AVAILABLE else [availability.model_dump(mode="json")]


async def _erase(cursor: Cursor, player: UUID) -> None:
    await repository.set_availability(cursor, player, ALWAYS_AVAILABLE)


DAYS = PersonalDataSource("days", export_all(_export), _erase)
