"""The beginning of a game that branches off from another game's record."""

from typing import NamedTuple

from engine.errors import GameIsOver
from engine.record import Record, ReplayPosition
from engine.types import Json, Seat


class BranchStart(NamedTuple):
    """What the new game takes over, in the record's form; later rounds get new deals."""

    first_seat: Seat
    deals: tuple[Json, ...]
    moves: tuple[object, ...]


def branch_from(record: Record, position: ReplayPosition) -> BranchStart:
    """Returns a start from a position of the record, with the deals up to its current round.

    Raises GameIsOver if the game ends with this position.
    """
    game, state = record.game, position.state
    if position.abandoned or not game.to_act(state):
        raise GameIsOver
    return BranchStart(game.first_seat(state), game.deals(state), record.moves[: position.ply])


def branch_from_start(record: Record, end: ReplayPosition) -> BranchStart:
    """Returns a start from the first move, with all deals of the record; `end` is its last position."""
    return BranchStart(record.game.first_seat(end.state), record.game.deals(end.state), ())
