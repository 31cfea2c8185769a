"""Ratings over HTTP."""

from app.players.accounts.schemas import Body


class Row(Body):
    """One person's place on a leaderboard."""

    place: int  # those who are level share one
    handle: str
    name: str
    points: int
    games: int  # rated ones, up to the end of that month
    provisional: bool  # of few games
    you: bool


class Leaderboard(Body):
    """The best of a month, and where the reader stands."""

    month: str  # like 2026-11, in UTC
    months: list[str]  # of which there is one, the newest first
    rows: list[Row]
    mine: list[Row]  # empty without a rated game in that month
