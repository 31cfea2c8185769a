"""docker-compose.yml without containers: Caddy, two processes, the migration job, Postgres and Redis."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.e2e.server import Boxcats
from tests.ops.caddy import Caddy
from tests.ops.composition import lay_out_image, services

OURS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TRUSTED_PROXIES"}  # depend on the machine
KEY = "the-key-that-signs-the-cookies"
DEFAULT = re.compile(r"\$\{\w+:-([^}]*)\}")  # of a variable that may be missing in .env


class Topology:
    """Runs the programs from a folder with the contents of the image."""

    def __init__(self, image: Path, database_url: str, redis_url: str) -> None:
        lay_out_image(image)
        given = services()["app-1"]["environment"]
        self.settings = {
            **{name: DEFAULT.sub(r"\1", value) for name, value in given.items() if name not in OURS},
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRET_KEY": KEY,
            "PYTHONPATH": str(image),
        }
        self.apps = [Boxcats(SOCKET_BURST="9999", **self.settings) for _ in range(2)]
        self.caddy = Caddy(*(app.port for app in self.apps))
        self._stack = ExitStack()

    def migrate(self) -> None:
        """Runs the migration job of the composition."""
        program, *words = services()["migrate"]["command"]
        assert program == "python"
        settings = {**os.environ, **self.settings}
        subprocess.run([sys.executable, *words], env=settings, cwd=self.caddy.folder, check=True)

    def __enter__(self) -> Self:
        for service in (*self.apps, self.caddy):
            self._stack.enter_context(service)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._stack.close()
