"""What this room keeps about a person."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.problems import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    rows = [written(row) for row in await repository.reported_by(cursor, player)]
    return [{**row, "problem": row["problem"]["page"]} for row in rows]


PROBLEMS = Keeper("problems", _tell, repository.forget)
