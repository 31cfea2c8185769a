"""Setup steps: quiet commands with one line of progress, skipped if they are up to date."""

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from tools.programs import ROOT


def info(line: str) -> None:
    """Prints one line."""
    print(f"boxcats: {line}", flush=True)


def fail(line: str) -> NoReturn:
    """Exits with an error message."""
    sys.exit(f"boxcats: {line}")


def run(
    command: Sequence[str | Path],
    doing: str,
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    hint: str = "",
) -> None:
    """Runs a command quietly. If it fails, prints its output and exits with the hint."""
    info(f"{doing} …")
    start = time.monotonic()
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace")[-6000:])
        fail(f"{doing} failed (above){f': {hint}' if hint else ''}")
    took = time.monotonic() - start
    if took > 5:
        info(f"{doing}: {took:.0f} s")


def run_if_changed(stamp: Path, key: str, step: Callable[[], None]) -> None:
    """Runs the step unless the stamp file shows that it was done for this key."""
    if stamp.exists() and stamp.read_text() == key:
        return
    stamp.unlink(missing_ok=True)
    step()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)


def digest(files: Iterable[Path], *also: str) -> str:
    """Returns a hash of the names and contents of these files, and of the texts."""
    total = hashlib.sha256("\0".join(also).encode())
    for file in sorted(files):
        total.update(str(file.relative_to(ROOT)).encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()
