"""Bodies of the accounts endpoints."""

from typing import Annotated, Literal

from pydantic import Field

from app.core.schemas import StrictModel
from app.infra.database.models import Status
from app.players.cats import CatName


class NewName(StrictModel):
    """A request to change the player's name."""

    name: str


class NewCat(StrictModel):
    """The player's choice of a cat."""

    cat: CatName


class MyTable(StrictModel):
    """A table at which the player has a seat."""

    code: str
    game: str
    status: Status
    others: list[str]  # names of the other people at the table


class SecurityEvent(StrictModel):
    """A change to the player's name or credentials that was made in another session."""

    id: int
    kind: Literal["name", "password", "recovery", "codes", "device"]
    before: str  # the old name, for kind "name"
    after: str
    device: str  # like "Firefox · Android", or empty
    at: str


class Me(StrictModel):
    """The player's own data."""

    who: str  # public id, the same at every table
    name: str
    cat: CatName  # chosen, or derived from the public id
    account: bool  # False for a guest
    named: bool  # False while a guest has the random name of a new guest
    admin: bool
    open_reports: int  # for administrators; 0 for others
    tables: list[MyTable]
    security_events: list[SecurityEvent]  # not dismissed in this session, newest first


# An upper bound only; the services check the actual lengths.
Secret = Annotated[str, Field(max_length=500)]


class NamePassword(StrictModel):
    """Credentials for registration and sign-in."""

    name: Secret
    password: Secret


class Password(StrictModel):
    """The account's current password."""

    password: Secret


class NewPassword(StrictModel):
    """The current password and its replacement."""

    password: Secret
    new: Secret


class Recovery(StrictModel):
    """A recovery code and the new password."""

    name: Secret
    code: Secret
    new: Secret


class Codes(StrictModel):
    """New recovery codes, shown only once."""

    codes: list[str]


class SessionInfo(StrictModel):
    """An open session of the player, for the player only."""

    id: str
    device: str  # like "Firefox · Android", or empty
    created_at: str
    seen_at: str  # with a resolution of one hour
    this: bool  # the session that sent the request


class Link(StrictModel):
    """The secret part of a handover link."""

    secret: Secret


class LinkOwner(StrictModel):
    """The player who made a handover link."""

    name: str
