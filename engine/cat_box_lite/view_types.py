"""The shape of what one seat may see (L15): objects keyed by name, what is unknown is left out.

A *face* is written as its four squares clockwise from the upper left, in letters: black, white, gray, orange
cat, x an empty box. A *place* is a column and a row, "-1,2"; a card's is that of its upper left square. Keys
that are seats or numbers are written as text ("0"), because JSON has no other keys.
"""

from dataclasses import dataclass
from typing import Literal

from engine.cat_box_lite.deck import Color, Face
from engine.types import Seat, ViewPart

Place = str


@dataclass(frozen=True, slots=True)
class LaidCard(ViewPart):
    """A card on the table; it hides what lies under it."""

    face: Face
    column: int  # of its upper left square
    row: int
    seat: Seat | None = None  # who laid it; nobody the first one


@dataclass(frozen=True, slots=True)
class Legal(ViewPart):
    """What this seat may do now (L16)."""

    faces: dict[Face, int]  # that it may play: how many squares each may cover
    places: dict[Place, str]  # what a card there covers, in letters


@dataclass(frozen=True, slots=True)
class ColorScore(ViewPart):
    """What a color makes of the play area (L12)."""

    cats: int  # visible ones
    group: tuple[Place, ...]  # the squares of its largest group, row by row
    points: int  # the sum


@dataclass(frozen=True, slots=True)
class ResultView(ViewPart):
    """The end of the game (L12, L13)."""

    identities: tuple[Color, ...]  # by seat
    colors: dict[Color, ColorScore]  # of every color, for show (L14)
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PrivateView(ViewPart):
    """What a seat sees that nobody else does."""

    identity: Color
    backs: tuple[Face, ...]  # the private sides of its hand, by slot
    legal: Legal | None  # only while this seat is to act


@dataclass(slots=True)
class View(ViewPart):
    """Everything one seat, or a spectator, may see. Identity, backs and legal are a seat's alone (Own)."""

    game: Literal["cat-box-lite"]
    seats: int
    start: Seat  # began (L6)
    turns: int  # of a game
    turn: int  # turns that were taken
    to_act: tuple[Seat, ...]
    laid: dict[str, LaidCard]  # by number, from the first one on
    hands: dict[str, tuple[Face, ...]]  # by seat: the public sides, by slot
    pile: int  # cards left to draw
    top: Face | None = None  # the public side of the next one
    result: ResultView | None = None
    identity: Color | None = None
    backs: tuple[Face, ...] | None = None
    legal: Legal | None = None
