"""Middleware that checks every request's origin and size, and sets the security headers of every response."""

import logging
import re
from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import AppError, ForbiddenOrigin, TooBig
from app.infra.http.error_responses import error_response
from app.infra.http.middleware.rate_limit import Callers, RateLimitMiddleware
from app.infra.http.request_body import read_body
from app.infra.websocket.close_codes import CloseCode
from app.settings import Settings

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 * 1024
# their endpoints read larger bodies themselves
UNLIMITED_PATHS = re.compile(r"/api/(imports|packs|packs/preview|packs/[A-Za-z0-9]{12})")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SECURE_SCHEMES = ("https", "wss")
DEFAULT_PORTS = {"http": 80, "https": 443}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",  # the page has its own
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",  # files, pages and replays have their own
}
OVER_HTTPS = {"Cross-Origin-Opener-Policy": "same-origin"}  # browsers ignore it over HTTP, with a warning


def add_middleware(app: FastAPI, settings: Settings, callers: Callers) -> None:
    """Adds the middlewares; the last one added sees a request first."""
    app.add_middleware(HeadMethodMiddleware)
    app.add_middleware(BodyLimitMiddleware)
    app.add_middleware(OriginCheckMiddleware, public_url=settings.public_url)
    app.add_middleware(RateLimitMiddleware, callers=callers)
    app.add_middleware(ServerErrorMiddleware)
    app.add_middleware(SecurityHeadersMiddleware)


def wrap_websockets(app: ASGIApp, settings: Settings, callers: Callers) -> ASGIApp:
    """Wraps the application of WebSocket connections in those middlewares that concern it."""
    app = OriginCheckMiddleware(app, settings.public_url)
    return RateLimitMiddleware(app, callers)


class OriginCheckMiddleware:
    """Refuses unsafe requests of other sites' pages (CSRF). Without Origin a request is not from a page."""

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        self.app = app
        self.public = _host_and_port(public_url) if public_url else None

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
        if scope["scheme"] in SECURE_SCHEMES and not origin.startswith("https:"):
            return False  # others on the network can change a page of this host that is not encrypted
        place = _host_and_port(origin)
        return place is not None and place in (
            self.public,
            _host_and_port(f"//{headers.get('host', '')}", like=origin),
        )


def _host_and_port(url: str, like: str = "") -> tuple[str, int] | None:
    """Returns host and port of a URL, with the scheme's default port; None if it has no host."""
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme or urlsplit(like).scheme)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname and port else None


class BodyLimitMiddleware:
    """Reads the whole body first, up to the limit. An incomplete request never reaches the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        if UNLIMITED_PATHS.fullmatch(scope["path"]):
            with suppress(ClientDisconnect):
                await self.app(scope, receive, send)
            return
        try:
            body = await read_body(receive, MAX_BODY_BYTES)
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
    """Responds to HEAD as to GET, without the body."""

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
    """Logs unexpected exceptions and responds with `internal`, inside the middlewares that add headers."""

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
            log.error("unexpected exception", exc_info=error)
            await error_response(AppError())(scope, receive, send)


class SecurityHeadersMiddleware:
    """Adds security headers to every response, and forbids caching those that do not say how to.

    A shared cache may otherwise keep a 404, such as that of a script which only another process has yet.
    """

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
            await send(message)

        await self.app(scope, receive, with_headers)
