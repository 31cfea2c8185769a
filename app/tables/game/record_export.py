"""Exports a finished table as a record (engine.record) that anybody can replay."""

from collections.abc import Sequence
from typing import Any

from app.tables.game.recorded_move import RecordedMove
from app.tables.game.tables import Table
from engine.record import ABANDON, ABANDONED, FORMAT, write_deals
from engine.registry import GAMES
from engine.shuffle import commitment
from engine.types import Json

FORMER_PLAYER_NAME = "?"  # a record has a name for each seat, also for deleted accounts


def write_record(table: Table, state: Any, moves: Sequence[RecordedMove]) -> Json:
    """Returns the record of a finished game, including seed or deals; `moves` led to `state`, its last state.

    `table` has to be freshly loaded: a cached position's table may have outdated names.
    """
    game = GAMES[table.game]
    abandoned = bool(moves) and moves[-1].move == ABANDON
    return {
        "format": FORMAT,
        "game": table.game,
        "options": table.options,
        "seats": [name or FORMER_PLAYER_NAME for name in table.names],
        "first_seat": game.first_seat(state),
        **_draws(table, state),
        "moves": [[row.seat, row.move] for row in moves],
        "result": ABANDONED if abandoned else game.result(state),
        "meta": {
            **_branched(table),
            "bots": {
                str(seat): table_seat.bot for seat, table_seat in enumerate(table.seats) if table_seat.bot
            },
            "started_at": table.started_at.isoformat() if table.started_at else None,
            "made_at": [row.made_at.isoformat() for row in moves],
            "caretaker": [ply for ply, row in enumerate(moves) if row.caretaker],
        },
    }


def _draws(table: Table, state: Any) -> Json:
    """Returns the seed with its fairness proof, or all deals if the game was branched."""
    if table.origin:
        return {"deals": write_deals(GAMES[table.game], state)}
    return {"seed": table.seed.hex(), "fairness": _fairness(table)}


def _branched(table: Table) -> Json:
    """Returns a branched game's source, and the fairness proof for rounds after the first `dealt`."""
    if table.origin is None:
        return {}
    origin, seed = table.origin, {"seed": table.seed.hex(), "fairness": _fairness(table)}
    return {"branched": {"from": origin.code, "ply": origin.ply, "dealt": len(origin.deals), **seed}}


def _fairness(table: Table) -> Json:
    return {
        "secret": table.secret.hex(),
        "table": table.seed_name,
        "salts": [seat.salt for seat in table.seats],
        "commitment": commitment(table.secret).hex(),
    }
