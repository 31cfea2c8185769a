"""Limits on the number of pauses, and in rated real-time games on their length, too."""

from math import inf

from app.infra.database.engine import Database
from app.tables.game.repository import count_change
from app.tables.game.tables import Table
from app.tables.lobby.repository import lock_table
from app.tables.timekeeping import repository
from engine.types import Seat

MAX_PAUSE_S = 300.0
MAX_PAUSES_PER_PLAYER, MAX_PAUSES_PER_GAME = 2, 4  # of rated real-time games: requested; held
MAX_PAUSES = 100  # of any other game: all of them are read with the table


def has_limited_pauses(table: Table) -> bool:
    """Returns whether pauses are few and short; elsewhere a losing player gains nothing by pausing."""
    return table.rated and not table.is_turn_based


def may_request_pause(table: Table, seat: Seat) -> bool:
    """Returns whether this player may request another pause."""
    held = len(table.timing.pauses)
    if not has_limited_pauses(table):
        return held < MAX_PAUSES
    return table.seats[seat].pauses < MAX_PAUSES_PER_PLAYER and held < MAX_PAUSES_PER_GAME


def pause_ends_at(table: Table) -> float:
    """Returns when the current pause ends automatically; infinite if there is none or only a vote ends it."""
    if not table.timing.paused or not has_limited_pauses(table):
        return inf
    since, _ = table.timing.pauses[-1]
    return since + MAX_PAUSE_S


async def end_pause_if_due(database: Database, code: str, now: float) -> None:
    """Ends the pause if its time is up and it has not been ended meanwhile. Raises TableNotFound."""
    async with database.write() as cursor:
        table = await lock_table(cursor, code)
        if table.status == "playing" and pause_ends_at(table) <= now:
            await repository.set_time(cursor, table.id, table.settings, table.timing.resume(now))
            await repository.drop_votes(cursor, table.id, [None])
            await count_change(cursor, table.id)
