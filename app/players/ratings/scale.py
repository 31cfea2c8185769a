"""The rating scale: openskill's Plackett-Luce model, and points for display."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
BASE_POINTS, POINTS_PER_UNIT = 1000, 40  # points of a new player, and points per unit of skill
SIGMAS = 3  # points are computed this many sigmas below mu, a conservative estimate
PROVISIONAL_GAMES = 10  # a rating with fewer is provisional


class Rating(NamedTuple):
    """Estimated skill (mu) and its uncertainty (sigma)."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def points(self) -> int:
        """Returns the displayed points; new players have BASE_POINTS."""
        return round(BASE_POINTS + POINTS_PER_UNIT * self._skill)

    def no_better_than(self, before: "Rating") -> "Rating":
        """Returns this rating unless it exceeds `before`, for a player who may not gain from a game."""
        return before if self.mu > before.mu or self._skill > before._skill else self

    def no_worse_than(self, before: "Rating") -> "Rating":
        """Returns this rating unless it is below `before`, for a player who may not lose from a game."""
        return before if self.mu < before.mu or self._skill < before._skill else self

    @property
    def _skill(self) -> float:
        """The unrounded basis of the points."""
        return self.mu - SIGMAS * self.sigma


def updated_ratings(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Returns the ratings after a game, by seat; equal places count as a draw."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for [one] in rated]
