"""uvicorn's protocols with an end to every wait and a bound to what costs us and never reaches the app."""

import asyncio
import logging
import socket
import struct
from collections.abc import Sequence
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from app.core.errors import Malformed
from app.core.token_bucket import TokenBucket
from app.infra.http.error_responses import error_response
from app.infra.http.middleware.security import HEADERS
from app.infra.logging import SOCKETS
from app.infra.websocket.close_codes import CloseCode
from app.infra.websocket.send_queue import WRITE_NOW

HEAD_WITHIN = 10.0  # seconds for the headers of a request, from when one is waited for
ANSWERED_WITHIN = 60.0  # from there until its body is read and the answer taken
STRANGERS = (
    256  # connections in this process that never sent a whole request; one more, and the oldest goes …
)
STRANGER_FOR = 2.0  # … if it had so many seconds for it
CLOSED_WITHIN = 5.0  # for what was sent last to be taken
FRAMES, A_FRAME = 100, 5.0  # pings, pongs and parts of messages on a socket: at once, and a second
SWITCHING = 101
NO_LINGER = struct.pack("ii", 1, 0)  # on, for no time
FRAMINGS = {b"content-length", b"transfer-encoding"}


class LimitedHttpProtocol(H11Protocol):
    """Neither headers nor a body that trickle nor a reader that does not read hold a connection for long."""

    _strangers: ClassVar[dict["LimitedHttpProtocol", float]] = {}  # the oldest first, and since when

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timed: object = None  # the request that the timer is about, None for the next one's headers
        self._timer = self.loop.call_later(HEAD_WITHIN, self._give_up)
        self._make_room()
        self._strangers[self] = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._let_go()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """In our own form. What was answered already, or is being answered, can only be cut."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        refusal = error_response(Malformed())
        refusal.headers.update({**HEADERS, "Connection": "close"})
        response = h11.Response(status_code=400, headers=refusal.raw_headers)
        for event in (response, h11.Data(data=bytes(refusal.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def _watch(self) -> None:
        """Each request, and each wait for one, has its own time."""
        cycle: RequestResponseCycle | None = self.cycle
        busy = cycle if cycle is not None and not cycle.response_complete else None
        if busy is not None:
            self._strangers.pop(self, None)
        if busy is self._timed or self._timer.cancelled():
            return
        self._timer.cancel()
        self._timed = busy
        within = HEAD_WITHIN if busy is None else ANSWERED_WITHIN
        self._timer = self.loop.call_later(within, self._give_up)
        if busy is not None and {name for name, _ in self.headers} >= FRAMINGS:
            busy.keep_alive = False  # a proxy may think that it ends elsewhere: nothing after it is a request

    def _make_room(self) -> None:
        oldest, since = next(iter(self._strangers.items()), (self, self.loop.time()))
        if len(self._strangers) >= STRANGERS and self.loop.time() - since > STRANGER_FOR:
            oldest._give_up()

    def _give_up(self) -> None:
        self._let_go()
        self.transport.abort()  # to close would wait for the other side to read

    def _let_go(self) -> None:
        self._timer.cancel()
        self._strangers.pop(self, None)


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Frames that reach nobody are counted, and a socket that is closed is gone soon."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.debug = False  # it would log cookies and hands
        self.logger = logging.getLogger(SOCKETS)
        self._bucket = TokenBucket(A_FRAME, FRAMES)
        self._end: asyncio.TimerHandle | None = None
        self._lost = False

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost = True
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            extensions: dict[str, object] = self.scope["extensions"]  # type: ignore[assignment]
            extensions[WRITE_NOW] = self.write_now

    def write_now(self, texts: Sequence[str]) -> bool:
        """Sends messages without a task that would wait for it; False if they have to wait."""
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
        """Invalid text is the other side's fault and no error of ours."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._fail(CloseCode.INVALID_TEXT)
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._close()

    def keepalive_timeout(self) -> None:
        self._let_go_at_once()
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
        """Whatever the app still sends meets with a disconnection, as if the other side were gone already."""
        self.disconnected = True
        self._abort_soon()

    def _abort_soon(self) -> None:
        """Who does not read would keep a closing connection open for ever."""
        if self._end is None and not self._lost:
            self._end = self.loop.call_later(CLOSED_WITHIN, self._cut)

    def _cut(self) -> None:
        self._let_go_at_once()
        self.transport.abort()

    def _let_go_at_once(self) -> None:
        """Once it is closed: the kernel would go on offering the rest to who does not read."""
        line = self.transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
