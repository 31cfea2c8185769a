"""Personal data of friends, results and ratings."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from app.infra.database.query import Cursor
from app.infra.personal_data import PersonalDataSource, export_all, export_paged
from app.players.friends import repository as friends
from app.players.ratings import repository as ratings
from engine.types import Json


async def _export_ratings(cursor: Cursor, player: UUID) -> list[Json]:
    return [row._asdict() for row in await ratings.ratings_of(cursor, player)]


def _write_result(row: Mapping[str, Any]) -> Json:
    return ratings.named_result(row)._asdict()


PERSONAL_DATA = (
    PersonalDataSource("company", export_paged(friends.CONTACTS_PAGED, "me"), friends.erase),
    PersonalDataSource(
        "results", export_paged(ratings.RESULTS_PAGED, convert=_write_result), ratings.erase_results
    ),
    PersonalDataSource("ratings", export_all(_export_ratings), ratings.erase_ratings),
)
