"""Adds finished games to the history."""

from app.archive.history import repository
from app.infra.database.query import Cursor
from app.tables.deal_guard.digest import deal_digest
from app.tables.deal_guard.repository import set_deal
from app.tables.game.position import Position
from app.tables.game.tables import Table
from app.tables.results.processor import FinishedGameStep


class HistoryRecorder(FinishedGameStep):
    """Records each game once, including abandoned ones, which only their players can find."""

    marker, label = repository.MARK, "listed"

    async def record(self, cursor: Cursor, table: Table, position: Position) -> None:
        """Stores the rows of a finished game in the lists of games, one for each player."""
        game = {
            "table_id": table.id,
            "game": table.game,
            "listed": is_listed(table),
            "finished_at": table.finished_at,
        }
        people = [seat.player for seat in table.seats if seat.player and seat.name]
        moves = sum(choice.seat is not None for choice in position.choices)
        game_columns = {
            "moves": moves,
            "result": _result(position),
            "substituted": sorted(position.seats_with_caretaker_moves),
        }
        await repository.add(cursor, game, people, game_columns)
        await set_deal(cursor, table.id, deal_digest(table))


def is_listed(table: Table) -> bool:
    """Returns whether the game appears in public lists: it is finished, public and open to spectators.

    Games with given deals, as those of nights, are not.
    """
    settings = table.settings
    is_public = settings.visibility == "public" and settings.watching != "nobody"
    return table.status == "finished" and is_public and table.origin is None


def _result(position: Position) -> list[list[int]]:
    if not position.has_result:
        return []
    return [[result.score, result.place] for result in position.game.seat_results(position.state)]
