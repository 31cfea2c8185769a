"""Lists of games that ended."""

from app.archive.replays.schemas import Part, ReplayPerson, Status


class HistorySeat(ReplayPerson):
    """Who played, and what came of it."""

    score: int | None = None
    place: int | None = None  # from 1; seats that are level share one
    substituted: bool = False  # a bot made some of the moves for this player


class HistoryGame(Part):
    """One game; its replay is at the same code."""

    code: str
    game: str
    status: Status
    started: str | None = None
    finished: str | None = None
    moves: int
    seats: list[HistorySeat]
    you: int | None = None  # the reader's seat


class History(Part):
    """A page of games, the newest first."""

    games: list[HistoryGame]
    next: str | None = None  # what to ask for the page after it; none after the last
