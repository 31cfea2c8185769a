"""What the play area is worth to each color (L12), and who wins (L13)."""

from typing import NamedTuple

from engine.cat_box_lite.board import NEIGHBORS, Area
from engine.cat_box_lite.deck import COLORS, Color
from engine.cat_box_lite.state import State
from engine.groups import largest_group
from engine.types import Seat


class Score(NamedTuple):
    """What one color makes of the play area."""

    cats: int  # visible ones
    group: int  # the squares of its largest group

    @property
    def points(self) -> int:
        """L12."""
        return self.cats + self.group.bit_count()


class Result(NamedTuple):
    """The end of a game (L13)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def score(cats: int) -> Score:
    """L12: of one color, from the squares that show it."""
    return Score(cats.bit_count(), largest_group(cats, NEIGHBORS))


def score_all(area: Area) -> dict[Color, Score]:
    """L12, L14: every color's, whether a seat holds it or not."""
    return {color: score(cats) for color, cats in zip(COLORS, area, strict=False)}  # boxes score for nobody


def result(state: State) -> Result:
    """L13: the highest score wins, equal ones together."""
    of = score_all(state.area)
    scores = tuple(of[color].points for color in state.identities)
    return Result(scores, tuple(Seat(seat) for seat, points in enumerate(scores) if points == max(scores)))
