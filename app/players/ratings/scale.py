"""How well people play, by openskill (Plackett-Luce): what a game tells of those who played it."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
BASE_POINTS, POINTS_PER_UNIT = 1000, 40  # points of somebody of whom nothing is known, and a unit of skill
SIGMAS = 3  # so many sigmas below what we think people rather play better than worse
PROVISIONAL_GAMES = 10  # up to then a rating is provisional


class Rating(NamedTuple):
    """What is thought of somebody's skill, and how far it may be off."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def points(self) -> int:
        """For people to read; it starts at ZERO."""
        return round(BASE_POINTS + POINTS_PER_UNIT * self._worth)

    def no_better_than(self, before: "Rating") -> "Rating":
        """What came of a game by which somebody may only lose."""
        return before if self.mu > before.mu or self._worth > before._worth else self

    def no_worse_than(self, before: "Rating") -> "Rating":
        """What came of a game by which somebody may only gain."""
        return before if self.mu < before.mu or self._worth < before._worth else self

    @property
    def _worth(self) -> float:
        """What the points are rounded from."""
        return self.mu - SIGMAS * self.sigma


def updated_ratings(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """By seat what is thought after a game that ended so; whoever shares a place was equally good."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for [one] in rated]
