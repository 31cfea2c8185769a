"""Base of all WebSocket connections: reads, validates and limits the client's messages."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from app.core.errors import AppError, Malformed, NoSession, ServiceUnavailable, TooFast
from app.core.outages import database_outages, is_unavailable
from app.core.tasks import is_expected
from app.infra import metrics
from app.infra.logging import bind_connection_id
from app.infra.rate_limits import Caller, ClientLimit, Limits, SocketCounter, address_of
from app.infra.storage_quotas import StorageQuota
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.messages import PROTOCOL_VERSION, Refused
from app.infra.websocket.registry import ConnectionTracker
from app.infra.websocket.send_queue import WRITE_NOW, SendQueue

log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """A connection that was accepted: its two directions, its player and their address."""

    receive: Receive
    send_queue: SendQueue
    player: UUID
    caller: Caller
    first: str | None = None  # the first message, if the URL contains it: it saves a round trip


class WebSocketConnection(ABC):
    """One open connection. Subclasses define its messages and handle them."""

    __slots__ = ("_caller", "_first", "_limits", "_player", "_receive", "_send_queue", "_storage")
    kinds: ClassVar[TypeAdapter[Any]]  # the client's messages; any other closes the connection

    def __init__(self, limits: Limits, storage: StorageQuota, opened: Opened) -> None:
        self._limits = limits
        self._storage = storage
        self._receive, self._send_queue, self._player, self._caller, self._first = opened

    @abstractmethod
    async def _handle(self, message: Any) -> None:
        """Handles a valid message. Raises ServiceUnavailable."""

    @abstractmethod
    def _leave(self) -> None:
        """Releases what belongs to the connection, after it was closed."""

    async def run(self) -> None:
        """Handles messages until the client leaves, breaks the protocol, or stops reading."""
        metrics.sockets.inc()
        try:
            await self._read()
        except asyncio.CancelledError:
            if not self._send_queue.overflowed:
                raise
        except ServiceUnavailable:  # the client reconnects
            self._send_queue.finish(CloseCode.TRY_AGAIN)
        except Exception:
            log.exception("a WebSocket connection failed")
            self._send_queue.finish(CloseCode.INTERNAL_ERROR)
        finally:
            metrics.sockets.dec()
            self._leave()
            await self._send_queue.close()

    async def _read(self) -> None:
        if self._first is not None:
            await self._parse_and_handle(self._first)
        while not self._send_queue.finished and (text := await self._next()) is not None:
            await self._parse_and_handle(text)

    async def _parse_and_handle(self, text: str) -> None:
        try:
            self._limits.messages.take(self._caller)
            message = self.kinds.validate_json(text)
        except TooFast:
            self._send_queue.finish(CloseCode.TOO_MANY_MESSAGES)
        except ValidationError:
            self._close_as_malformed()
        else:
            await self._handle(message)

    async def _next(self) -> str | None:
        """Returns the next message, None when the client has left. Binary messages count as empty ones."""
        message = await self._send_queue.wait_for(self._receive)
        return None if message["type"] == "websocket.disconnect" else message.get("text") or ""

    def _accept_join(self, protocol: int, limit: ClientLimit) -> bool:
        """Returns whether the first message of a connection is accepted; closes the connection if not.

        It names the client's protocol, and counts towards `limit`, as the whole state is sent in answer.
        """
        if protocol != PROTOCOL_VERSION:
            self._send_queue.finish(CloseCode.OUTDATED_CLIENT)
            return False
        try:
            limit.take(self._caller)
        except TooFast:
            self._send_queue.finish(CloseCode.TOO_MANY_MESSAGES)
            return False
        return True

    def _count_text(self, text: str | None) -> None:
        """Counts a text that will be stored. Raises TooMuchToday."""
        size = len((text or "").encode(errors="replace"))
        self._storage.take(self._caller, size)

    def _close_as_malformed(self, about: str | None = None) -> None:
        self._refuse(Malformed.code, about)
        self._send_queue.finish(CloseCode.MALFORMED)

    def _refuse(self, code: str, about: str | None = None) -> None:
        metrics.refusals.labels(code).inc()
        self._send(Refused(id=about, code=code))

    def _refuse_and_close(self, error: AppError, close_codes: Mapping[str, CloseCode]) -> None:
        """Closes a connection that cannot get what it is for; close codes are looked up by error code."""
        if error.is_fault:
            log.error("a WebSocket connection is refused", exc_info=error)
        self._refuse(error.code)
        self._send_queue.finish(close_codes.get(error.code, CloseCode.INTERNAL_ERROR))

    def _send(self, message: BaseModel) -> None:
        self._send_queue.put(message.model_dump_json(exclude_none=True))


Authenticate = Callable[[HTTPConnection], Awaitable[tuple[UUID, UUID]]]


class WebSocketRouter:
    """ASGI application of all WebSocket connections: selects the kind of connection by its path."""

    def __init__(
        self,
        kinds: Mapping[str, Callable[[Opened], WebSocketConnection]],
        authenticate: Authenticate,
        sockets: SocketCounter,
        trackers: Sequence[ConnectionTracker],
    ) -> None:
        """`authenticate` returns the session and the player of a request, or raises NoSession."""
        self._kinds = kinds
        self._authenticate = authenticate
        self._sockets = sockets
        self._trackers = trackers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the request to connect
        kind = self._kinds.get(scope["path"])
        if kind is None:
            await send({"type": "websocket.close"})  # before the upgrade, so the browser gets HTTP 403
            return
        await send({"type": "websocket.accept"})
        bind_connection_id()
        connection = HTTPConnection(scope)
        try:
            session, player = await self._authenticate(connection)
        except NoSession:
            await _close(send, CloseCode.NO_SESSION)
        except Exception as error:
            if is_unavailable(error):
                database_outages.add(error)
            elif not is_expected(error):
                log.exception("a session cannot be checked")
            await _close(send, CloseCode.TRY_AGAIN)
        else:
            caller = Caller(address_of(connection), player)
            send_queue = SendQueue(send, scope["extensions"].get(WRITE_NOW))
            opened = Opened(receive, send_queue, player, caller, connection.query_params.get("first"))
            if not await self._serve(kind, opened, session):
                await _close(send, CloseCode.TOO_MANY_MESSAGES)

    async def _serve(
        self, kind: Callable[[Opened], WebSocketConnection], opened: Opened, session: UUID
    ) -> bool:
        """Serves a connection until it is closed; returns False if its player has too many.

        Its player is counted only now, so that the cookie of an ended session takes none of their places.
        """
        counted = Caller("", opened.player)
        try:
            self._sockets.enter(counted)
        except TooFast:
            return False
        for tracker in self._trackers:
            tracker.connection_opened(opened.send_queue, session, opened.caller)
        try:
            await kind(opened).run()
        finally:
            for tracker in self._trackers:
                tracker.connection_closed(opened.send_queue, opened.caller)
            self._sockets.leave(counted)
        return True


async def _close(send: Send, code: int) -> None:
    with suppress(OSError):  # the client may have left
        await send({"type": "websocket.close", "code": code})
