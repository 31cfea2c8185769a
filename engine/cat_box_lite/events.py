"""The events of Cat Box Lite. All of them are public (L15)."""

from dataclasses import dataclass, field
from typing import Literal

from engine.cat_box_lite.deck import Color, Face
from engine.cat_box_lite.moves import Side
from engine.types import Event, Seat


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """L3-L6: the cards were dealt and the first one was laid."""

    kind: Literal["game_opened"] = field(default="game_opened", init=False, repr=False)
    start: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """L7-L9: a card was laid."""

    kind: Literal["placed"] = field(default="placed", init=False, repr=False)
    seat: Seat
    holder: Seat
    slot: int
    side: Side
    face: Face
    column: int
    row: int
    covers: str  # the symbols of the covered squares


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """L10: the seat whose card was played drew the pile's top card with this public side."""

    kind: Literal["drawn"] = field(default="drawn", init=False, repr=False)
    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """L11-L13: the game is over; the view has the details of the scores."""

    kind: Literal["game_over"] = field(default="game_over", init=False, repr=False)
    identities: tuple[Color, ...]  # by seat
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


LiteEvent = GameOpened | Placed | Drawn | GameOver
