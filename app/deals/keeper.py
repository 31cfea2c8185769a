"""Which games a person has looked at, to take along and to forget; and what is not told just now."""

from collections.abc import AsyncIterator
from uuid import UUID

from app.accounts.keepers import Keeper, Tell, paged, written
from app.database import Database
from app.deals import repository
from app.deals.repository import closed_to
from app.paging import Paged
from engine.types import Json


def paged_unless_closed(rows: Paged) -> Tell:
    """Tells rows that have a `deal`, but later those whose deals this person plays again just now."""

    async def tell(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async for page in rows.pages(database, player=player):
            async with database.read() as cursor:
                closed = await closed_to(cursor, player)
            if told := [written(row) for row in page if row.pop("deal") not in closed]:
                yield told

    return tell


SEEN = Keeper("games_seen", paged(repository.SEEN_BY), repository.forget)
