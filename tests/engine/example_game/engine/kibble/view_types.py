"""The views of Kibble."""

from dataclasses import dataclass
from typing import Literal

from engine.types import Seat, ViewPart


@dataclass(frozen=True, slots=True)
class PrivateView(ViewPart):
    """The fields of a view that only its seat gets."""

    legal: tuple[int, ...] | None  # K2: numbers of pieces; only while the seat is to act


@dataclass(frozen=True, slots=True)
class View(ViewPart):
    """Everything that a seat or a spectator may see."""

    game: Literal["kibble"]
    seats: int
    to_act: tuple[Seat, ...]
    turn: int  # moves made so far
    heap: int  # pieces left
    eaten: tuple[int, ...]  # by seat
    winner: Seat | None = None  # K3
    legal: tuple[int, ...] | None = None
