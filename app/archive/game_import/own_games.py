"""Finds the game of this server that an uploaded record describes, among those of the uploading player."""

from uuid import UUID

from sqlalchemy import bindparam, select

from app.archive.game_import.reading import ValidatedRecord
from app.infra.database.query import Cursor, ValueQuery
from app.infra.database.schema import SEATS, TABLES
from app.tables.errors import DamagedGame
from app.tables.game.move_repository import moves_after
from app.tables.game.repository import load_tables
from app.tables.game.tables import Table

MAX_CANDIDATES = 10  # the original has a lower id than games that repeat its deals

GAMES_WITH_DEAL = ValueQuery[str](
    select(TABLES.c.code)
    .join(SEATS, SEATS.c.table_id == TABLES.c.id)
    .where(
        TABLES.c.deal == bindparam("deal"),
        TABLES.c.status.in_(("finished", "abandoned")),
        SEATS.c.player_id == bindparam("player"),
    )
    .order_by(TABLES.c.id)
    .limit(MAX_CANDIDATES)
)


async def find_own_game(cursor: Cursor, player: UUID, validated: ValidatedRecord) -> Table | None:
    """Returns the player's finished game with this seed, these options and these moves, or None.

    A game is found once it is in the history, moments after its end. Names are not compared: those of
    deleted accounts are no longer stored.
    """
    codes = await cursor.fetch_all(GAMES_WITH_DEAL, player=player, deal=validated.deal)
    for table in await load_tables(cursor, codes):
        if _has_same_start(table, validated) and await _has_same_moves(cursor, table, validated):
            return table
    return None


def _has_same_start(table: Table, validated: ValidatedRecord) -> bool:
    record = validated.record
    if (table.game, table.options) != (record["game"], record["options"]):
        return False
    return table.origin is None and table.seed.hex() == record.get("seed")


async def _has_same_moves(cursor: Cursor, table: Table, validated: ValidatedRecord) -> bool:
    try:
        moves = await moves_after(cursor, table.id, 0)
    except DamagedGame:
        return False
    is_same: bool = [[move.seat, move.move] for move in moves] == validated.record["moves"]
    return is_same
