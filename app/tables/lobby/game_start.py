"""Starts the game of a table."""

from app.infra.database.query import Cursor
from app.players.accounts.names import random_bot_names
from app.tables.deal_guard import repository as deals
from app.tables.game.branch_repository import copy_branched_moves
from app.tables.game.repository import load_table
from app.tables.game.tables import Table
from app.tables.lobby import removals, repository
from app.tables.lobby.errors import DealsInPlay, NotEnoughPlayers


async def start_game(cursor: Cursor, table: Table) -> Table:
    """Starts the game: fills the empty seats with bots, and fixes names and salts.

    Raises NotEnoughPlayers, DealsInPlay.
    """
    if table.origin and table.deal:
        players = {table_seat.player for table_seat in table.seats if table_seat.player}
        if await deals.is_busy(cursor, players, table.deal, duplicate=table.origin.duplicate):
            raise DealsInPlay
    for seat, name in _bots_for_empty_seats(table):
        await repository.seat_bot(cursor, table, seat, name)
    await repository.start(cursor, await load_table(cursor, table.code))
    await removals.delete_temporary(cursor, table.id)
    if table.origin:
        await copy_branched_moves(cursor, table.id)
    return await load_table(cursor, table.code)


def _bots_for_empty_seats(table: Table) -> list[tuple[int, str]]:
    """Returns seat and bot name for each empty seat. Raises NotEnoughPlayers if the table takes no bots."""
    empty = [seat for seat, table_seat in enumerate(table.seats) if table_seat.player is None]
    if empty and not table.bots:
        raise NotEnoughPlayers
    return list(zip(empty, random_bot_names(table.names, len(empty)), strict=True))
