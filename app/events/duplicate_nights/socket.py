"""`/ws/night`: the socket of a night's page."""

from typing import Any

from app.core.errors import AppError, ServiceUnavailable
from app.events.duplicate_nights.errors import NightNotFound
from app.events.duplicate_nights.hub import NightHub, NightSubscriber
from app.events.duplicate_nights.protocol import NIGHT_MESSAGE, FollowNight
from app.events.duplicate_nights.schemas import RESULTS_PER_TOKEN
from app.infra.services import InfraServices
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.connection import Opened, WebSocketConnection
from app.infra.websocket.messages import Ping, Pong
from app.tables.errors import TooManySpectators

CLOSE_CODES = {
    NightNotFound.code: CloseCode.NOT_FOUND,
    TooManySpectators.code: CloseCode.TOO_MANY_SPECTATORS,
    ServiceUnavailable.code: CloseCode.TRY_AGAIN,
}


class NightSocket(WebSocketConnection):
    """One page of one night."""

    __slots__ = ("_hub", "_subscriber")
    kinds = NIGHT_MESSAGE

    def __init__(self, infra: InfraServices, hub: NightHub, opened: Opened) -> None:
        super().__init__(infra.limits, infra.storage, opened)
        self._hub = hub
        self._subscriber: NightSubscriber | None = None

    async def _handle(self, message: Any) -> None:
        match message:
            case Ping():
                self._send(Pong())
            case FollowNight():
                await self._follow(message)

    async def _follow(self, message: FollowNight) -> None:
        if not self._accept_join(message.protocol, self._limits.searches):  # each loads the whole night
            return
        self._leave()
        subscriber = NightSubscriber(
            message.night.lower(), self._player, self._send_queue, self._caller.network
        )
        try:
            results = await self._hub.subscribe(subscriber)
        except AppError as error:
            self._refuse_and_close(error, CLOSE_CODES)
            return
        self._limits.searches.owe(self._caller, results // RESULTS_PER_TOKEN)
        self._subscriber = subscriber

    def _leave(self) -> None:
        if self._subscriber is not None:
            self._hub.unsubscribe(self._subscriber)
            self._subscriber = None
