"""Moves that no seat makes: the server adds them to a record, so that the rules need no clock.

A game lists those that it knows in `Game.seatless_moves`.
"""

from dataclasses import dataclass, field
from typing import Literal

from engine.types import Move


@dataclass(frozen=True, slots=True)
class TimeUp(Move):
    """The time limit of the current step (`Game.time_limit`) has passed."""

    kind: Literal["time_up"] = field(default="time_up", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """A seat goes out of play."""

    kind: Literal["leave"] = field(default="leave", init=False, repr=False)
    seat: int


@dataclass(frozen=True, slots=True)
class Return(Move):
    """A seat that left comes back into play."""

    kind: Literal["return"] = field(default="return", init=False, repr=False)
    seat: int
