"""What goes over the lobby's WebSocket: two closed unions, parsed strictly at the door.

The first message is `enter`; everything else needs it.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from app.play.protocol import Json, Message, Ping, Pong, Refused
from app.play.terms import Clock, Language, Watching


class Enter(Message):
    """Follow the open tables."""

    type: Literal["enter"] = "enter"
    protocol: int


LobbyClientMessage = Annotated[Enter | Ping, Field(discriminator="type")]


class OpenSeat(Message):
    """One seat of an open table."""

    name: str = ""  # told apart from the others; empty for a free seat
    host: bool = False


class OpenTable(Message):
    """A table that has not started, as the lobby shows it, and what is agreed on there."""

    code: str
    game: str
    options: Json
    seats: list[OpenSeat]
    bots: str
    clock: Clock
    hold: int
    watching: Watching
    caretaker: bool
    memory: bool
    chat: bool
    languages: list[Language]
    friend: bool = False  # a friend of the reader's sits there
    opened_at: int  # seconds since 1970


class OpenTables(Message):
    """The open tables: all of them, or those that are new or different, and those that are gone."""

    type: Literal["tables"] = "tables"
    whole: bool
    tables: list[OpenTable]
    gone: list[str]


LobbyServerMessage = Annotated[OpenTables | Refused | Pong, Field(discriminator="type")]

LOBBY_MESSAGE: TypeAdapter[Enter | Ping] = TypeAdapter(LobbyClientMessage)
