"""A player's public profile."""

from app.core.schemas import StrictModel
from app.players.friends.schemas import Relationship


class RatingInfo(StrictModel):
    """The player's rating in one game."""

    points: int
    games: int  # rated ones
    provisional: bool  # based on few games


class GameTotals(StrictModel):
    """Totals over the player's finished tables of one game."""

    game: str
    games: int
    wins: int
    score: int
    counts: dict[str, int]  # by names that the game defines
    rated: list[RatingInfo]  # at most one; empty without a rated game


class Profile(StrictModel):
    """Aggregated numbers only, no tables or opponents."""

    handle: str
    name: str
    you: bool
    account: bool  # False for a guest
    since: str  # the month of creation, like 2026-11
    ties: Relationship
    played: list[GameTotals]
