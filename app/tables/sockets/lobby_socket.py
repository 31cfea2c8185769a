"""`/ws/lobby`: the WebSocket of the lobby. Dispatches parsed messages to the services and answers them."""

from typing import Any

from app.core.errors import AppError
from app.infra.services import InfraServices
from app.infra.storage_quotas import SEAT_BYTES
from app.infra.websocket.connection import Opened, WebSocketConnection
from app.infra.websocket.messages import Ping, Pong
from app.tables.chat.protocol import SendChat
from app.tables.chat.service import LOBBY
from app.tables.lobby.hub import LobbySubscriber
from app.tables.lobby.protocol import Answer, Cancel, Enter, RequestMatch
from app.tables.matchmaking.hub import MatchSubscriber
from app.tables.services import TableServices
from app.tables.sockets.protocol import LOBBY_MESSAGE


class LobbySocket(WebSocketConnection):
    """One connection to the lobby."""

    __slots__ = ("_match_subscriber", "_subscriber", "_tables")
    kinds = LOBBY_MESSAGE

    def __init__(self, infra: InfraServices, tables: TableServices, opened: Opened) -> None:
        super().__init__(infra.limits, infra.storage, opened)
        self._tables = tables
        self._subscriber: LobbySubscriber | None = None  # once it has entered
        self._match_subscriber: MatchSubscriber | None = None  # while its request is in the queue

    async def _handle(self, message: Any) -> None:
        match message:
            case Ping():
                self._send(Pong())
            case Enter():
                await self._enter(message)
            case _ if self._subscriber is None:
                self._close_as_malformed()  # the first message has to be `enter`
            case RequestMatch():
                await self._request_match(message)
            case SendChat():
                await self._send_chat_line(message)
            case Answer() if self._match_subscriber is not None:
                await self._answer(message)
            case Cancel() if self._match_subscriber is not None:
                if await self._tables.matchmaking.leave(self._match_subscriber):
                    self._match_subscriber = None
                self._tables.online_counter.request_update()

    async def _request_match(self, criteria: RequestMatch) -> None:
        try:
            if self._match_subscriber is None or self._match_subscriber.criteria.id != criteria.id:
                self._limits.match_requests.take(self._caller)
                self._storage.take(self._caller, SEAT_BYTES)
            self._match_subscriber = self._match_subscriber or MatchSubscriber(
                self._player, self._send_queue, criteria, self._caller.address
            )
            await self._tables.matchmaking.request_match(self._match_subscriber, criteria)
        except AppError as error:
            self._refuse(error.code, criteria.id)

    async def _answer(self, answer: Answer) -> None:
        assert self._match_subscriber is not None
        try:
            await self._tables.matchmaking.answer(self._match_subscriber, answer)
        except AppError as error:
            self._refuse(error.code, self._match_subscriber.criteria.id)

    async def _send_chat_line(self, message: SendChat) -> None:
        try:
            self._count_text(message.text)
            await self._tables.chat.send(self._player, LOBBY, message, self._caller.address)
        except AppError as error:
            self._refuse(error.code, message.id)

    async def _enter(self, enter: Enter) -> None:
        if not self._accept_join(enter.protocol, self._limits.joins):
            return
        self._leave()
        self._subscriber = LobbySubscriber(self._player, self._send_queue)
        await self._tables.lobby_hub.subscribe(self._subscriber)
        self._tables.online_counter.request_update()
        self._tables.chat_hub.welcome(LOBBY, self._subscriber)

    def _leave(self) -> None:
        if self._subscriber is not None:
            self._tables.lobby_hub.unsubscribe(self._subscriber)
            self._subscriber = None
        if self._match_subscriber is not None:
            self._tables.matchmaking.disconnect(self._match_subscriber)
            self._match_subscriber = None
