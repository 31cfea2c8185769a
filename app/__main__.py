"""`python -m app`: brings the database up to date and serves; with a command after it, does that instead."""

import asyncio
import gc
import os
import socket
import sys
from contextlib import suppress

import uvicorn

from app.cli.admin import appoint
from app.cli.records import export_records, import_records
from app.infra.database.migrate import bring_up_to_date
from app.infra.http.server import server_config
from app.infra.http.startup_banner import welcome
from app.infra.logging import set_up_logs
from app.main import create_app
from app.settings import BadSettings, load_settings, prepare_data_dir


def main() -> None:
    match sys.argv[1:]:
        case []:
            serve()
        case ["admin" | "dismiss" as order, *name]:
            appoint(" ".join(name), dismiss=order == "dismiss")
        case ["export", *whose] if whose:
            export_records(" ".join(whose))
        case ["import", *files] if files:
            import_records(files)
        case _:
            sys.exit("Usage: python -m app [admin NAME | dismiss NAME | export PLAYER|TABLE | import FILE…]")


def serve() -> None:
    try:
        settings = load_settings()
        set_up_logs(settings)
        prepare_data_dir(settings)
        app = create_app(settings)
        settings.key  # noqa: B018  (made or refused now, not at the first visit)
        asyncio.run(bring_up_to_date(settings, migrating=settings.migrate_at_start))
        door = open_door(settings.host, settings.port)
    except BadSettings as error:
        sys.exit(f"Boxcats cannot start: {error}")
    port = door.getsockname()[1]
    if settings.log_format == "console":
        print(welcome(settings.host, port, settings.public_url), flush=True)
    rest_the_collector()
    with suppress(KeyboardInterrupt):  # Ctrl-C is how one stops it; everything is closed by then
        uvicorn.Server(server_config(app, settings.trusted_proxies)).run(sockets=[door])


def rest_the_collector() -> None:
    """What is there by now stays; and a table's game is let go of whole, without circles to be looked for."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 100)


def open_door(host: str, port: int) -> socket.socket:
    """Listens. Raises BadSettings."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise BadSettings(
            f"it cannot listen at HOST {host}, PORT {port}: {os.strerror(error.errno or 0)}."
        ) from None


if __name__ == "__main__":
    main()
