"""Bodies of the game history."""

from app.archive.replays.schemas import ReplaySeat, ReplayStatus
from app.core.schemas import SparseModel


class HistorySeat(ReplaySeat):
    """A seat's player and result."""

    score: int | None = None
    place: int | None = None  # from 1; shared by equal seats
    substituted: bool = False  # a bot made some of the player's moves


class HistoryGame(SparseModel):
    """One game; its replay has the same code."""

    code: str
    game: str
    status: ReplayStatus
    started: str | None = None
    finished: str | None = None
    moves: int
    seats: list[HistorySeat]
    you: int | None = None  # the reader's seat


class History(SparseModel):
    """A page of games, newest first."""

    games: list[HistoryGame]
    next: str | None = None  # the token of the next page; None on the last
