"""What every request passes first: where it comes from, how much it asks; and the headers of every answer."""

import logging
from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import AppError, ForbiddenOrigin, TooBig
from app.infra.http.error_responses import error_response
from app.infra.http.middleware.rate_limit import CheckCaller, PlayerOf, RateLimitMiddleware
from app.infra.http.request_body import read_body
from app.infra.websocket.close_codes import CloseCode
from app.settings import Settings

log = logging.getLogger(__name__)

MAX_BODY = 16 * 1024
READ_LATER = ("/api/imports",)  # the endpoint reads more, when it is its turn
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
DEFAULT_PORTS = {"http": 80, "https": 443}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",  # the page has its own
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OVER_HTTPS = {"Cross-Origin-Opener-Policy": "same-origin"}  # elsewhere browsers only complain about it


def add_middleware(app: FastAPI, settings: Settings, player_of: PlayerOf, check_caller: CheckCaller) -> None:
    """The last one added is the first that a request meets."""
    app.add_middleware(HeadMethodMiddleware)
    app.add_middleware(BodyLimitMiddleware)
    app.add_middleware(OriginCheckMiddleware, public_url=settings.public_url)
    app.add_middleware(RateLimitMiddleware, player_of=player_of, check_caller=check_caller)
    app.add_middleware(ServerErrorMiddleware)
    app.add_middleware(SecurityHeadersMiddleware)


def wrap_websockets(
    app: ASGIApp, settings: Settings, player_of: PlayerOf, check_caller: CheckCaller
) -> ASGIApp:
    """What of this concerns sockets."""
    app = OriginCheckMiddleware(app, settings.public_url)
    return RateLimitMiddleware(app, player_of, check_caller)


class OriginCheckMiddleware:
    """Refuses what another site's page asks, as it comes with our cookie. No Origin: not from a page."""

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        self.app = app
        self.public = _place(public_url) if public_url else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._allows(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": CloseCode.FORBIDDEN_ORIGIN})
        else:
            await error_response(ForbiddenOrigin())(scope, receive, send)

    def _allows(self, scope: Scope) -> bool:
        if (scope["type"] == "http" and scope["method"] in SAFE_METHODS) or scope["type"] == "lifespan":
            return True
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return True
        place = _place(origin)
        return place is not None and place in (
            self.public,
            _place(f"//{headers.get('host', '')}", like=origin),
        )


def _place(url: str, like: str = "") -> tuple[str, int] | None:
    """Host and port, the scheme's own port if none is written."""
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme or urlsplit(like).scheme)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname and port else None


class BodyLimitMiddleware:
    """Reads the body before the app does, and no more of it than may come here. Half a body is none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        if scope["path"] in READ_LATER:
            with suppress(ClientDisconnect):
                await self.app(scope, receive, send)
            return
        try:
            body = await read_body(receive, MAX_BODY)
        except ClientDisconnect:
            return
        except TooBig as error:
            await error_response(error)(scope, receive, send)
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, replay, send)


class HeadMethodMiddleware:
    """Answers HEAD as it would GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, without_body)


class ServerErrorMiddleware:
    """What nobody foresaw is logged here and answered as any refusal, so that it gets its headers, too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watching(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watching)
        except Exception as error:
            if started:
                raise
            log.error("unexpected", exc_info=error)
            await error_response(AppError())(scope, receive, send)


class SecurityHeadersMiddleware:
    """Headers of every answer; what the API says is for now and for this person."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        secure = scope["scheme"] == "https"

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in [*HEADERS.items(), *(OVER_HTTPS.items() if secure else ())]:
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)
