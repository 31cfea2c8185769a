"""A real Caddy with our Caddyfile, on free ports, with its own certificate authority."""

import os
import socket
import ssl
from pathlib import Path

from tests.services import Service, free_port
from tools import programs
from tools.programs import ROOT


class Caddy(Service):
    """A proxy in front of these server processes. Keeps its authority and certificates in its folder."""

    def __init__(self, *upstreams: int) -> None:
        super().__init__()
        self.plain_port = free_port()
        self._refusal = ""  # why it did not answer last
        own = {"HOME": self.folder, "XDG_DATA_HOME": self.folder / "data", "XDG_CONFIG_HOME": self.folder}
        self.environment = {
            **os.environ,
            **{name: str(folder) for name, folder in own.items()},
            "HTTP_PORT": str(self.plain_port),
            "HTTPS_PORT": str(self.port),
            "UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in upstreams),
        }

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        """Trusts only its authority."""
        return ssl.create_default_context(
            cafile=self.folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        )

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def prepare(self) -> None:
        """Starts Caddy once, so that it creates its authority."""

    def command(self) -> list[str | Path]:
        found = programs.caddy()
        assert found, "Caddy is missing; `make test` installs it or says how"
        return [found, "run", "--config", ROOT / "Caddyfile", "--adapter", "caddyfile"]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                self.trust.wrap_socket(line, server_hostname="localhost").close()
                return True
        except OSError as error:  # including the certificate's file
            self._refusal = repr(error)
            return False

    def _last_words(self) -> str:
        lines = [line for line in self.log.splitlines() if "health_checker" not in line]
        return "\n".join([*lines, self._refusal])[-4000:]
