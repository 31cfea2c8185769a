"""Request and response bodies of timekeeping."""

from typing import Literal

from pydantic import Field

from app.core.schemas import StrictModel
from app.tables.game.protocol import Salt
from app.tables.time_control.availability import QuietHours, Vacation
from app.tables.timekeeping.votes import VoteChoice


class Caretaker(StrictModel):
    """Whether the caretaker plays for the sender from now on."""

    plays: bool


class NewVote(StrictModel):
    """A vote about a seat, or, without one, about the table's time."""

    about: int | None = Field(default=None, ge=0)
    wish: VoteChoice


class SeatClaim(StrictModel):
    """The salt that this browser gave for the seat, as proof that it held it."""

    salt: Salt


class SeatAnswer(StrictModel):
    """The answer to a request for a seat."""

    yes: bool


class SeatRequestState(StrictModel):
    """The state of a request for a seat, for the requester."""

    state: Literal["waiting", "granted", "none"]


class AvailabilityInfo(StrictModel):
    """A player's nights and vacations, for themselves."""

    quiet: QuietHours
    vacations: list[Vacation]  # the current and coming ones
    left: int  # days off left this year


class Done(StrictModel):
    """Confirms a change, which all clients at the table receive."""

    done: bool = True
