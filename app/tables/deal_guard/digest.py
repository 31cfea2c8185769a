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
from engine.types import DealSource, ExplicitDeals, Json


def deal_digest(table: Table) -> bytes:
    """Returns a started game's digest; computes it if an older server has not stored it."""
    if table.deal is not None:
        return table.deal
    return source_digest(GAMES[table.game], len(table.seats), table.options, table.draws)


def record_deal_digest(record: Record) -> bytes:
    """Returns the digest of a valid record.

    Deals that a record states itself equal those of no table: a player could import guesses of hidden hands,
    and the refusal of one would tell that it is right.
    """
    if isinstance(record.draws, ExplicitDeals):
        return digest(record.game.key, record.seats, {"stated": record.draws.deals[0]})
    return source_digest(record.game, record.seats, record.options, record.draws)


def digest(game: str, seats: int, first_deal: Json) -> bytes:
    """Returns the SHA-256 of the first deal in the game's own JSON form."""
    written = json.dumps([game, seats, first_deal], sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).digest()


def source_digest(game: Game[Any], seats: int, options: Json, draws: DealSource) -> bytes:
    """Returns the digest of the first deal; of its source in games whose players choose what is dealt."""
    if deals := game.deals(game.start(seats, options, draws).state):
        return digest(game.key, seats, deals[0])
    return digest(game.key, seats, {"seed": draws.hex()} if isinstance(draws, bytes) else draws.deals[0])
