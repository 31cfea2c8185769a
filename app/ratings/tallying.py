"""What people made of finished games: taken from each record once, in the order in which they finished."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from app.play.endings import Ending
from app.play.position import Position
from app.play.tables import Chair, Table
from app.ratings import repository
from app.ratings.scale import Rating, after
from app.statements import Cursor
from engine.game import Tally


class Tallying(Ending):
    """A table's results and its mark come in one transaction: all or nothing, once."""

    mark, done = repository.MARK, "tallied"

    async def keep(self, cursor: Cursor, table: Table, position: Position) -> None:
        await keep(cursor, table, position.game.tally(position.state))


async def keep(cursor: Cursor, table: Table, tallies: Sequence[Tally]) -> None:
    """What everybody made of it, and, if it counts, what that tells of their skill."""
    made = enumerate(zip(table.chairs, tallies, strict=True))
    results = [(seat, player, tally) for seat, (chair, tally) in made if (player := _who_finished(chair))]
    await repository.add_results(cursor, table.id, table.game, results)
    if _counts(table) and table.finished_at:
        await _rate(cursor, table, [tally.place for tally in tallies], table.finished_at)


def _counts(table: Table) -> bool:
    """Only people, whom anybody could have met, and who had to move in time."""
    public = table.terms.visibility == "public" and table.terms.clock != "none"
    return public and len(table.people) == len(table.chairs)


def _who_finished(chair: Chair) -> UUID | None:
    """Nobody's: a bot's, a former player's, or one that the caretaker finished."""
    return chair.player if chair.name and not chair.caretaker else None


async def _rate(cursor: Cursor, table: Table, places: Sequence[int], finished_at: datetime) -> None:
    """A game that the caretaker finished for somebody counts for the others: they held that place."""
    known = [chair.player for chair in table.chairs if chair.player and chair.name]
    found = await repository.lock_ratings(cursor, known, table.game)
    before = [found.get(chair.player, Rating()) if chair.player else Rating() for chair in table.chairs]
    for chair, rating in zip(table.chairs, after(before, places), strict=True):
        if player := _who_finished(chair):
            await repository.rate(cursor, player, table.game, rating, finished_at)
