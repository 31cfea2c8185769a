"""What a person's shelf holds, to take along and to forget."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.imports import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.all_of(cursor, player)]


IMPORTS = Keeper("imports", _tell, repository.forget)
