"""Messages of the WebSocket of a shared replay.

The first message is `attend`; all others require it. A client may show other positions than the leader's.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from app.core.schemas import StrictModel
from app.infra.websocket.messages import Ping, Pong, Refused
from app.tables.chat.protocol import ChatLines, SendChat

Ply = Annotated[int, Field(ge=0, le=20_000)]


class Attend(StrictModel):
    """Subscribes to the shared replay with this code."""

    type: Literal["attend"] = "attend"
    protocol: int
    review: str = Field(min_length=1, max_length=16)


class Show(StrictModel):
    """Shows the position after `ply` moves to everyone; only for the leader."""

    type: Literal["show"] = "show"
    ply: Ply


class Lead(StrictModel):
    """Takes the lead if nobody leads or the leader has left."""

    type: Literal["lead"] = "lead"


class Viewer(StrictModel):
    """A player who is present."""

    who: str  # public id
    name: str  # disambiguated
    leads: bool
    you: bool


class SharedReplayState(StrictModel):
    """The state, sent whenever it changes."""

    type: Literal["review"] = "review"
    replay: str  # the code of the game
    ply: int  # the position that the leader shows
    leader: str  # name, also of a leader who has left; empty if nobody leads
    led: bool  # the leader is present
    people: list[Viewer]  # at most MAX_NAMED
    count: int  # of all people present


SharedReplayClientMessage = Annotated[Attend | Show | Lead | SendChat | Ping, Field(discriminator="type")]
SharedReplayServerMessage = Annotated[
    SharedReplayState | ChatLines | Refused | Pong, Field(discriminator="type")
]

SHARED_REPLAY_MESSAGE: TypeAdapter[Attend | Show | Lead | SendChat | Ping] = TypeAdapter(
    SharedReplayClientMessage
)
