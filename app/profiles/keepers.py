"""What these rooms keep about a person, to take along and to forget."""

from uuid import UUID

from app.accounts.keepers import Keeper
from app.company import repository as company
from app.ratings import repository as ratings
from app.statements import Cursor
from engine.types import Json

ALL = 1_000_000


async def _tell_company(cursor: Cursor, player: UUID) -> list[Json]:
    return [row._asdict() for row in await company.circle(cursor, player, ALL)]


async def _tell_results(cursor: Cursor, player: UUID) -> list[Json]:
    return [row._asdict() for row in await ratings.results_of(cursor, player, ALL)]


async def _tell_ratings(cursor: Cursor, player: UUID) -> list[Json]:
    return [row._asdict() for row in await ratings.ratings_of(cursor, player)]


KEEPERS = (
    Keeper("company", _tell_company, company.forget),
    Keeper("results", _tell_results, ratings.forget_results),
    Keeper("ratings", _tell_ratings, ratings.forget_ratings),
)
