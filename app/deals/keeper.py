"""Which games a person has looked at, to take along and to forget."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.deals import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    return [written(row) for row in await repository.seen_by(cursor, player)]


SEEN = Keeper("games_seen", _tell, repository.forget)
