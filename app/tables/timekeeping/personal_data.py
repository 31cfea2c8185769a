"""What a person said of their days, to take along and to forget."""

from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.personal_data import PersonalDataSource, export_all
from app.tables.time_control.availability import ALWAYS_AVAILABLE
from app.tables.timekeeping import repository
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    habits = await repository.habits_of(cursor, player)
    return [] if habits == ALWAYS_AVAILABLE else [habits.model_dump(mode="json")]


async def _forget(cursor: Cursor, player: UUID) -> None:
    await repository.set_habits(cursor, player, ALWAYS_AVAILABLE)


DAYS = PersonalDataSource("days", export_all(_tell), _forget)
