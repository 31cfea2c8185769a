"""Migrates the database and serves."""

import asyncio
import gc
import logging
import socket
import sys
from contextlib import suppress

import uvicorn

from app.infra.database.migrate import bring_up_to_date
from app.infra.database.sqlite_lock import lock_database
from app.infra.http.client_pages import SHELL
from app.infra.http.server import server_config
from app.infra.http.startup_banner import startup_banner
from app.infra.logging import set_up_logs
from app.main import create_app
from app.settings import Settings, SettingsError, create_data_dir, load_settings

log = logging.getLogger(__name__)


def serve() -> None:
    """Serves until it is stopped; exits with a message if it cannot start."""
    try:
        settings = load_settings()
        set_up_logs(settings)
        create_data_dir(settings)
        warn_without_client(settings)
        app = create_app(settings)
        settings.key  # noqa: B018  (created or rejected now, not at the first request)
        lock = lock_database(settings.database)
        asyncio.run(bring_up_to_date(settings, migrating=settings.migrate_at_start))
        listener = listen(settings.host, settings.port)
    except SettingsError as error:
        sys.exit(f"Boxcats cannot start: {error}")
    port = listener.getsockname()[1]
    if settings.log_format == "console":
        print(startup_banner(settings.host, port, settings.public_url), flush=True)
    tune_garbage_collector()
    with lock, suppress(KeyboardInterrupt):  # Ctrl-C stops the server; everything is closed by then
        uvicorn.Server(server_config(app, settings.trusted_proxies)).run(sockets=[listener])


def warn_without_client(settings: Settings) -> None:
    """Logs a warning if there are no pages to serve; the rest of the server needs none."""
    if not (settings.web_build / SHELL).exists():
        log.warning(
            "WEB_BUILD %s contains no built client: pages are missing until `python -m tools.prepare web`",
            settings.web_build,
        )


def tune_garbage_collector() -> None:
    """Excludes the objects of the start from collection and collects less often.

    The state of a game has no reference cycles, so it is freed without the collector. The start is not
    collected either: it took 0.2 to 0.3 s of CPU for 3,260 of 400,000 objects.
    """
    gc.freeze()
    gc.set_threshold(5_000, 20, 100)
    gc.enable()


def listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket. Raises SettingsError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        reason = str(error.strerror).partition(" (while")[0]  # the rest repeats host and port
        raise SettingsError(f"it cannot listen at HOST {host}, PORT {port}: {reason}.") from None
