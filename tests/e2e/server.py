"""The server as a separate process, started with `python -m app`."""

import os
import sys
import urllib.request
from pathlib import Path
from urllib.error import URLError

from tests.services import Service
from tools.programs import ROOT


class Boxcats(Service):
    """A server whose bots do not pause; it keeps its address and its tables across restarts."""

    def __init__(self, **settings: str) -> None:
        super().__init__()
        own = {"HOST": "127.0.0.1", "PORT": str(self.port), "DATA_DIR": str(self.folder), "BOT_PAUSE": "0"}
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PEOPLE_PER_ADDRESS": "9999",
            "STORED_PER_ADDRESS": "9999",
            **own,
            **settings,
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        """Does nothing: the server migrates its database itself."""

    def command(self) -> list[str | Path]:
        return [sys.executable, "-m", "app"]

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=1) as answer:
                ready: bool = answer.status == 200
                return ready
        except (URLError, ConnectionError, TimeoutError):
            return False
