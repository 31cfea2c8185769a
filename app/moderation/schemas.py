"""Bodies of the administration endpoints."""

from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from app.core.errors import InvalidText
from app.core.schemas import StrictModel
from app.players.text_filter import sanitize_text


def _readable(raw: str) -> str:
    """Returns sanitized text. Raises ValueError."""
    try:
        return sanitize_text(raw)
    except InvalidText:
        raise ValueError("nothing to read") from None


ReasonText = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_readable)]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]  # of a report or a ban


class Reason(StrictModel):
    """The reason for an action: stored in the audit log, and shown to the people concerned."""

    why: ReasonText


class BanRequest(StrictModel):
    """A ban, or with `muted` a mute, of one of: a reported player, an account, a network."""

    report: Number | None = None  # the player it is about
    account: Annotated[str, Field(max_length=100)] | None = None  # by name
    network: Annotated[str, Field(max_length=100)] | None = None  # in CIDR
    muted: bool
    days: Annotated[int, Field(ge=1, le=3650)] | None = None  # None: permanent
    why: ReasonText

    @model_validator(mode="after")
    def _check_subject(self) -> Self:
        if [self.report, self.account, self.network].count(None) != 2:
            raise ValueError("a report, an account or a network")
        return self


class ReportedPack(StrictModel):
    """The card pack that a report is about."""

    name: str  # of its cards
    title: str
    hidden: bool  # by an administrator


class ReportInfo(StrictModel):
    """A report of a player, with the chat lines before it, of a card pack, or of a bug."""

    id: int
    by: str  # the reporter's name; empty for a former player
    about: str
    gone: bool  # the reported player has left
    table: str  # code; empty: the lobby
    words: str
    lines: list[dict[str, Any]]
    problem: bool  # a bug report; its attachment has an endpoint of its own
    pack: ReportedPack | None
    at: str
    settled: bool


class PackCards(StrictModel):
    """The cards of a player's pack, hidden or not."""

    title: str
    hidden: bool
    cards: list[str]


class BanInfo(StrictModel):
    """A ban in force."""

    id: int
    about: str
    muted: bool
    why: str
    since: str
    until: str  # empty: permanent


class AuditEntry(StrictModel):
    """An entry of the audit log; `admin` is empty for actions on the command line."""

    admin: str
    act: str
    about: str
    why: str
    at: str


class Overview(StrictModel):
    """The administrators' page."""

    reports: list[ReportInfo]
    bans: list[BanInfo]
    acts: list[AuditEntry]
