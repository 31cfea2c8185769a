"""Refuses requests and connections over the rate limits, and those of banned callers."""

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import AppError, Banned, TooFast
from app.infra.http.error_responses import error_response
from app.infra.rate_limits import Caller, Limits, address_of
from app.infra.services import infra_services
from app.infra.websocket.close_codes import CloseCode

HEALTH = "/healthz"  # never limited: it costs no more than a refusal
PLAYER_PATHS = ("/api", "/ws", "/readyz")  # counted by player, too; the rest are files, many for one page
BAN_PATHS = ("/api", "/ws")  # a banned player still gets the page, which shows the ban
CODE_PATHS = ("/api/tables/", "/api/replays/", "/api/nights/", "/ws")  # where codes can be guessed

PlayerOf = Callable[[HTTPConnection], UUID | None]
CheckCaller = Callable[[HTTPConnection, Caller], None]


class Callers(NamedTuple):
    """How the middleware learns who sends a request, from its cookie."""

    player_of: PlayerOf  # the player of the session, open or not
    counted_of: PlayerOf  # the player if the session is known to be open, otherwise an id of the session
    check: CheckCaller  # raises Banned


class RateLimitMiddleware:
    """Responds with 429, to a WebSocket after accepting it by a close code: browsers hide HTTP statuses from
    pages."""

    def __init__(self, app: ASGIApp, callers: Callers) -> None:
        self.app = app
        self._callers = callers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _is_health_check(scope):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        caller, limits = self._caller(connection), infra_services(connection).limits
        try:
            limits.requests.take(self._counted(connection, caller))
            if scope["path"].startswith(BAN_PATHS):
                self._callers.check(connection, caller)
            if scope["path"].startswith(CODE_PATHS):
                limits.guesses.check(self._counted(connection, caller))
                send = self._counting_misses(send, limits, connection, caller)
        except (TooFast, Banned) as error:
            await _refuse(error, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._count_connection(Caller(caller.address), limits, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _caller(self, connection: HTTPConnection) -> Caller:
        needs_player = connection.scope["path"].startswith(PLAYER_PATHS)
        return Caller(address_of(connection), self._callers.player_of(connection) if needs_player else None)

    def _counted(self, connection: HTTPConnection, caller: Caller) -> Caller:
        """Returns the caller whose limits apply: not the player of a session that may have ended."""
        return caller._replace(player=self._callers.counted_of(connection) if caller.player else None)

    def _counting_misses(
        self, send: Send, limits: Limits, connection: HTTPConnection, caller: Caller
    ) -> Send:
        """Counts responses that a table does not exist: they may be guesses of its code."""

        async def counting(message: Message) -> None:
            if message.get("status") == 404 or message.get("code") == CloseCode.NOT_FOUND:
                limits.guesses.owe(self._counted(connection, caller), 1)  # some may be under way at once
            await send(message)

        return counting

    async def _count_connection(
        self, caller: Caller, limits: Limits, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Counts a WebSocket of an address while it is open; the router counts it for its player."""
        try:
            limits.sockets.enter(caller)
        except TooFast as error:
            await _refuse(error, scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            limits.sockets.leave(caller)


def _is_health_check(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["path"] == HEALTH and scope["method"] in ("GET", "HEAD")


async def _refuse(error: AppError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await error_response(error)(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    code = CloseCode.BANNED if isinstance(error, Banned) else CloseCode.TOO_MANY_MESSAGES
    await send({"type": "websocket.close", "code": code})
