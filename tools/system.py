"""Installs the system packages that tests need: servers, a browser, a font."""

import os
import shutil
import subprocess

from tools import programs
from tools.steps import fail, run

# By Debian's package: the function that finds it or an equivalent.
NEEDED = {
    "postgresql": programs.postgres_folder,
    "redis-server": programs.redis_server,
    "caddy": programs.caddy,
    "chromium": programs.chromium,
    "libfaketime": programs.fake_clock,
    "fonts-noto-cjk": programs.japanese_font,
}
OPTIONAL = programs.HEADLESS_SHELL  # speeds up tests


def missing() -> list[str]:
    """Returns the Debian names of missing packages."""
    return [package for package, is_there in NEEDED.items() if not is_there()]


def install_missing() -> None:
    """Installs missing packages with apt-get as root, or exits with the list of what to install."""
    if not (packages := missing()):
        return
    if shutil.which("apt-get") and (root := _root_prefix()) is not None:
        apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
        run([*apt, "update"], "updating the list of system packages")
        packages += [OPTIONAL] if _is_available(OPTIONAL) else []
        run([*apt, "install", "--no-install-recommends", *packages], f"installing {', '.join(packages)}")
        packages = missing()
    if packages:
        fail(f"tests need {', '.join(packages)}; on Debian and Ubuntu: apt-get install {' '.join(packages)}")


def _is_available(package: str) -> bool:
    """Returns whether apt-get can install the package."""
    return not subprocess.run(["apt-cache", "show", package], capture_output=True, check=False).returncode


def _root_prefix() -> list[str] | None:
    """Returns the command prefix that gives root rights without a password, or None."""
    if os.geteuid() == 0:
        return []
    if (
        shutil.which("sudo")
        and not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode
    ):
        return ["sudo", "-n"]
    return None
