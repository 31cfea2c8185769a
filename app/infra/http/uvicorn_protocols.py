"""uvicorn's protocols with timeouts, and with limits on what costs resources and never reaches the
application."""

import asyncio
import logging
import socket
import struct
from collections.abc import Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from app.core.errors import Malformed
from app.core.token_bucket import Rate, TokenBucket
from app.infra.http.error_responses import error_response
from app.infra.http.middleware.security import HEADERS
from app.infra.logging import SOCKETS
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.send_queue import WRITE_NOW

HEADERS_TIMEOUT_S = 10.0  # for the headers of a request, also of the next one on a kept connection
RESPONSE_TIMEOUT_S = 60.0  # from the headers until the body is read and the response sent
MAX_NEW_CONNECTIONS = 256  # that have not sent a whole request; one more closes the oldest …
NEW_CONNECTION_GRACE_S = 2.0  # … if it is that old
CLOSE_TIMEOUT_S = 5.0  # for the peer to read the last of a closing WebSocket
FRAME_RATE = Rate(100, 5.0)  # pings, pongs and continuation frames of a WebSocket
SWITCHING_PROTOCOLS = 101
NO_LINGER = struct.pack("ii", 1, 0)  # SO_LINGER: on, for 0 s
BODY_LENGTH_HEADERS = {b"content-length", b"transfer-encoding"}


class NewConnections:
    """The connections of a server that have not sent a whole request, in a bounded number."""

    def __init__(self) -> None:
        self._since: dict[LimitedHttpProtocol, float] = {}  # the oldest first

    def add(self, connection: "LimitedHttpProtocol", now: float) -> None:
        """Closes the oldest connection if there are too many and it had its time."""
        oldest, since = next(iter(self._since.items()), (connection, now))
        if len(self._since) >= MAX_NEW_CONNECTIONS and now - since > NEW_CONNECTION_GRACE_S:
            oldest.abort()
        self._since[connection] = now

    def discard(self, connection: "LimitedHttpProtocol") -> None:
        self._since.pop(connection, None)


class LimitedHttpProtocol(H11Protocol):
    """Ends connections whose headers or body arrive too slowly, or whose client does not read."""

    def __init__(self, *arguments: Any, new_connections: NewConnections, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._new_connections = new_connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timed: object = None  # the request of the timer, None for the next headers
        self._timer = self.loop.call_later(HEADERS_TIMEOUT_S, self.abort)
        self._new_connections.add(self, self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._restart_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._restart_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Responds as to any other malformed request; aborts if a response was begun or sent."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        refusal = error_response(Malformed())
        refusal.headers.update({**HEADERS, "Connection": "close"})
        response = h11.Response(status_code=400, headers=refusal.raw_headers)
        for event in (response, h11.Data(data=bytes(refusal.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def _restart_timer(self) -> None:
        """Each request, and each wait for the next one, has its own timeout."""
        cycle: RequestResponseCycle | None = self.cycle
        busy = cycle if cycle is not None and not cycle.response_complete else None
        if busy is not None:
            self._new_connections.discard(self)
        if busy is self._timed or self._timer.cancelled():
            return
        self._timer.cancel()
        self._timed = busy
        within = HEADERS_TIMEOUT_S if busy is None else RESPONSE_TIMEOUT_S
        self._timer = self.loop.call_later(within, self.abort)
        if busy is not None and {name for name, _ in self.headers} >= BODY_LENGTH_HEADERS:
            busy.keep_alive = False  # request smuggling: a proxy may see another end

    def abort(self) -> None:
        """Ends the connection without waiting for the client to read."""
        self._stop_timer()
        self.transport.abort()

    def _stop_timer(self) -> None:
        self._timer.cancel()
        self._new_connections.discard(self)


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Limits frames that the application never sees, and ends closing connections in bounded time."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.debug = False  # debug logs contain cookies and hidden cards
        self.logger = logging.getLogger(SOCKETS)
        self._bucket = TokenBucket(FRAME_RATE)
        self._end: asyncio.TimerHandle | None = None
        self._lost = False

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # uvicorn does not see a request that is refused for the length or number of its headers
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self._abort_soon()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            extensions: dict[str, object] = self.scope["extensions"]  # type: ignore[assignment]
            extensions[WRITE_NOW] = self.write_now

    def write_now(self, texts: Sequence[str]) -> bool:
        """Sends texts at once, without a task; returns False if the transport cannot take them now."""
        gone = self.transport.is_closing() or self.conn.state is not OPEN
        if gone or self.close_sent or not self.writable.is_set():
            return False
        for text in texts:
            self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._allowed():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Closes the connection for text that is not UTF-8, instead of raising an error."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._fail(CloseCode.INVALID_TEXT)
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._close()

    def keepalive_timeout(self) -> None:
        self._disable_linger()
        super().keepalive_timeout()
        self._close()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._abort_soon()

    def _allowed(self) -> bool:
        if self.close_sent:
            return False
        allowed = self._bucket.take()
        if not allowed:
            self._fail(CloseCode.TOO_MANY_MESSAGES)
        return allowed

    def _fail(self, code: int) -> None:
        self.conn.fail(code)
        self.handle_parser_exception()

    def _close(self) -> None:
        """Treats the client as disconnected: what the application still sends is dropped."""
        self.disconnected = True
        self._abort_soon()

    def _abort_soon(self) -> None:
        """A client that does not read would keep a closing connection open."""
        if self._end is None and not self._lost:
            self._end = self.loop.call_later(CLOSE_TIMEOUT_S, self._cut)

    def _cut(self) -> None:
        self._disable_linger()
        self.transport.abort()

    def _disable_linger(self) -> None:
        """Makes the kernel drop unsent data on close, instead of offering it to the client."""
        connection = self.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
