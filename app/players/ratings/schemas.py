"""Bodies of the leaderboard endpoint."""

from app.core.schemas import StrictModel


class LeaderboardRow(StrictModel):
    """One player's place on a leaderboard."""

    place: int  # shared by players with equal points
    handle: str
    name: str
    points: int
    games: int  # rated ones until the end of that month
    provisional: bool  # based on few games
    you: bool


class Leaderboard(StrictModel):
    """The best players of a month, and the reader's own place."""

    month: str  # like 2026-11, in UTC
    months: list[str]  # with a leaderboard, newest first
    rows: list[LeaderboardRow]
    mine: list[LeaderboardRow]  # the reader's row; empty without a rated game in that month
