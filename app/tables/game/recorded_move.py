"""A move as the record of a table has it."""

from datetime import datetime
from typing import NamedTuple

from engine.types import Json


class RecordedMove(NamedTuple):
    """A move in the order accepted, from a row of `moves` or from a packed game."""

    seq: int  # the version that it made, from 1
    seat: int | None  # None: of no seat, as when the game was abandoned
    move: Json
    move_id: str
    made_at: datetime
    caretaker: bool
