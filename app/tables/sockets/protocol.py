"""Messages of the table socket and the lobby socket: closed unions, parsed strictly.

The first message of a connection is `join` at a table and `enter` in the lobby; all others need it.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from app.infra.websocket.messages import Ping, Pong, Refused
from app.tables.chat.protocol import ChatLines, React, Reacted, SendChat
from app.tables.game.protocol import (
    Accepted,
    Join,
    Play,
    RematchAnswer,
    ShowHand,
    Spectators,
    Stale,
    TableMessage,
    TableStatus,
    Update,
)
from app.tables.lobby.protocol import (
    Answer,
    Cancel,
    Enter,
    MatchFound,
    Online,
    OpenTables,
    RequestMatch,
    Waiting,
)

ClientMessage = Annotated[
    Join | Play | Ping | RematchAnswer | ShowHand | SendChat | React, Field(discriminator="type")
]

ServerMessage = Annotated[
    TableMessage
    | Spectators
    | TableStatus
    | Update
    | Accepted
    | Refused
    | Stale
    | Pong
    | ChatLines
    | Reacted,
    Field(discriminator="type"),
]

CLIENT_MESSAGE: TypeAdapter[Join | Play | Ping | RematchAnswer | ShowHand | SendChat | React] = TypeAdapter(
    ClientMessage
)

LobbyClientMessage = Annotated[
    Enter | RequestMatch | Cancel | Answer | Ping | SendChat, Field(discriminator="type")
]

LobbyServerMessage = Annotated[
    OpenTables | Waiting | MatchFound | Online | Refused | Pong | ChatLines, Field(discriminator="type")
]

LOBBY_MESSAGE: TypeAdapter[Enter | RequestMatch | Cancel | Answer | Ping | SendChat] = TypeAdapter(
    LobbyClientMessage
)
