"""Digests of games' first deals: games with the same digest share their deals.

A game that takes over deals always takes the first, so later rounds need not be compared.
"""

import json
from hashlib import sha256
from typing import Any

from app.tables.game.tables import Table
from engine.game import Game
from engine.record import Record
from engine.registry import GAMES
from engine.types import Json


def deal_digest(table: Table) -> bytes:
    """Returns a started game's digest; computes it if an older server has not stored it."""
    if table.deal is not None:
        return table.deal
    game, seats = GAMES[table.game], len(table.seats)
    return _state_digest(game, seats, game.start(seats, table.options, table.draws).state)


def record_deal_digest(record: Record) -> bytes:
    """Returns the digest of a valid record."""
    game, seats = record.game, record.seats
    return _state_digest(game, seats, game.start(seats, record.options, record.draws).state)


def digest(game: str, seats: int, first_deal: Json) -> bytes:
    """Returns the SHA-256 of the first deal in the game's own JSON form."""
    written = json.dumps([game, seats, first_deal], sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).digest()


def _state_digest(game: Game[Any], seats: int, state: Any) -> bytes:
    return digest(game.key, seats, game.deals(state)[0])
