"""Messages of the table socket and the lobby socket: closed unions, parsed strictly.

The first message of a connection is `join` at a table and `enter` in the lobby; all others need it.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from app.infra.websocket.messages import Ping, Pong, Refused
from app.tables.chat.protocol import React, Reacted, Said, Say
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
from app.tables.lobby.protocol import Answer, Cancel, Enter, Found, Online, OpenTables, Seek, Waiting

ClientMessage = Annotated[
    Join | Play | Ping | RematchAnswer | ShowHand | Say | React, Field(discriminator="type")
]

ServerMessage = Annotated[
    TableMessage | Spectators | TableStatus | Update | Accepted | Refused | Stale | Pong | Said | Reacted,
    Field(discriminator="type"),
]

CLIENT_MESSAGE: TypeAdapter[Join | Play | Ping | RematchAnswer | ShowHand | Say | React] = TypeAdapter(
    ClientMessage
)

LobbyClientMessage = Annotated[Enter | Seek | Cancel | Answer | Ping | Say, Field(discriminator="type")]

LobbyServerMessage = Annotated[
    OpenTables | Waiting | Found | Online | Refused | Pong | Said, Field(discriminator="type")
]

LOBBY_MESSAGE: TypeAdapter[Enter | Seek | Cancel | Answer | Ping | Say] = TypeAdapter(LobbyClientMessage)
