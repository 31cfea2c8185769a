"""Personal data of the deal guard: the games a player has seen."""

from collections.abc import AsyncIterator
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.paging import PagedQuery
from app.infra.personal_data import Export, PersonalDataSource, export_paged, serialize_row
from app.tables.deal_guard import repository
from app.tables.deal_guard.repository import barred_among
from engine.types import Json


def paged_unless_barred(rows: PagedQuery) -> Export:
    """Exports rows with a `deal`, except those whose deals the player is replaying in a duplicate."""

    async def export(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async for page in rows.pages(database, player=player):
            async with database.read() as cursor:
                barred = await barred_among(cursor, player, (row["deal"] for row in page))
            if exported := [serialize_row(row) for row in page if row.pop("deal") not in barred]:
                yield exported

    return export


SEEN = PersonalDataSource("games_seen", export_paged(repository.SEEN_BY), repository.erase)
