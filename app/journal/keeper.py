"""What this room keeps about a person."""

from uuid import UUID

from app.accounts.keepers import Keeper, written
from app.deals.repository import closed_to
from app.journal import repository
from app.statements import Cursor
from engine.types import Json


async def _tell(cursor: Cursor, player: UUID) -> list[Json]:
    """Later those at games whose deals this person plays again just now."""
    closed = await closed_to(cursor, player)
    rows = [row for row in await repository.written_by(cursor, player) if row.deal not in closed]
    return [{name: part for name, part in written(row).items() if name != "deal"} for row in rows]


NOTES = Keeper("notes", _tell, repository.forget)
