"""Time over HTTP."""

from typing import Literal

from pydantic import Field

from app.players.accounts.schemas import Body
from app.tables.game.protocol import Salt
from app.tables.time_control.availability import QuietHours, Vacation
from app.tables.timekeeping.votes import Wish


class Caretaker(Body):
    """Whether the caretaker plays for this person from now on."""

    plays: bool


class NewVote(Body):
    """What this person wants to be done about a seat, or without one about the table's time."""

    about: int | None = Field(default=None, ge=0)
    wish: Wish


class SeatClaim(Body):
    """What proves that this browser had the seat: the salt that it gave for it."""

    salt: Salt


class SeatAnswer(Body):
    """Whether the person who asks for a seat may have it."""

    yes: bool


class SeatRequestState(Body):
    """How a request for a seat stands, for who asked."""

    state: Literal["waiting", "granted", "none"]


class Days(Body):
    """A person's nights and vacations, for their own eyes."""

    quiet: QuietHours
    vacations: list[Vacation]  # this one and the coming ones
    left: int  # days off this year


class Done(Body):
    """It is done; all pages at the table are told."""

    done: bool = True
