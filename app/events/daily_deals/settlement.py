"""Settles tries: stores the final score of each whose game is over and in the history."""

from datetime import date
from typing import Any

from app.events.daily_deals import repository
from app.events.daily_deals.deals import reveal_time
from app.events.daily_deals.repository import EndedTry
from app.events.daily_deals.service import PLAYER_SEAT
from app.infra.database.engine import Database


async def settle_ended(database: Database, first: date, last: date) -> None:
    """Settles tries of these days, both included."""
    async with database.read() as cursor:
        rows = await repository.ended(cursor, first, last)
    if rows:
        async with database.write() as cursor:
            await repository.settle(cursor, [final_columns(row) for row in rows])


def final_columns(row: EndedTry) -> dict[str, Any]:
    """Returns the columns of a settled try; guests and games that ended after the reveal are not ranked."""
    score = row.result[PLAYER_SEAT][0] if row.result else None
    is_ranked = row.account and score is not None and row.finished_at < reveal_time(row.day)
    substituted = row.bot_fell_back or PLAYER_SEAT in (row.substituted or ())
    return {"of_try": row.id, "score": score, "ranked": is_ranked, "substituted": substituted}
