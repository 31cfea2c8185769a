"""What goes over the WebSocket of a replay that people look at together.

The first message is `attend`; everything else needs it. Where a page looks meanwhile is its own affair.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from app.core.schemas import Message
from app.tables.chat.protocol import Said, Say
from app.tables.game.protocol import Ping, Pong, Refused

Ply = Annotated[int, Field(ge=0, le=20_000)]


class Attend(Message):
    """Follow the review of this code."""

    type: Literal["attend"] = "attend"
    protocol: int
    review: str = Field(min_length=1, max_length=16)


class Show(Message):
    """Whoever leads shows the position after so many moves."""

    type: Literal["show"] = "show"
    ply: Ply


class Lead(Message):
    """Takes the lead, where nobody has it or who has it has left."""

    type: Literal["lead"] = "lead"


class Attendant(Message):
    """Somebody who is here."""

    who: str  # the same person has the same everywhere
    name: str  # told apart
    leads: bool
    you: bool


class ReviewState(Message):
    """How it stands, whenever that changes."""

    type: Literal["review"] = "review"
    replay: str  # the code of the game
    ply: int  # what whoever leads shows
    leader: str  # the name, also of who has left; empty: nobody
    led: bool  # who leads is here
    people: list[Attendant]  # some of them if there are many
    count: int  # all


ReviewClientMessage = Annotated[Attend | Show | Lead | Say | Ping, Field(discriminator="type")]
ReviewServerMessage = Annotated[ReviewState | Said | Refused | Pong, Field(discriminator="type")]

REVIEW_MESSAGE: TypeAdapter[Attend | Show | Lead | Say | Ping] = TypeAdapter(ReviewClientMessage)
