"""What a game takes over from another that is played on from one of its positions, or with its deals."""

from typing import NamedTuple

from engine.errors import GameIsOver, RecordError
from engine.record import Position, Record, replay
from engine.types import Json, Seat


class Start(NamedTuple):
    """In the record's form: rounds after these deals are dealt anew."""

    first_seat: Seat
    deals: tuple[Json, ...]
    moves: tuple[object, ...]


def play_on(record: Record, ply: int) -> Start:
    """The position after so many moves, with the deals up to the round under way.

    Raises RecordError if there is no such ply, GameIsOver where nothing is left to play.
    """
    for position in replay(record):
        if position.ply == ply:
            return _from(record, position)
    raise RecordError(f"the game has no {ply} moves")


def play_again(record: Record) -> Start:
    """The same game from its first move on, with all its deals."""
    *_, end = replay(record)
    return Start(record.game.first_seat(end.state), record.game.deals(end.state), ())


def _from(record: Record, position: Position) -> Start:
    game, state = record.game, position.state
    if position.abandoned or not game.to_act(state):
        raise GameIsOver
    return Start(game.first_seat(state), game.deals(state), record.moves[: position.ply])
