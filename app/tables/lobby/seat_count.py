"""Changes the number of seats of a table that has not started, and which bot fills the empty ones."""

from sqlalchemy import bindparam, delete, update

from app.core.errors import Malformed
from app.infra.database.query import Command, Cursor, parameters
from app.infra.database.schema import SEATS, TABLES
from app.tables.game.repository import count_change
from app.tables.game.tables import Table
from app.tables.lobby.errors import SeatTaken
from app.tables.lobby.repository import NOBODY_READY, add_seats
from engine.errors import RecordError
from engine.registry import ENTRIES, GAMES
from engine.types import Json

_of_table = SEATS.c.table_id == bindparam("table")

REMOVE_SEATS = Command(delete(SEATS).where(_of_table, SEATS.c.seat.in_(bindparam("removed", expanding=True))))
MOVE_SEAT = Command(
    update(SEATS).where(_of_table, SEATS.c.seat == bindparam("number")).values(**parameters("seat"))
)
SET_OPTIONS = Command(
    update(TABLES).where(TABLES.c.id == bindparam("table")).values(**parameters("options", "bots"))
)


def complete_options(key: str, options: Json, seats: int, bots: str) -> Json:
    """Returns a game's options with defaults. Raises Malformed for an unknown game, size, option or bot."""
    game = GAMES.get(key)
    if game is None or seats not in game.seat_counts or bots not in ("", *ENTRIES[key].bots):
        raise Malformed
    try:
        return game.options(options, seats)
    except RecordError:
        raise Malformed from None


async def store_seats(cursor: Cursor, table: Table, seats: int, bots: str) -> None:
    """Gives the table so many seats, and this bot for the empty ones; everybody has to be ready again.

    The last empty seats are removed; players after them move up and keep their salts. Options stay, but
    defaults follow the number of seats.

    Raises Malformed if the game does not allow it or the table plays the deals of another one, SeatTaken if
    there are more players than seats.
    """
    if seats != len(table.seats) and (table.origin or table.deal_name):
        raise Malformed
    options = complete_options(table.game, _options_for(table, seats), seats, bots)
    if seats < len(table.player_seats):
        raise SeatTaken
    empty = [number for number, seat in enumerate(table.seats) if seat.player is None]
    await _remove_seats(cursor, table, empty[len(empty) - max(0, len(table.seats) - seats) :])
    await add_seats(cursor, table.id, range(len(table.seats), seats))
    await cursor.execute(SET_OPTIONS, table=table.id, options=options, bots=bots)
    await cursor.execute(NOBODY_READY, table=table.id)
    await count_change(cursor, table.id)


def _options_for(table: Table, seats: int) -> Json:
    """Returns the options to keep, without those whose values depend on the number of seats."""
    if seats == len(table.seats):
        return table.options
    game = GAMES[table.game]
    usual = {name: option.defaults.get(len(table.seats)) for name, option in game.listed_options.items()}
    return {
        name: value
        for name, value in table.options.items()
        if name not in game.seat_options and (name not in usual or value != usual[name])
    }


async def _remove_seats(cursor: Cursor, table: Table, removed: list[int]) -> None:
    await cursor.execute(REMOVE_SEATS, table=table.id, removed=removed)
    kept = [number for number in range(len(table.seats)) if number not in removed]
    moved = [
        {"table": table.id, "number": number, "seat": seat}
        for seat, number in enumerate(kept)
        if number != seat
    ]
    await cursor.execute_many(MOVE_SEAT, moved)
