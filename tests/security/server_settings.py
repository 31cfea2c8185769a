"""Settings of servers to attack."""

from pathlib import Path
from typing import Any

from app.settings import Settings

KEY = "k" * 32
GENEROUS = {"socket_rate": 9999.0, "socket_burst": 9999, "request_rate": 9999.0, "request_burst": 9999}
CROWD = {"people_per_address": 9999, "sockets_per_person": 9999, "table_burst": 9999, "guest_rate": 9999.0}
STORED = {"stored_per_person": 9999.0, "stored_per_address": 9999.0}


def generous(database: str, build: Path, **more: Any) -> Settings:
    """Returns settings of a server without limits, with a client in this folder."""
    limits: dict[str, Any] = {**GENEROUS, **CROWD, **STORED, **more}
    return Settings(database_url=database, secret_key=KEY, bot_pause=0, web_build=build, **limits)
