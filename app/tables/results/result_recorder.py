"""Records players' results and ratings of finished games, once and in the order in which they finished."""

from collections.abc import Sequence, Set
from uuid import UUID

from app.infra.database.models.table import TO_TALLY
from app.infra.database.query import Cursor
from app.infra.database.schema import TABLES
from app.players.ratings import repository
from app.players.ratings.repository import SeatRatingChange
from app.players.ratings.scale import Rating, updated_ratings
from app.tables.game.position import Position
from app.tables.game.tables import Table
from app.tables.results.markers import ProcessedMarker
from app.tables.results.processor import FinishedGameStep
from engine.game import SeatResult
from engine.types import Seat


class ResultRecorder(FinishedGameStep):
    """The step that records results and ratings."""

    marker, label = ProcessedMarker(TO_TALLY, TABLES.c.tallied_at, TABLES.c.tally_again_at), "tallied"

    async def record(self, cursor: Cursor, table: Table, position: Position) -> None:
        """Stores the results and ratings of a game that has ended, also by vote."""
        game, state = position.game, position.state
        if position.has_result:
            await record_results(cursor, table, game.seat_results(state), position.seats_with_caretaker_moves)
        elif (places := game.places(state)) and not table.closed_reason:
            await record_stopped_game(cursor, table, places, position.seats_with_caretaker_moves)


async def record_results(
    cursor: Cursor, table: Table, seat_results: Sequence[SeatResult], caretaker_seats: Set[Seat]
) -> None:
    """Records all seats' results of a finished game and, if it is rated, the new ratings."""
    results = [
        (seat, player, result)
        for seat, result in enumerate(seat_results)
        if (player := _credited_player(table, Seat(seat), result, caretaker_seats))
    ]
    await repository.add_results(cursor, table.id, table.game, results)
    everybody = frozenset(table.player_seats)
    places = [result.place for result in seat_results]
    await _rate(cursor, table, places, gains=everybody - caretaker_seats, loses=everybody)


async def record_stopped_game(
    cursor: Cursor, table: Table, places: Sequence[int], caretaker_seats: Set[Seat]
) -> None:
    """Rates a game ended by vote or by seats that left: those who voted for it, were absent or left cannot
    gain, nor can seats with moves of the caretaker; others cannot lose.
    """
    stopped = table.stopped_by or frozenset()
    overruled = frozenset(table.player_seats) - stopped
    await _rate(cursor, table, places, gains=overruled - caretaker_seats, loses=stopped)


def _credited_player(table: Table, seat: Seat, result: SeatResult, caretaker_seats: Set[Seat]) -> UUID | None:
    """Returns the player whose statistics a result counts for.

    None for bots and deleted accounts; in rated games for a win in which the caretaker made some of the
    moves; in others for a seat that the caretaker has at the end.
    """
    table_seat = table.seats[seat]
    if not table_seat.name:
        return None
    if table.rated:
        return None if seat in caretaker_seats and result.place == 1 else table_seat.player
    return None if table_seat.caretaker else table_seat.player


async def _rate(
    cursor: Cursor, table: Table, places: Sequence[int], *, gains: Set[Seat], loses: Set[Seat]
) -> None:
    """Rates each seat by its final place; only seats in `gains` may gain, and only those in `loses` lose."""
    if not table.rated or not table.finished_at:
        return
    players = {
        Seat(seat): table_seat.player
        for seat, table_seat in enumerate(table.seats)
        if table_seat.player and table_seat.name
    }
    found = await repository.lock_ratings(cursor, list(players.values()), table.game)
    before = [
        found.get(table_seat.player, Rating()) if table_seat.player else Rating()
        for table_seat in table.seats
    ]
    updated, changes = updated_ratings(before, places), []
    for seat, player in players.items():
        rating = updated[seat] if seat in gains else updated[seat].no_better_than(before[seat])
        rating = rating if seat in loses else rating.no_worse_than(before[seat])
        await repository.rate(cursor, player, table.game, rating, table.finished_at)
        changes.append(SeatRatingChange(seat, player, before[seat].points, rating.points))
    await repository.add_changes(cursor, table.id, changes)
