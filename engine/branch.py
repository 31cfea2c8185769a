"""What a game takes over from another that is played on from one of its positions, or with its deals."""

from typing import NamedTuple

from engine.errors import GameIsOver
from engine.record import Position, Record
from engine.types import Json, Seat


class Start(NamedTuple):
    """In the record's form: rounds after these deals are dealt anew."""

    first_seat: Seat
    deals: tuple[Json, ...]
    moves: tuple[object, ...]


def play_on(record: Record, position: Position) -> Start:
    """From one of its positions, with the deals up to the round under way.

    Raises GameIsOver where nothing is left to play.
    """
    game, state = record.game, position.state
    if position.abandoned or not game.to_act(state):
        raise GameIsOver
    return Start(game.first_seat(state), game.deals(state), record.moves[: position.ply])


def play_again(record: Record, end: Position) -> Start:
    """The same game from its first move on, with all the deals that it had at its end."""
    return Start(record.game.first_seat(end.state), record.game.deals(end.state), ())
