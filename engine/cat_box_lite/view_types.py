"""The types of views (L15). Fields that are None are left out of the JSON.

A *face* is given by the letters of its squares clockwise from the upper left: b, w, g, o for a black, white,
gray, orange cat, x for an empty box. A *place* is the column and row of a card's upper left square, "-1,2".
Numbers as keys are strings ("0"), as JSON requires.
"""

from dataclasses import dataclass
from typing import Literal

from engine.cat_box_lite.deck import Color, Face
from engine.types import Seat, ViewPart

Place = str


@dataclass(frozen=True, slots=True)
class LaidCard(ViewPart):
    """A card on the table; it hides what is under it."""

    face: Face
    column: int  # of its upper left square
    row: int
    seat: Seat | None = None  # that laid it; None for the first one


@dataclass(frozen=True, slots=True)
class Legal(ViewPart):
    """The legal moves of this seat (L16)."""

    faces: dict[Face, int]  # playable faces: how many squares each may cover
    places: dict[Place, str]  # legal places: the symbols that a card there covers


@dataclass(frozen=True, slots=True)
class ColorScore(ViewPart):
    """The score of a color (L12)."""

    cats: int  # number of visible cats
    group: tuple[Place, ...]  # the squares of its largest group, row by row
    points: int  # the sum


@dataclass(frozen=True, slots=True)
class ResultView(ViewPart):
    """The end of the game (L12, L13)."""

    identities: tuple[Color, ...]  # by seat
    colors: dict[Color, ColorScore]  # of every color, including those without a seat (L14)
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PrivateView(ViewPart):
    """The fields of a view that only its seat gets."""

    identity: Color
    backs: tuple[Face, ...]  # the private sides of its hand, by slot
    legal: Legal | None  # only while this seat is to act


@dataclass(slots=True)
class View(ViewPart):
    """Everything a seat or a spectator may see; a seat's identity, backs and legal are in its PrivateView."""

    game: Literal["cat-box-lite"]
    seats: int
    start: Seat  # the first seat (L6)
    turns: int  # in a whole game
    turn: int  # turns taken
    to_act: tuple[Seat, ...]
    laid: dict[str, LaidCard]  # by number, from the first one on
    hands: dict[str, tuple[Face, ...]]  # by seat: the public sides, by slot
    pile: int  # cards left to draw
    top: Face | None = None  # the public side of the next card
    result: ResultView | None = None
    identity: Color | None = None
    backs: tuple[Face, ...] | None = None
    legal: Legal | None = None
