"""What this room keeps about a person."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.journal import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.written_by(cursor, player)]


NOTES = Keeper("notes", _tell, repository.forget)
