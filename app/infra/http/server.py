"""How uvicorn serves the application."""

import uvicorn
from starlette.types import ASGIApp

from app.infra.http.uvicorn_protocols import LimitedHttpProtocol, LimitedWebSocketProtocol

HEAD_SIZE = 16 * 1024  # bytes of a request's first line and headers
MESSAGE_SIZE = 4096  # bytes of one WebSocket message
GOODBYE = 3  # seconds for what is under way when the server is told to stop


def server_config(app: ASGIApp, trusted_proxies: str) -> uvicorn.Config:
    """h11 ends a request whose headers do not end, where httptools would keep them all.

    Compression of each little message would cost more than all the rest.
    """
    return uvicorn.Config(
        app,
        http=LimitedHttpProtocol,
        h11_max_incomplete_event_size=HEAD_SIZE,
        ws=LimitedWebSocketProtocol,
        ws_max_size=MESSAGE_SIZE,
        ws_per_message_deflate=False,
        forwarded_allow_ips=trusted_proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=GOODBYE,
    )
