"""Analyses of finished games, by those games that bring one (`GameEntry.analysis`)."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from engine.entry import PlayedMove
from engine.moves import parse_move
from engine.record import Record, replay
from engine.registry import ENTRIES
from engine.types import Json, Seat


def examine(record: Record) -> list[Json]:
    """Returns one object per finding, in order; an empty list for a game without an analysis.

    Raises what `replay` raises.
    """
    analysis = ENTRIES[record.game.key].analysis
    return [asdict(finding) for finding in analysis(list(_played_moves(record)))] if analysis else []


def _played_moves(record: Record) -> Iterator[PlayedMove[Any]]:
    written: Any
    for position, written in zip(replay(record), record.moves, strict=False):
        seat, move = written
        if seat is not None:  # else the game was abandoned
            yield PlayedMove(position.state, Seat(seat), parse_move(move, record.game.move_types))
