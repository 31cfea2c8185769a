"""Personal data with codes of games: without those whose deals the player is replaying."""

from collections.abc import AsyncIterator
from uuid import UUID

from app.infra.database.engine import Database
from app.infra.database.paging import PagedQuery
from app.infra.personal_data import Export, PersonalDataSource, serialize_row
from app.players.accounts import repository as accounts
from app.players.accounts.personal_data import erase as erase_account
from app.players.ratings import repository as ratings
from app.tables.deal_guard import repository
from app.tables.deal_guard.repository import barred_among
from engine.types import Json


def paged_unless_barred(rows: PagedQuery, whose: str = "player") -> Export:
    """Exports rows with a `deal`, except those whose deals the player is replaying in a duplicate.

    The parameter `whose` of the query is the player.
    """

    async def export(database: Database, player: UUID) -> AsyncIterator[list[Json]]:
        async for page in rows.pages(database, **{whose: player}):
            async with database.read() as cursor:
                barred = await barred_among(cursor, player, (row["deal"] for row in page))
            if exported := [serialize_row(row) for row in page if row.pop("deal") not in barred]:
                yield exported

    return export


TABLES = PersonalDataSource("tables", paged_unless_barred(accounts.SEATS_PAGED), erase_account)
RATING_CHANGES = PersonalDataSource(
    "rating_changes", paged_unless_barred(ratings.CHANGES_PAGED), ratings.erase_changes
)
SEEN = PersonalDataSource("games_seen", paged_unless_barred(repository.SEEN_BY), repository.erase)
