"""What administrators see and say."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from app.core.errors import BadWords
from app.players.accounts.schemas import Body
from app.tables.chat.text_filter import sanitize_text


def _readable(raw: str) -> str:
    """Raises ValueError."""
    try:
        return sanitize_text(raw)
    except BadWords:
        raise ValueError("nothing to read") from None


Why = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_readable)]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]  # of a report or a ban


class Reason(Body):
    """Why something is done: kept with it, and where it concerns people shown to them."""

    why: Why


class Order(Body):
    """Who may not come in, or with `muted` only say nothing: one of the three."""

    report: Number | None = None  # whom it is about
    account: Annotated[str, Field(max_length=100)] | None = None  # by name
    network: Annotated[str, Field(max_length=100)] | None = None  # in CIDR
    muted: bool
    days: Annotated[int, Field(ge=1, le=3650)] | None = None  # none: for good
    why: Why

    @model_validator(mode="after")
    def _about_one(self) -> Self:
        if [self.report, self.account, self.network].count(None) != 2:
            raise ValueError("a report, an account or a network")
        return self


class ReportInfo(Body):
    """A report of a person, with what was said before, or of a problem."""

    id: int
    by: str  # a name; empty if this person is gone
    about: str
    gone: bool  # the person it is about
    table: str  # a code; empty: the lobby
    words: str
    lines: list[dict[str, Any]]
    problem: bool  # nobody's doing: what was put with it is read by itself
    at: str
    settled: bool


class BanInfo(Body):
    """A ban in force."""

    id: int
    about: str
    muted: bool
    why: str
    since: str
    until: str  # empty: for good


class ActInfo(Body):
    """What an administrator did, or with an empty name somebody at the server itself."""

    admin: str
    act: str
    about: str
    why: str
    at: str


class Overview(Body):
    """The administrators' page."""

    reports: list[ReportInfo]
    bans: list[BanInfo]
    acts: list[ActInfo]
