"""The configuration of uvicorn."""

from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from app.infra.http.uvicorn_protocols import LimitedHttpProtocol, LimitedWebSocketProtocol, NewConnections

MAX_HEAD_BYTES = 16 * 1024  # of a request's first line and headers
MAX_MESSAGE_BYTES = 4096  # of one WebSocket message
SHUTDOWN_TIMEOUT_S = 3  # for running requests when the server is stopped


def server_config(app: ASGIApp, trusted_proxies: str) -> uvicorn.Config:
    """Returns the configuration for this application.

    h11, because httptools stores headers without a limit. No compression of WebSocket messages: for small
    ones it would cost more CPU than all the rest.
    """
    return uvicorn.Config(
        app,
        http=cast(Any, partial(LimitedHttpProtocol, new_connections=NewConnections())),
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        ws=LimitedWebSocketProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        forwarded_allow_ips=trusted_proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
    )
