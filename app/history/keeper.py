"""What lists of games know about a person, to take along and to forget."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.history import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.parts_of(cursor, player)]


PLAYED = Keeper("played", _tell, repository.forget)
