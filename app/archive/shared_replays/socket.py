"""`/ws/review`: the socket of a client in a shared replay."""

from typing import Any

from app.archive.services import ArchiveServices
from app.archive.shared_replays.errors import SharedReplayNotFound
from app.archive.shared_replays.hub import SharedReplaySubscriber
from app.archive.shared_replays.protocol import SHARED_REPLAY_MESSAGE, Attend, Lead, Show
from app.core.errors import AppError, ServiceUnavailable
from app.infra.services import InfraServices
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.connection import Opened, WebSocketConnection
from app.infra.websocket.messages import Ping, Pong
from app.tables.chat.protocol import SendChat
from app.tables.errors import DamagedGame, NotFinished, TableNotFound, TooManySpectators, ViewNotAllowed

CLOSE_CODES = {
    SharedReplayNotFound.code: CloseCode.NOT_FOUND,
    TableNotFound.code: CloseCode.NOT_FOUND,
    ViewNotAllowed.code: CloseCode.NOT_ALLOWED,
    NotFinished.code: CloseCode.NOT_ALLOWED,
    TooManySpectators.code: CloseCode.TOO_MANY_SPECTATORS,
    DamagedGame.code: CloseCode.DAMAGED_GAME,
    ServiceUnavailable.code: CloseCode.TRY_AGAIN,
}


class SharedReplaySocket(WebSocketConnection):
    """One client in one shared replay."""

    __slots__ = ("_archive", "_subscriber")
    kinds = SHARED_REPLAY_MESSAGE

    def __init__(self, infra: InfraServices, archive: ArchiveServices, opened: Opened) -> None:
        super().__init__(infra.limits, infra.storage, opened)
        self._archive = archive
        self._subscriber: SharedReplaySubscriber | None = None  # set by `attend`

    async def _handle(self, message: Any) -> None:
        match message:
            case Ping():
                self._send(Pong())
            case Attend():
                await self._subscribe(message)
            case _ if self._subscriber is None:
                self._close_as_malformed()  # the first message is `attend`
            case _:
                await self._dispatch(message, self._subscriber.code)

    async def _subscribe(self, attend: Attend) -> None:
        if not self._accept_join(attend.protocol, self._limits.joins):
            return
        self._leave()
        code = attend.review.lower()
        subscriber = SharedReplaySubscriber(code, self._player, self._send_queue, self._caller.network)
        try:
            await self._archive.shared_replays.check_access(self._player, code)
            self._archive.shared_replay_hub.subscribe(subscriber)
        except AppError as error:
            self._refuse_and_close(error, CLOSE_CODES)
            return
        self._subscriber = subscriber

    async def _dispatch(self, message: Show | Lead | SendChat, code: str) -> None:
        shared_replays = self._archive.shared_replays
        try:
            match message:
                case Show():
                    await shared_replays.show(self._player, code, message.ply)
                case Lead():
                    await shared_replays.lead(self._player, code)
                case SendChat():
                    self._count_text(message.text)
                    await shared_replays.send_chat_line(self._player, code, message)
        except AppError as error:
            self._refuse(error.code, message.id if isinstance(message, SendChat) else None)

    def _leave(self) -> None:
        if self._subscriber is not None:
            self._archive.shared_replay_hub.unsubscribe(self._subscriber)
            self._subscriber = None
