"""Gives each HTTP request an id, measures it and logs it."""

import logging
import re
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from app.infra import metrics
from app.infra.logging import new_id

log = logging.getLogger(__name__)

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")  # all others are counted as "other"
PAGES = re.compile(r"/[a-z_]+/")
PROBES = ("/healthz", "/readyz", "/metrics")  # requested every few seconds, so logged at DEBUG


class AccessLogMiddleware:
    """The outermost middleware, so that it sees every response. WebSockets pass through."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = new_id()
        status = 500  # if the application fails before it responds

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = request
            await send(message)

        start = perf_counter()
        with bound_contextvars(request=request):
            try:
                await self.app(scope, receive, with_id)
            finally:
                _record(scope, status, perf_counter() - start)


def _record(scope: Scope, status: int, seconds: float) -> None:
    method, route = scope["method"] if scope["method"] in METHODS else "other", _route(scope)
    metrics.http_requests.labels(method, route, status).inc()
    metrics.http_seconds.labels(route).observe(seconds)
    level = logging.DEBUG if route in PROBES else logging.INFO
    fields = {
        "method": method,
        "path": _shown(scope, route),
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    if (table := scope.get("path_params", {}).get("code", "")).isalnum():
        fields["table"] = table
    log.log(level, "request", extra=fields)


def _route(scope: Scope) -> str:
    """Returns the pattern that matched, not the path: metrics need a bounded set."""
    path: str | None = getattr(scope.get("route"), "path", None)
    return path or f"{scope.get('root_path', '')}/*"


def _shown(scope: Scope, route: str) -> str:
    """Returns the path for the log, without codes and ids in it."""
    kind = PAGES.match(scope["path"])
    return f"{kind[0]}*" if kind and route.endswith("/*") else route
