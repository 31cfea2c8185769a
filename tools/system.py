"""What tests need from the system: real servers and a real browser."""

import os
import shutil
import subprocess

from tools import programs
from tools.steps import give_up, run

NEEDED = {
    "postgresql": programs.postgres_folder,
    "redis-server": programs.redis_server,
    "caddy": programs.caddy,
    "chromium": programs.chromium,
    "libfaketime": programs.fake_clock,
    "fonts-noto-cjk": programs.japanese_font,
}  # Debian's package: what shows that it, or its like, is there
WANTED = programs.WINDOWLESS  # tests take longer without it


def missing() -> list[str]:
    """Debian's names of the packages that are not there."""
    return [package for package, is_there in NEEDED.items() if not is_there()]


def install_missing() -> None:
    """Installs them if this is Debian or its kin and we may, else gives up, saying what to install."""
    if not (packages := missing()):
        return
    if shutil.which("apt-get") and (may := _may()) is not None:
        apt = [*may, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
        run([*apt, "update"], "looking what this system can install")
        packages += [WANTED] if _is_known(WANTED) else []
        run([*apt, "install", "--no-install-recommends", *packages], f"installing {', '.join(packages)}")
        packages = missing()
    if packages:
        give_up(
            f"tests need {', '.join(packages)}; on Debian and Ubuntu: apt-get install {' '.join(packages)}"
        )


def _is_known(package: str) -> bool:
    """Whether this system can install it."""
    return not subprocess.run(["apt-cache", "show", package], capture_output=True, check=False).returncode


def _may() -> list[str] | None:
    """What to put before a command to run it as root, if that works without a password."""
    if os.geteuid() == 0:
        return []
    if (
        shutil.which("sudo")
        and not subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode
    ):
        return ["sudo", "-n"]
    return None
