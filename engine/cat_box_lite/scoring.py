"""The scores of the colors (L12) and the winners (L13)."""

from typing import NamedTuple

from engine.cat_box_lite.board import NEIGHBORS, Area
from engine.cat_box_lite.deck import COLORS, Color
from engine.cat_box_lite.state import State
from engine.groups import largest_group
from engine.types import Seat


class Score(NamedTuple):
    """The score of one color."""

    cats: int  # number of visible cats
    group: int  # the squares of its largest group

    @property
    def points(self) -> int:
        """Visible cats plus the size of the largest group (L12)."""
        return self.cats + self.group.bit_count()


class Result(NamedTuple):
    """The end of a game (L13)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def score(cats: int) -> Score:
    """Scores one color by the squares that show it (L12)."""
    return Score(cats.bit_count(), largest_group(cats, NEIGHBORS))


def score_all(area: Area) -> dict[Color, Score]:
    """Scores every color, including those that no seat has (L12, L14)."""
    return {color: score(cats) for color, cats in zip(COLORS, area, strict=False)}  # without boxes


def result(state: State) -> Result:
    """Returns scores and winners: all seats with the highest score (L13)."""
    of = score_all(state.area)
    scores = tuple(of[color].points for color in state.identities)
    return Result(scores, tuple(Seat(seat) for seat, points in enumerate(scores) if points == max(scores)))
