"""Bodies of the endpoints of daily deals."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from app.core.dates import FIRST_DAY, LAST_DAY
from app.core.schemas import SparseModel, StrictModel

Day = Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY, strict=False)]


class NewTry(StrictModel):
    """A request to play a deal: today's, or one of a day that is over, which is not ranked."""

    day: Day


class DailyTry(SparseModel):
    """The reader's try."""

    code: str  # of its table; empty if the table is deleted
    status: Literal["running", "finished"]
    score: int | None = None  # null: not known yet, or ended without a result
    place: int | None = None  # among the ranked ones
    settled: bool  # the score is final
    substituted: bool  # the substitute made moves for an Expert or for the player


class DailyScore(StrictModel):
    """How many players reached a score."""

    score: int
    players: int


class DailyPlayer(StrictModel):
    """A ranked result of a player."""

    name: str
    handle: str
    code: str  # of the table, for its replay
    score: int
    place: int
    substituted: bool


class DailyResults(StrictModel):
    """The results of a deal, for those who may see it."""

    scores: list[DailyScore]  # of ranked players, by score
    guest_scores: list[DailyScore]
    best: list[DailyPlayer]  # may include the reader
    friends: list[DailyPlayer]  # and the reader


class DailyDeal(SparseModel):
    """The deal of a day and a game."""

    game: str
    seats: int
    commitment: str
    published: int | None = None  # when the commitment was listed, in ms since 1970; null: not yet
    name: str  # with the secret it makes the seed
    secret: str  # empty until it is revealed
    players: int  # who have a score, guests included
    mine: DailyTry | None = None
    results: DailyResults | None = None  # null until the reader has played or the deal is revealed


class DealCommitment(StrictModel):
    """The commitment to tomorrow's deal of a game."""

    game: str
    commitment: str


class DailyDay(StrictModel):
    """The deals of a day."""

    day: date
    today: date
    now: int  # the server's time, in ms since 1970; so are the next two
    ends: int  # when the next day begins
    reveals: int  # when the deals are revealed
    deals: list[DailyDeal]
    next: list[DealCommitment]  # empty for past days


class PlayedDeal(SparseModel):
    """A deal of a past day, and the reader's score."""

    game: str
    played: bool
    settled: bool | None = None  # the score is final; null: not played
    score: int | None = None


class PastDay(StrictModel):
    day: date
    deals: list[PlayedDeal]


class PastDays(StrictModel):
    """A page of past days, the newest first."""

    days: list[PastDay]
    more: bool
