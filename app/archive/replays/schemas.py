"""The replay document: a whole game from which the client shows every position."""

from typing import Literal

from pydantic import Field

from app.core.schemas import SparseModel
from app.players.cats import CatName
from engine.types import Json

ReplayStatus = Literal["finished", "running", "abandoned"]


class ReplaySeat(SparseModel):
    """The player of one seat."""

    name: str  # disambiguated; empty for a former player
    handle: str | None = None  # of the player's profile
    bot: str | None = None  # the bot's key
    cat: CatName | None = None  # different for each seat; None in imported games


class Branched(SparseModel):
    """The position of another game from which this one continued."""

    origin: str = Field(alias="from")  # the other game's code
    ply: int


class ReplayTable(SparseModel):
    """The table's metadata, and the reader's role."""

    code: str
    game: str
    options: Json
    seats: list[str]  # names
    people: list[ReplaySeat]  # by seat
    started: str | None = None
    finished: str | None = None
    status: ReplayStatus
    you: int | None = None  # the reader's seat
    imported: bool  # `people` have names only
    branched: Branched | None = None
    repeatable: bool = True  # the same deals can be played again from the start
    players_only: bool = False  # the table had no spectators, so nobody else can open its replay


class ReplayStart(SparseModel):
    """The position before the first move."""

    view: Json  # the public view
    own: dict[str, Json]  # private views of the seats in `eyes`
    log: list[Json]  # the game's events


class ReplayStep(SparseModel):
    """One move and the changes it made."""

    seat: int | None = None  # None: a move of no seat
    move: Json | None = None  # None if the seats in `eyes` did not see it
    by: Literal["caretaker"] | None = None  # the caretaker moved for the seat's player
    hint: bool | None = None  # whether the player got a hint for this move
    at: float | None = None  # seconds since the start
    patch: Json  # merge patch (RFC 7396) of the public view
    own: dict[str, Json]  # merge patches of private views, by seat
    log: list[Json]


class Replay(SparseModel):
    """All positions of a game: as all seats saw them once it is over, before as the reader's seat did."""

    table: ReplayTable
    eyes: list[int]  # the seats whose private views are included
    start: ReplayStart
    steps: list[ReplayStep]
    result: Json | None = None  # as in the record; None if the game has no end
    record: Json | None = None  # once the game is over; includes `fairness`, not `meta`
