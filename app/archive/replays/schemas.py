"""A whole game as one document, from which a page shows every position."""

from typing import Any, Literal

from pydantic import ConfigDict, Field

from app.players.accounts.schemas import Body

Json = dict[str, Any]
Status = Literal["finished", "running", "abandoned"]


class Part(Body):
    """Of a document, in which what is None is left out."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)


class ReplayPerson(Part):
    """Who played at one seat."""

    name: str  # told apart; empty for a former player
    handle: str | None = None  # of this person's profile
    bot: str | None = None  # which bot it was


class Branched(Part):
    """Where a game was played on from."""

    origin: str = Field(alias="from")  # the other game's code
    ply: int


class ReplayTable(Part):
    """Whose game it is, and how the reader stands to it."""

    code: str
    game: str
    options: Json
    seats: list[str]  # names
    people: list[ReplayPerson]  # by seat
    started: str | None = None
    finished: str | None = None
    status: Status
    you: int | None = None  # the reader's seat
    imported: bool  # it was played elsewhere; its people are but names
    branched: Branched | None = None


class ReplayStart(Part):
    """Before the first move."""

    view: Json  # what everybody may see
    own: dict[str, Json]  # what these eyes see besides, by seat
    log: list[Json]  # the game's events


class ReplayStep(Part):
    """One move and what came of it."""

    seat: int
    move: Json | None = None  # none: these eyes do not see it
    by: Literal["caretaker"] | None = None  # it played for the seat's owner
    at: float | None = None  # seconds since the start
    patch: Json  # RFC 7396, on what everybody may see
    own: dict[str, Json]  # the same on what these eyes see besides, by seat
    log: list[Json]


class Replay(Part):
    """All positions of a game, for all eyes once it is over and for the reader's own before."""

    table: ReplayTable
    eyes: list[int]  # the seats of which `own` tells
    start: ReplayStart
    steps: list[ReplayStep]
    result: Json | None = None  # as in the record; none without an end
    record: Json | None = None  # only when it is over; with its fairness, without `meta`
