"""Runs the server and the client's development server, both with reload: `make dev`.

The server restarts when a Python file of app/ or engine/ changes; open pages reconnect by themselves.
Vite serves the client on port 5173 and passes requests and WebSockets on to the server.
"""

import subprocess
import time
from pathlib import Path

from tools.prepare import WEB, node
from tools.programs import PYTHON, ROOT
from tools.steps import info

WATCHED = ("app", "engine")
INTERVAL_S = 0.5


def source_files() -> dict[Path, float]:
    """Returns the time of the last change of each Python file."""
    return {file: file.stat().st_mtime for folder in WATCHED for file in (ROOT / folder).rglob("*.py")}


def start_server() -> subprocess.Popen[bytes]:
    return subprocess.Popen([PYTHON, "-m", "app"], cwd=ROOT)


def main() -> None:
    with_node = node()
    client = subprocess.Popen([with_node.npm, "run", "dev"], cwd=WEB, env=with_node.environment())
    server, before = start_server(), source_files()
    try:
        while client.poll() is None:
            time.sleep(INTERVAL_S)
            if (now := source_files()) != before:
                info("restarting the server")
                server.terminate()
                server.wait()
                server, before = start_server(), now
    except KeyboardInterrupt:
        pass
    finally:
        for process in (server, client):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
