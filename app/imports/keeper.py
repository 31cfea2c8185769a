"""What a person's shelf holds, to take along and to forget."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.deals.repository import closed_to
from app.imports import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    """Later those whose deals this person plays again just now."""
    closed = await closed_to(cursor, player)
    rows = [row for row in await repository.all_of(cursor, player) if row.deal not in closed]
    return [{name: part for name, part in written(row).items() if name != "deal"} for row in rows]


IMPORTS = Keeper("imports", _tell, repository.forget)
