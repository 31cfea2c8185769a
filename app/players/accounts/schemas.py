"""Bodies of the accounts endpoints, and the base of all bodies."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.infra.database.models import Status


class Body(BaseModel):
    """Base of request and response bodies: strict types, no extra fields, immutable."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )


class NewName(Body):
    """A request to change the player's name."""

    name: str


class MyTable(Body):
    """A table at which the player has a seat."""

    code: str
    game: str
    status: Status


class SecurityEvent(Body):
    """A change to the player's name or credentials that was made in another session."""

    id: int
    kind: Literal["name", "password", "recovery", "codes", "device"]
    before: str  # the old name, for kind "name"
    after: str
    device: str  # like "Firefox · Android", or empty
    at: str


class Me(Body):
    """The player's own data."""

    who: str  # public id, the same at every table
    name: str
    account: bool  # False for a guest
    admin: bool
    tables: list[MyTable]
    security_events: list[SecurityEvent]  # not dismissed in this session, newest first


# An upper bound only; the services check the actual lengths.
Secret = Annotated[str, Field(max_length=500)]


class NamePassword(Body):
    """Credentials for registration and sign-in."""

    name: Secret
    password: Secret


class Password(Body):
    """The account's current password."""

    password: Secret


class NewPassword(Body):
    """The current password and its replacement."""

    password: Secret
    new: Secret


class Recovery(Body):
    """A recovery code and the new password."""

    name: Secret
    code: Secret
    new: Secret


class Codes(Body):
    """New recovery codes, shown only once."""

    codes: list[str]


class SessionInfo(Body):
    """An open session of the player, for the player only."""

    id: str
    device: str  # like "Firefox · Android", or empty
    created_at: str
    seen_at: str  # with a resolution of one hour
    this: bool  # the session that sent the request


class Link(Body):
    """The secret part of a handover link."""

    secret: Secret


class Giver(Body):
    """The player who made a handover link."""

    name: str
