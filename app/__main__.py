"""`python -m app`: brings the database up to date and serves."""

import asyncio
import logging
import os
import socket
import sys
from contextlib import suppress

import uvicorn
from sqlalchemy.engine import make_url

from app.addresses import welcome
from app.database import make_engine
from app.main import create_app
from app.migrate import migrate
from app.serving import server_config
from app.settings import BadSettings, Settings, load_settings, prepare_data_dir


def main() -> None:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        settings = load_settings()
        prepare_data_dir(settings)
        app = create_app(settings)
        settings.key  # noqa: B018  (made or refused now, not at the first visit)
        asyncio.run(bring_up_to_date(settings))
        door = open_door(settings.host, settings.port)
    except BadSettings as error:
        sys.exit(f"Boxcats cannot start: {error}")
    port = door.getsockname()[1]
    print(welcome(settings.host, port, settings.public_url), flush=True)
    with suppress(KeyboardInterrupt):  # Ctrl-C is how one stops it; everything is closed by then
        uvicorn.Server(server_config(app)).run(sockets=[door])


async def bring_up_to_date(settings: Settings) -> None:
    """Raises BadSettings if the database cannot be reached or is not ours to use."""
    engine = make_engine(settings.database)
    try:
        async with engine.connect():
            pass
    except Exception as error:
        await asyncio.sleep(0.1)  # the SQLite driver's thread still wants to speak to this loop
        where = make_url(settings.database).render_as_string(hide_password=True)
        raise BadSettings(f"the database {where} cannot be reached ({reason(error)}).") from None
    finally:
        await engine.dispose()
    await migrate(settings.database)


def open_door(host: str, port: int) -> socket.socket:
    """Listens. Raises BadSettings."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise BadSettings(
            f"it cannot listen at HOST {host}, PORT {port}: {os.strerror(error.errno or 0)}."
        ) from None


def reason(error: BaseException) -> str:
    """The first line of what the driver says."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0] if said else type(error).__name__


if __name__ == "__main__":
    main()
