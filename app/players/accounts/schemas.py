"""People over HTTP."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.infra.database.models import Status


class Body(BaseModel):
    """What a page sends or gets: strict, closed, immutable."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )


class NewName(Body):
    """What this person wants to be called."""

    name: str


class MyTable(Body):
    """A table where this person sits."""

    code: str
    game: str
    status: Status


class SecurityEvent(Body):
    """What another device of this person changed about how they get in."""

    id: int
    kind: Literal["name", "password", "recovery", "codes", "device"]
    before: str  # of a name that was changed
    after: str
    device: str  # like "Firefox · Android", empty if it did not say
    at: str


class Me(Body):
    """This person, for their own eyes."""

    who: str  # the same person has the same at every table
    name: str
    account: bool  # or a guest
    admin: bool  # keeps order here
    tables: list[MyTable]
    security_events: list[SecurityEvent]  # that this browser has not dismissed, newest first


# Longer than any that is good, which the service judges: only a bound.
Secret = Annotated[str, Field(max_length=500)]


class NamePassword(Body):
    """A name and its password: to claim an account, or to sign in."""

    name: Secret
    password: Secret


class Password(Body):
    """Proves that it is really this person."""

    password: Secret


class NewPassword(Body):
    """The one there is, and the one that shall be."""

    password: Secret
    new: Secret


class Recovery(Body):
    """A recovery code instead of a forgotten password, and the password that shall be."""

    name: Secret
    code: Secret
    new: Secret


class Codes(Body):
    """Recovery codes, told once."""

    codes: list[str]


class SessionInfo(Body):
    """A browser in which this person is known, for their own eyes."""

    id: str
    device: str  # like "Firefox · Android", empty if it does not say
    created_at: str
    seen_at: str  # within the hour
    this: bool  # the one that asks


class Link(Body):
    """The secret part of a link to another device."""

    secret: Secret


class Giver(Body):
    """Whose link it is."""

    name: str
