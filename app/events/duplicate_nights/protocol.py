"""Messages of the WebSocket of a night's page. The first message is `follow_night`."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from app.core.schemas import StrictModel
from app.events.duplicate_nights.schemas import NightDeal, NightPlayer, NightSettings, NightTable
from app.infra.websocket.messages import Ping, Pong, Refused


class FollowNight(StrictModel):
    """Subscribes to the night with this code."""

    type: Literal["follow_night"] = "follow_night"
    protocol: int
    night: str = Field(pattern="^[0-9A-Za-z]{1,16}$")


class NightUpdate(StrictModel):
    """The parts of a night that have changed since the last such message; all of them at first.

    `tables` and `deals` then have only those that changed, which take the place of those with their numbers.
    """

    type: Literal["night"] = "night"
    settings: NightSettings | None = None
    people: list[NightPlayer] | None = None
    tables: list[NightTable] | None = None
    deals: list[NightDeal] | None = None


NightClientMessage = Annotated[FollowNight | Ping, Field(discriminator="type")]
NightServerMessage = Annotated[NightUpdate | Refused | Pong, Field(discriminator="type")]

NIGHT_MESSAGE: TypeAdapter[FollowNight | Ping] = TypeAdapter(NightClientMessage)
