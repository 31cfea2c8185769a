"""Who asks too much waits: counted by person and by address before anything is done."""

from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import AppError, Banned, TooFast
from app.infra.http.error_responses import error_response
from app.infra.rate_limits import Caller, Limits, address_of
from app.infra.services import infra_services
from app.infra.websocket.close_codes import CloseCode

HEALTH = "/healthz"  # costs no more than a refusal
ASKS = ("/api", "/ws", "/readyz")  # the rest are files, of which a page needs many at once
BARRED = ("/api", "/ws")  # to whoever is banned; the page itself tells them so
TABLES = ("/api/tables/", "/api/replays/", "/ws")  # where codes of tables can be tried

PlayerOf = Callable[[HTTPConnection], UUID | None]
CheckCaller = Callable[[HTTPConnection, Caller], None]


class RateLimitMiddleware:
    """Refuses with too_fast 429, a socket with its close code: browsers tell pages no other."""

    def __init__(self, app: ASGIApp, player_of: PlayerOf, check_caller: CheckCaller) -> None:
        """`check_caller` raises an error for a caller who may not ask anything."""
        self.app = app
        self._player_of, self._check_caller = player_of, check_caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _is_health_check(scope):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        caller, limits = self._caller(connection), infra_services(connection).limits
        try:
            limits.requests.take(caller)
            if scope["path"].startswith(BARRED):
                self._check_caller(connection, caller)
            if scope["path"].startswith(TABLES):
                limits.guesses.check(caller)
                send = _counting_misses(send, limits, caller)
        except (TooFast, Banned) as error:
            await _turn_away(error, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._hold(caller, limits, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _caller(self, connection: HTTPConnection) -> Caller:
        asks = connection.scope["path"].startswith(ASKS)
        return Caller(address_of(connection), self._player_of(connection) if asks else None)

    async def _hold(self, caller: Caller, limits: Limits, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket counts as long as it is open."""
        try:
            limits.sockets.enter(caller)
        except TooFast as error:
            await _turn_away(error, scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            limits.sockets.leave(caller)


def _is_health_check(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["path"] == HEALTH and scope["method"] in ("GET", "HEAD")


def _counting_misses(send: Send, limits: Limits, caller: Caller) -> Send:
    """A code under which there is no table may be a guess."""

    async def counting(message: Message) -> None:
        if message.get("status") == 404 or message.get("code") == CloseCode.NOT_FOUND:
            with suppress(TooFast):
                limits.guesses.take(caller)
        await send(message)

    return counting


async def _turn_away(error: AppError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await error_response(error)(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    code = CloseCode.BANNED if isinstance(error, Banned) else CloseCode.TOO_MANY_MESSAGES
    await send({"type": "websocket.close", "code": code})
