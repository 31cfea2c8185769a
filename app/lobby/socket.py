"""`/ws/lobby`: one socket a page in the lobby. Parses strictly, hands over, answers."""

from typing import Any
from uuid import UUID

from starlette.types import Receive

from app.line import OUTDATED, Line
from app.lobby.hub import Visitor
from app.lobby.protocol import LOBBY_MESSAGE, Enter
from app.parts import Parts
from app.play.outbox import Outbox
from app.play.protocol import PROTOCOL_VERSION, Ping, Pong


class LobbyLine(Line):
    """One page in the lobby."""

    __slots__ = ("_visitor",)
    kinds = LOBBY_MESSAGE

    def __init__(self, receive: Receive, outbox: Outbox, parts: Parts, player: UUID) -> None:
        super().__init__(receive, outbox, parts, player)
        self._visitor: Visitor | None = None  # once it has entered

    async def _handle(self, message: Any) -> None:
        match message:
            case Ping():
                self._send(Pong())
            case Enter():
                self._enter(message)
            case _ if self._visitor is None:
                self._break_off()  # the first message is `enter`

    def _enter(self, enter: Enter) -> None:
        if enter.protocol != PROTOCOL_VERSION:
            self._outbox.finish(OUTDATED)
            return
        self._leave()
        self._visitor = Visitor(self._player, self._outbox)
        self._parts.lobby_hub.enter(self._visitor)

    def _leave(self) -> None:
        if self._visitor is not None:
            self._parts.lobby_hub.leave(self._visitor)
            self._visitor = None
